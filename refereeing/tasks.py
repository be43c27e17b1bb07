"""Celery: load by id, call one service, nothing more."""
