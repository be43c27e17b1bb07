"""Settings that all ways of running share."""

from __future__ import annotations

from csp.constants import NONCE, NONE, SELF

from novuss_site.settings.sqlite import database_at, journal_mode, use_bundled_sqlite

use_bundled_sqlite()  # before Django loads a database backend

from novuss_site.settings.env import BASE_DIR, VAR, database_from, env  # noqa: E402
from novuss_site.settings.logs import logging_to  # noqa: E402

DEBUG = False
ROOT_URLCONF = "novuss_site.urls"
ASGI_APPLICATION = "novuss_site.asgi.application"
WSGI_APPLICATION = "novuss_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "competitions.Account"

INSTALLED_APPS = [
    "novuss_site.apps.NovussSiteConfig",  # first: it loads the Celery app before any task is declared
    "competitions.apps.CompetitionsConfig",
    "refereeing.apps.RefereeingConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "axes",
    "csp",
]

MIDDLEWARE = [
    "novuss_site.middleware.RequestLogMiddleware",
    "novuss_site.middleware.HallAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "novuss_site.middleware.FirstPasswordMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "novuss_site.middleware.DomainErrorMiddleware",
    "axes.middleware.AxesMiddleware",  # last, as its documentation asks
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- database -----------------------------------------------------------------------------------------------------
SQLITE_JOURNAL = journal_mode(env.str("NOVUSS_SQLITE_JOURNAL", ""))
DATABASE_URL = env.str("DATABASE_URL", "")
DATABASES = {
    "default": database_from(DATABASE_URL)
    if DATABASE_URL
    else database_at(VAR / "novuss.sqlite3", journal=SQLITE_JOURNAL, test_path=VAR / "test.sqlite3")
}
ATOMIC_REQUESTS = False  # services own their transactions

# --- people and sessions -------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/panel/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 14 * 3600  # one long day of play
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "novuss_site.errors.csrf_failure"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "novuss_site.errors.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_DISABLE_ACCESS_LOG = True

# --- headers -------------------------------------------------------------------------------------------------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# --- sizes of what comes in ----------------------------------------------------------------------------------------
API_MAX_BODY = 1_000_000  # bytes
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
REQUEST_MAX_BODY = 6_000_000  # nothing larger reaches Django: an import may have 5 MB

# A proxy in front sets X-Forwarded-For: each client counts by its own address. FORWARDED_ALLOW_IPS names the proxy.
BEHIND_PROXY = env.bool("NOVUSS_BEHIND_PROXY", False)
LIVE_STREAMS_PER_ADDRESS = env.int("NOVUSS_LIVE_STREAMS_PER_ADDRESS", 50)

# --- languages and time --------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("lv", "Latviešu"), ("en", "English"), ("et", "Eesti"), ("ru", "Русский"), ("de", "Deutsch")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"  # each competition shows its own zone
USE_TZ = True

# --- static files --------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = VAR / "media"

# --- programs ------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["novuss_site.json_parser.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "novuss_site.schema.Schema",
    "EXCEPTION_HANDLER": "novuss_site.api.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Novuss",
    "DESCRIPTION": "Tournaments and refereeing of novuss.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- background jobs -----------------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", "")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
CELERY_BROKER_URL = REDIS_URL or "fsatomic://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"visibility_timeout": 600, "unacked_restore_throttle": 1, "socket_connect_timeout": 1}
    if REDIS_URL
    else {"data_folder": str(VAR / "queue"), "polling_interval": 0.1}
)
CELERY_TASK_IGNORE_RESULT = True  # the Job row holds the result; a result backend would stop a referee when it is down
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_TASK_ACKS_LATE = bool(REDIS_URL)
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 540  # seconds; below the visibility timeout, or a long task would run twice
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    "sweep-jobs": {"task": "refereeing.sweep_jobs", "schedule": 60.0},
}

LOG_NAME = env.str("NOVUSS_LOG_NAME", "")
LOGGING_CONFIG = "novuss_site.settings.logs.configure"
LOGGING = logging_to(VAR / f"{LOG_NAME}.log" if LOG_NAME else None)
