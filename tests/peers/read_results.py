"""Reads JSON-RPC responses, one a line, with the protocol's own Python SDK, and says how many it could read."""

import json
import sys

from mcp.types import CallToolResult, InitializeResult, JSONRPCError, ListToolsResult

read = 0
for number, line in enumerate(sys.stdin, 1):
    message = json.loads(line)
    try:
        if "error" in message:
            if message["id"] is None:
                message["id"] = 0
            JSONRPCError.model_validate(message)
        elif "tools" in message["result"]:
            ListToolsResult.model_validate(message["result"])
        elif "protocolVersion" in message["result"]:
            InitializeResult.model_validate(message["result"])
        else:
            CallToolResult.model_validate(message["result"])
    except ValueError as fault:
        print(f"line {number}: {fault}\n{line}")
        sys.exit(1)
    read += 1
print(f"{read} read")
