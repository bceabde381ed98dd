"""A FastMCP server: `fast_server.py` over stdio, `fast_server.py http PORT` or `fast_server.py sse PORT` over HTTP."""

import sys

from answers import register
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.utilities.types import Image

server = FastMCP("demo-fastmcp", version="1.0")
register(server, Image, ToolError)


@server.resource("demo://greeting")
def greeting() -> str:
    """A text."""
    return "Hello from a resource"


@server.resource("demo://config", mime_type="application/json")
def config() -> dict:
    """JSON."""
    return {"a": 1}


@server.prompt
def review(code: str) -> str:
    """Asks for a review."""
    return "Review: " + code


if len(sys.argv) > 1:
    server.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]), show_banner=False)
else:
    server.run(show_banner=False)
