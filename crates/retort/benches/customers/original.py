"""The customers of the bench, as django-rest-framework-mcp serves them: `gunicorn --workers 2 original:application`.

CUSTOMERS_DB names the file; `python original.py` makes it, with a hundred rows.
"""

import os

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="for a bench only",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "djangorestframework_mcp"],
    DATABASES={
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["CUSTOMERS_DB"], "CONN_MAX_AGE": None}
    },
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "UNAUTHENTICATED_USER": None},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    # It says how long an answer is.
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import include, path  # noqa: E402
from djangorestframework_mcp.decorators import mcp_viewset  # noqa: E402
from rest_framework import serializers, viewsets  # noqa: E402


class Customer(models.Model):
    name = models.CharField(max_length=100)
    email = models.EmailField(unique=True)
    phone = models.CharField(max_length=30, blank=True, default="")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "shop"
        ordering = ["id"]


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        fields = ["id", "name", "email", "phone", "is_active", "created_at"]


@mcp_viewset(basename="customers")
class CustomerViewSet(viewsets.ModelViewSet):
    queryset = Customer.objects.all()
    serializer_class = CustomerSerializer
    pagination_class = None


urlpatterns = [path("mcp/", include("djangorestframework_mcp.urls"))]
application = get_wsgi_application()

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        editor.create_model(Customer)
    for number in range(1, 101):
        Customer.objects.create(
            name=f"Customer {number}", email=f"customer{number}@example.com", phone=f"+49 30 {number:06}"
        )
