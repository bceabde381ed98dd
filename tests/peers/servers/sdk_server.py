"""A server made with the protocol's Python SDK: over stdio, or `sdk_server.py streamable-http|sse PORT`."""

import sys

from answers import register
from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("demo-sdk")
register(server, Image, ToolError)


@server.resource("demo://greeting")
def greeting() -> str:
    """A text."""
    return "Hello from a resource"


@server.prompt()
def review(code: str) -> str:
    """Asks for a review."""
    return "Review: " + code


if len(sys.argv) > 1:
    server.run(sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]))
else:
    server.run("stdio")
