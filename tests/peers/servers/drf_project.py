"""A Django project with django-rest-framework-mcp in one file: `drf_project.py PORT` serves http://127.0.0.1:PORT/mcp/.

Its books are in memory and new at each start. The lists `paged`, `limited` and `cursored` page in the three ways of
Django REST framework; `locked` wants a user.
"""

import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="for tests only",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "rest_framework",
        "djangorestframework_mcp",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    MIDDLEWARE=[],
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import include, path  # noqa: E402
from djangorestframework_mcp.decorators import mcp_tool, mcp_viewset  # noqa: E402
from rest_framework import authentication, pagination, permissions, serializers, viewsets  # noqa: E402
from rest_framework.decorators import action  # noqa: E402
from rest_framework.response import Response  # noqa: E402


class Book(models.Model):
    title = models.CharField(max_length=40)
    pages = models.IntegerField(default=1)
    price = models.DecimalField(max_digits=6, decimal_places=2, default="9.90")

    class Meta:
        app_label = "demo"
        ordering = ["id"]


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = "__all__"


@mcp_viewset(basename="books")
class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    pagination_class = None

    @mcp_tool(input_serializer=None)
    @action(detail=False, methods=["post"])
    def reprint_all(self, request):
        return Response({"message": "3 books sent to the printer", "count": 3})

    @mcp_tool(input_serializer=None)
    @action(detail=False, methods=["post"])
    def explode(self, request):
        raise RuntimeError("boom in the view")

    @mcp_tool(input_serializer=None)
    @action(detail=False, methods=["get"])
    def teapot(self, request):
        return Response({"detail": "short and stout"}, status=418)


class ByPage(pagination.PageNumberPagination):
    page_size = 2


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 2


class ByCursor(pagination.CursorPagination):
    page_size = 2
    ordering = "id"


def listing(name, pages):
    """A list of books that pages in one way."""
    members = {"queryset": Book.objects.all(), "serializer_class": BookSerializer, "pagination_class": pages}
    return mcp_viewset(basename=name, actions=["list"])(type(name, (viewsets.ReadOnlyModelViewSet,), members))


Paged = listing("paged", ByPage)
Limited = listing("limited", ByOffset)
Cursored = listing("cursored", ByCursor)


@mcp_viewset(basename="locked", actions=["list"])
class Locked(viewsets.ReadOnlyModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    authentication_classes = [authentication.BasicAuthentication]
    permission_classes = [permissions.IsAuthenticated]


urlpatterns = [path("mcp/", include("djangorestframework_mcp.urls"))]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


with connection.schema_editor() as editor:
    editor.create_model(Book)
for number, title in enumerate(["Emma", "Ulysses", "Momo"]):
    Book.objects.create(title=title, pages=100 + number)
# One thread, because each thread would have a database in memory of its own.
make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application(), handler_class=Quiet).serve_forever()
