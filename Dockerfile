FROM python:3.13-slim AS packages
WORKDIR /app
COPY requirements.txt ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 NOVUSS_BOOTSTRAP=0 NOVUSS_VAR=/var/lib/novuss NOVUSS_STATIC=collected
RUN useradd --system --uid 10001 --home-dir /var/lib/novuss --create-home novuss
WORKDIR /app
COPY --from=packages /venv /venv
COPY . .
RUN python manage.py collectstatic --noinput --verbosity 0 && rm -f /var/lib/novuss/secret.key \
    && chown -R novuss:novuss /var/lib/novuss
USER novuss
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["uvicorn", "novuss_site.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--ws", "none", \
     "--no-server-header", "--no-access-log", "--timeout-graceful-shutdown", "2"]
