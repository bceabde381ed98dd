"""Asks the original: writes original.jsonl (calls and what Django REST framework answers) and schemas.jsonl (what
django-rest-framework-mcp generates), for the resources and the first rows of our server.

    pip install django==5.2.19 djangorestframework==3.18.3 django-filter==26.2 django-rest-framework-mcp==0.1.0a4
    python original.py
"""

import ast
import json
import pathlib
import re
from decimal import Decimal
from urllib.parse import parse_qs, urlparse

import django
from django.conf import settings

settings.configure(
    LOGGING_CONFIG=None,
    DEBUG=False, SECRET_KEY="x", USE_TZ=True, ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "django_filters"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "UNAUTHENTICATED_USER": None},
)
django.setup()
from django.core.validators import MaxValueValidator, MinValueValidator  # noqa: E402
from django.db import connection, models  # noqa: E402
from django_filters.rest_framework import DjangoFilterBackend  # noqa: E402
from djangorestframework_mcp.registry import registry  # noqa: E402
from djangorestframework_mcp.schema import generate_tool_schema  # noqa: E402
from djangorestframework_mcp.types import MCPTool  # noqa: E402
from rest_framework import filters, pagination, serializers, viewsets  # noqa: E402
from rest_framework.test import APIRequestFactory  # noqa: E402


class Customer(models.Model):
    name = models.CharField(max_length=100)
    email = models.EmailField(unique=True)
    phone = models.CharField(max_length=30, blank=True, default="")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    class Meta:
        app_label = "shop"
        ordering = ["id"]


class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT)
    product = models.CharField(max_length=100)
    quantity = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(2147483647)])
    price = models.DecimalField(max_digits=10, decimal_places=2)
    status = models.CharField(max_length=10, choices=[(s, s) for s in ["pending", "paid", "shipped", "cancelled"]], default="pending")
    created_at = models.DateTimeField(auto_now_add=True)
    class Meta:
        app_label = "shop"
        ordering = ["id"]


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        fields = ["id", "name", "email", "phone", "is_active", "created_at"]


class OrderSerializer(serializers.ModelSerializer):
    class Meta:
        model = Order
        fields = ["id", "customer", "product", "quantity", "price", "status", "created_at"]


class Page(pagination.LimitOffsetPagination):
    default_limit = None
    max_limit = 1000


class CustomerViewSet(viewsets.ModelViewSet):
    queryset = Customer.objects.all()
    serializer_class = CustomerSerializer
    pagination_class = Page
    filter_backends = [DjangoFilterBackend, filters.SearchFilter, filters.OrderingFilter]
    filterset_fields = ["id", "name", "email", "phone", "is_active"]
    search_fields = ["name", "email", "phone"]


class OrderViewSet(viewsets.ModelViewSet):
    queryset = Order.objects.all()
    serializer_class = OrderSerializer
    pagination_class = Page
    filter_backends = [DjangoFilterBackend, filters.SearchFilter, filters.OrderingFilter]
    filterset_fields = ["id", "customer", "product", "quantity", "price", "status", "created_at"]
    search_fields = ["product"]

with connection.schema_editor() as e:
    e.create_model(Customer)
    e.create_model(Order)


SETS = {"customers": CustomerViewSet, "orders": OrderViewSet}
METHOD = {"list": "get", "retrieve": "get", "create": "post", "update": "put", "partial_update": "patch", "destroy": "delete"}
factory = APIRequestFactory()


def call(tool, kwargs=None, body=None):
    base, action = tool.split("_", 1)
    kwargs = dict(kwargs or {})
    view = SETS[base].as_view({METHOD[action]: action})
    if METHOD[action] == "get":
        request = factory.get("/", kwargs if action == "list" else {})
    else:
        sent = json.dumps({} if body is None else body)
        request = getattr(factory, METHOD[action])("/", data=sent, content_type="application/json")
    pk = {} if action in ("list", "create") else {"pk": kwargs.get("pk")}
    response = view(request, **pk)
    data = response.data
    if response.status_code >= 400:
        words = re.sub(r"No \w+ matches the given query\.", "Not found.", repr(plain(data)))
        return {"error": "ViewSet returned error: " + words}
    data = without_times(json.loads(json.dumps(plain(data), default=str)))
    if data is None:
        data = {"message": "Operation completed successfully"}
    for link in ("next", "previous"):
        # Ours has kwargs where the original has links.
        if isinstance(data, dict) and data.get(link):
            asked = parse_qs(urlparse(data[link]).query)
            others = {name: value for name, value in kwargs.items() if name not in ("limit", "offset")}
            data[link] = others | {name: int(asked[name][0]) for name in ("limit", "offset") if name in asked}
    return {"data": data}


def plain(value):
    """Data without the classes of the framework, which print themselves in their own way."""
    if isinstance(value, dict):
        return {str(key): plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str.__str__(value) if isinstance(value, str) else value


def without_times(value):
    if isinstance(value, dict):
        return {key: "*" if key == "created_at" else without_times(member) for key, member in value.items()}
    return [without_times(item) for item in value] if isinstance(value, list) else value

# The first rows are those of our server, whose source has a tuple a line.
rows = pathlib.Path(__file__).parents[3].joinpath("src/customers/seeds.rs").read_text().splitlines()
rows = [ast.literal_eval(row.strip(" ,").replace("true", "True").replace("false", "False")) for row in rows if row.startswith("    (")]
for name, email, phone, is_active in (row for row in rows if len(row) == 4):
    Customer.objects.create(name=name, email=email, phone=phone, is_active=is_active)
for customer, product, quantity, price, status in (row for row in rows if len(row) == 5):
    price = Decimal(price) / 100
    Order.objects.create(customer_id=customer, product=product, quantity=quantity, price=price, status=status)


out = []


def go(tool, body=..., **kwargs):
    arguments = ({"kwargs": kwargs} if kwargs else {}) | ({} if body is ... else {"body": body})
    out.append({"tool": tool, "arguments": arguments, **call(tool, kwargs, None if body is ... else body)})


numbers = iter(range(1, 1000))


def mail():
    return f"new{next(numbers)}@example.com"


C, O = "customers_create", "orders_create"
# required and empty
go(C)
go(C, {})
go(C, {"name": "A"})
go(C, {"email": "x"})
go(C, {"email": "a@example.org"})
go(C, {"name": None, "email": None})
go(C, {"name": "", "email": ""})
go(C, {"name": "  \t", "email": "  "})
go(C, {"name": None, "email": "nope", "phone": None, "is_active": None})
go(C, {"name": [], "email": {}, "phone": [1], "is_active": []})
go(C, {"name": {"a": 1}, "email": ["a@example.com"], "phone": {}, "is_active": {"a": 1}})
go(C, {"name": True, "email": False, "phone": True, "is_active": "maybe"})
# what is no object
go(C, [1])
go(C, "text")
go(C, 7)
go(C, True)
go(C, 1.5)
go(C, [{"name": "A", "email": "a@example.com"}])
# lengths
go(C, {"name": "x" * 100, "email": mail()})
go(C, {"name": "x" * 101, "email": mail()})
go(C, {"name": " " + "x" * 100 + " ", "email": mail()})
go(C, {"name": "é" * 101, "email": mail()})
go(C, {"name": "é" * 100, "email": mail()})
go(C, {"name": "a", "email": "a" * 243 + "@example.com"})
go(C, {"name": "a", "email": "a" * 400 + "@example.com"})
go(C, {"name": "A", "email": mail(), "phone": "1" * 31})
go(C, {"name": "A", "email": mail(), "phone": ""})
go(C, {"name": "A", "email": mail(), "phone": "   "})
# null characters, trimming, numbers as text
go(C, {"name": "a\x00b", "email": mail()})
go(C, {"name": "x" * 101 + "\x00", "email": mail()})
go(C, {"name": "A", "email": "a\x00@example.com"})
go(C, {"name": "  Ann\n", "email": "  " + mail() + " "})
go(C, {"name": 42, "email": mail()})
go(C, {"name": 1.5, "email": mail()})
go(C, {"name": -0.00001, "email": mail()})
go(C, {"name": 1e16, "email": mail()})
go(C, {"name": 12345678901234567890, "email": mail(), "phone": 1e22})
go(C, {"name": "\x1fAnn\x1c", "email": mail()})
go(C, {"name": "\u00a0Ann\u3000", "email": mail()})
go(C, {"name": "\u200bAnn", "email": mail()})
go(C, {"name": "a\nb\u202e😀", "email": mail()})
go(C, {"name": "A", "email": 5})
go(C, {"name": "A", "email": 1e16})
# addresses
for e in ["a", "a@", "@example.com", "a@b", "a@localhost", "a@b.c", "a@b.cd", "a b@example.com", '"a b"@example.com', '"ab"@example.com', '"a\\ b"@example.org', "a..b@example.com", ".a@example.com", "a.@example.com", "a@-example.com", "a@example-.com", "a@example.-com", "a@example.com-", "a@example.c0m", "a@example.xn--p1ai", "a@[127.0.0.1]", "a@[::1]", "a@[300.0.0.1]", "a@exa_mple.com", "a@exämple.com", "ä@example.com", "a@example.com.", "a@@example.com", "a@b@example.com", "a+b-c_d=e/f?g{h}|i~j`k^l'm*n%o$p#q!@example.com", "a@" + "b" * 63 + ".com", "a@" + "b" * 64 + ".com", "a@1.2.3.com", "a@example.com\n", "a\n@example.com", "A@EXAMPLE.COM", "a@😀.com", "a@example.museum", "a@sub.-x.com", "a@sub..com"]:
    go(C, {"name": "A", "email": e})
# taken
go(C, {"name": "A", "email": "alice@example.com"})
go(C, {"name": "A", "email": " alice@example.com "})
go(C, {"name": "A", "email": "Alice@Example.com"})
go(C, {"email": "bob@example.com", "is_active": "x"})
# yes and no
for b in [True, False, 1, 0, 1.0, 0.0, "true", "FALSE", "yes", "No", "on", "off", "t", "Y", "1", "0", "null", "", " true", 2, -1, 0.5, "1.0"]:
    go(C, {"name": "B", "email": mail(), "is_active": b})
# unknown and read-only members
go(C, {"name": "R", "email": mail(), "id": 9999, "created_at": "2020-01-01T00:00:00Z", "colour": "red"})
# orders
ok = {"customer": 1, "product": "Cup", "quantity": 1, "price": "1.00"}


def order(**k): go(O, {**ok, **k})
go(O, {})
go(O, {k: None for k in list(ok) + ["status"]})
go(O, {k: "" for k in list(ok) + ["status"]})
go(O, {k: [] for k in list(ok) + ["status"]})
go(O, {k: {} for k in ok})
go(O, {k: True for k in list(ok) + ["status"]})
order()
for c in [99, 0, -1, "1", " 2 ", "99", "abc", "1.0", "", 1.0, "99999999999999999999", True, [1], {"id": 1}, "é'\"", "1_0", 9223372036854775807]:
    order(customer=c)
for q in [0, -1, 1, "3", " 4 ", "5.0", "5.", "5.5", 5.0, 5.5, "abc", "1_000", "+7", "0x10", 2147483647, 2147483648, 99999999999999999999, 1e3, 1e15, 1e16, "1e3", "9" * 1001, "", True, "-0", "--1", "1__0"]:
    order(quantity=q)
for p in ["0", "0.00", "-5", "-5.25", "1.005", "1.5", "12345678.99", "123456789.00", "99999999.99", "1234567890", "12345678901", "1e3", "1E+9", "1e-2", "1e-3", "NaN", "Infinity", "-inf", "abc", " 2.50 ", "1_000.5", ".5", "5.", "+1", "007.50", "0.000", "1,5", "", 19.99, 5, 0.1, 1e21, 1e-7, 1.10, "1 2", "1.2.3", "1e", "e5", ".", "9" * 1001, "0e5", "00000000000001", "0e99", "1e400", "1e-400", "sNaN"]:
    order(price=p)
for s in ["pending", "paid", "PAID", " paid", "x", "it's", 'a"b', "a'b\"c", 5, 1.5, None, True, ["paid"], {"a": None, "b": [True, 1.5, "é\n"]}, "", "é\u200b\t\\", "\x7f\u00ad😀", "\u0301x", "a\u0301", "\ud7ff\ue000"]:
    order(status=s)
# one by number
for pk in ["1", "2", "999999", "abc", "", "1.0", " 1 ", "-1", "0", "99999999999999999999", "1e0", "+1"]:
    go("customers_retrieve", pk=pk)
go("customers_retrieve", pk=1)
go("customers_retrieve", pk=99)
go("orders_retrieve", pk="1")
go("orders_retrieve", pk="99999")
# changing
U, P = "customers_update", "customers_partial_update"
go(U, {}, pk="1")
go(U, {"name": "Alice J."}, pk="1")
go(U, {"name": "Alice J.", "email": "alice@example.com"}, pk="1")
go(U, {"name": "A", "email": "bob@example.com"}, pk="1")
go(U, {"name": "A", "email": "z@example.com"}, pk="999999")
go(U, {"name": "A", "email": "nope"}, pk="999999")
go(U, {"name": "Dora", "email": "dora@example.com"}, pk="4")
go(U, {"name": "Dora", "email": "dora@example.com", "phone": "1", "is_active": False}, pk="4")
go(U, {"name": "Dora", "email": "dora@example.com"}, pk="4")
go(P, {}, pk="2")
go(P, {"phone": "5"}, pk="2")
go(P, {"email": "alice@example.com"}, pk="2")
go(P, {"email": "bob@example.com"}, pk="2")
go(P, {"name": ""}, pk="2")
go(P, {"name": None}, pk="2")
go(P, [1], pk="2")
go(P, {"is_active": "off"}, pk="2")
go(P, {"colour": 1, "id": 77}, pk="2")
go(P, {"name": "x"}, pk="nope")
go("orders_update", {}, pk="1")
go("orders_update", {**ok, "customer": 3}, pk="1")
go("orders_partial_update", {"status": "shipped"}, pk="1")
go("orders_partial_update", {"status": "lost"}, pk="1")
go("orders_partial_update", {"customer": 555, "quantity": 0, "price": "1.234"}, pk="1")
go("orders_partial_update", {"price": 7}, pk="1")
go("orders_destroy", pk="999999")
go("customers_destroy", pk="999999")
go("customers_destroy", pk="nope")
go("orders_destroy", pk="3")
go("orders_retrieve", pk="3")
go("customers_destroy", pk="20")
go("customers_retrieve", pk="20")
# lists
L, M = "customers_list", "orders_list"
go(L, id="3")
go(L, name="Carla Rossi")
go(L, name="carla rossi")
go(L, email="hana@example.jp")
go(L, email="nobody")
go(L, is_active="false", limit="2")
go(L, is_active="0", limit="1")
go(L, is_active="TRUE", limit="1")
go(L, id="abc")
go(L, id="", limit="1")
go(L, id="3", name="nobody")
go(L, name="a\x00")
go(L, colour="red", limit="1")
go(L, search="rossi")
go(L, search="CARLA example.it")
go(L, search="carla,rossi")
go(L, search="nobody here")
go(L, search='"Hana Sato"')
go(L, search="%")
go(L, search="_@", limit="1")
go(L, search="555 0103")
go(L, search="", limit="1")
go(L, search="O'Neill")
go(L, search="\\")
go(L, search="'Ines Duarte'")
go(L, ordering="-id", limit="2")
go(L, ordering="name", limit="2", id="3")
go(L, ordering="is_active,-id", limit="3")
go(L, ordering="email,id", limit="2")
go(M, status="paid")
go(M, status="lost")
go(M, status="it's")
go(M, customer="1", limit="1")
go(M, customer="999")
go(M, customer="abc")
go(M, price="18.5")
go(M, price="abc")
go(M, quantity="3", product="Coffee beans, 1 kg")
go(M, quantity="x")
go(M, price="1e2")
go(M, search="coffee")
go(M, ordering="-price,id", limit="3")
go(M, created_at="yesterday")
go(M, quantity="99999999999999999999")
go(M, price="NaN")
go(M, customer=" 1 ", limit="1")
go(M, customer="1.0")
go(M, limit="3", offset="3", status="paid")
go(M, limit="3", offset="6", ordering="-id")
go(M, limit="5", offset="3")
go(M, limit="2", offset="10000")
go(M, limit="5000", search="lamp")
go(M, limit="1", offset="0", id="2")
folder = pathlib.Path(__file__).parent
folder.joinpath("original.jsonl").write_text("".join(json.dumps(case) + "\n" for case in out))
with folder.joinpath("schemas.jsonl").open("w") as file:
    for base, viewset in SETS.items():
        for action in METHOD:
            title = registry._generate_tool_title(action, base)
            tool = MCPTool(name=f"{base}_{action}", viewset_class=viewset, action=action, title=title)
            file.write(json.dumps({"name": tool.name, "title": title, **generate_tool_schema(tool)}) + "\n")
print(len(out), "calls")
