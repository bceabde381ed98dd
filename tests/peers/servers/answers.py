"""The tools that the FastMCP and the SDK server share: one for each kind of answer that Python servers give."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63f8ffff3f0005fe02fea735a0b80000000049454e44ae426082"
)


@dataclass
class Point:
    x: int
    y: float
    label: str = "p"


class Person(BaseModel):
    name: str
    age: int
    tags: list[str] = []


def get_dict() -> dict:
    """A dict without a declared shape."""
    return {"id": 7, "name": "Ann", "status": "active"}


def get_typed_dict() -> dict[str, int]:
    """A dict with a declared shape."""
    return {"a": 1, "b": 2}


def list_dicts() -> list[dict]:
    """Rows."""
    return [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]


def list_dicts_untyped():
    """Rows without a declared shape."""
    return [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]


def list_empty() -> list[dict]:
    """No rows."""
    return []


def list_strings() -> list[str]:
    """Texts."""
    return ["red", "green", "blue"]


def list_strings_untyped():
    """Texts without a declared shape."""
    return ["red", "green", "blue"]


def get_string() -> str:
    """A text."""
    return "Hello, world"


def get_json_string() -> str:
    """JSON in a text."""
    return '{"results": [{"title": "A", "url": "https://example.org/a"}], "total": 1}'


def get_empty_string() -> str:
    """An empty text."""
    return ""


def get_number() -> float:
    """A number."""
    return 21.5


def get_big_int() -> int:
    """A number beyond 64 bits."""
    return 12345678901234567890123


def get_bool() -> bool:
    """A boolean."""
    return True


def get_nothing() -> None:
    """Nothing."""
    return None


def get_nothing_untyped():
    """Nothing, without a declared shape."""
    return None


def get_dataclass() -> Point:
    """A dataclass."""
    return Point(1, 2.5)


def get_model() -> Person:
    """A model."""
    return Person(name="Ann", age=30, tags=["x"])


def list_models() -> list[Person]:
    """Models."""
    return [Person(name="Ann", age=30), Person(name="Bob", age=31)]


def get_tuple() -> tuple[int, str]:
    """A tuple."""
    return (1, "one")


def search_pages(query: str, page: int = 1) -> dict:
    """Five results on three pages."""
    results = [{"id": number, "q": query} for number in range((page - 1) * 2, min(page * 2, 5))]
    return {"results": results, "page": page, "page_size": 2, "total": 5, "has_more": page * 2 < 5}


def send_note(to: str, text: str) -> dict:
    """Does something."""
    return {"success": True, "noteId": "n-1", "to": to, "message": "Note sent"}


def send_note_refused(to: str) -> dict:
    """Fails without saying so to the protocol."""
    return {"success": False, "error": "recipient unknown", "to": to}


def raise_exception() -> dict:
    """Fails."""
    raise ValueError("the database is away")


def get_mismatch() -> Person:
    """Answers what it did not declare."""
    return {"name": "Ann"}


def get_nan() -> dict:
    """Numbers that JSON does not have."""
    return {"mean": float("nan"), "max": float("inf")}


def get_bytes() -> bytes:
    """Bytes."""
    return b"plain bytes"


def get_umlaut() -> dict:
    """Text beyond ASCII."""
    return {"stadt": "Köln", "emoji": "🧪", "ctl": "a\u0001b", "sep": "a\u2028b"}


def register(server, image, tool_error):
    """Adds all tools to a server, with its own image and error types."""

    def get_image():
        """An image."""
        return image(data=PNG, format="png")

    def get_mixed() -> Any:
        """Text, an image and data."""
        return ["a picture:", image(data=PNG, format="png"), {"width": 1}]

    def raise_tool_error() -> dict:
        """Fails in the way that the library asks for."""
        raise tool_error("quota exceeded: 3 of 3 used")

    own = [get_image, get_mixed, raise_tool_error]
    here = [
        thing
        for name, thing in globals().items()
        if callable(thing) and name.split("_")[0] in ("get", "list", "search", "send", "raise")
    ]
    for tool in here + own:
        server.tool()(tool)
