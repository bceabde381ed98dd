"""Talks to an MCP server, over stdio where the target is a command and over streamable HTTP where it is an address.

    feathers_client.py wire TARGET…   sends the JSON-RPC messages of standard input, one a line, as they are, and
                                      prints the answers, one a line; it needs nothing but Python
    feathers_client.py sdk TARGET…    opens a session with the protocol's own SDK, makes the calls of standard input,
                                      one `[name, arguments]` a line, and prints what the SDK makes of the server: what
                                      it said when it was met, its tools, then each result
"""

import json
import subprocess
import sys
import urllib.request


def over_stdio(command, messages):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    for message in messages:
        server.stdin.write(message + "\n")
        server.stdin.flush()
        wanted = json.loads(message).get("id")
        while wanted is not None:
            line = server.stdout.readline()
            if not line:
                sys.exit("the server ended")
            if json.loads(line).get("id") == wanted:
                yield line.strip()
                break
    server.stdin.close()
    if server.wait(timeout=60) != 0:
        sys.exit(f"the server ended with {server.returncode}")


def over_http(url, messages):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    for message in messages:
        request = urllib.request.Request(url, message.encode(), headers, method="POST")
        with opener.open(request, timeout=60) as response:
            if "Mcp-Session-Id" in response.headers:
                headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
            body = response.read().decode()
        wanted = json.loads(message).get("id")
        lines = [line.removeprefix("data:").strip() for line in body.splitlines() if not line.startswith(("id:", "retry:"))]
        answers = [line for line in lines if line.startswith("{") and json.loads(line).get("id") == wanted]
        if wanted is not None:
            [answer] = answers
            yield answer
            if json.loads(message)["method"] == "initialize":
                headers["MCP-Protocol-Version"] = json.loads(answer)["result"]["protocolVersion"]


async def with_sdk(target, calls):
    from mcp import ClientSession, StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if target[0].startswith("http://"):
        transport = streamable_http_client(target[0])
    else:
        transport = stdio_client(StdioServerParameters(command=target[0], args=target[1:]))
    say = lambda model: print(json.dumps(model.model_dump(mode="json", by_alias=True, exclude_none=True)), flush=True)
    async with transport as streams, ClientSession(*streams[:2]) as session:
        say(await session.initialize())
        say(await session.list_tools())
        for name, arguments in calls:
            # The SDK itself checks structured content against the output schema, and fails where it does not fit.
            say(await session.call_tool(name, arguments))


def main():
    mode, *target = sys.argv[1:]
    lines = [line for line in sys.stdin.read().splitlines() if line]
    if mode == "sdk":
        import asyncio

        return asyncio.run(with_sdk(target, [json.loads(line) for line in lines]))
    answers = over_http(target[0], lines) if target[0].startswith("http://") else over_stdio(target, lines)
    for answer in answers:
        print(answer, flush=True)


main()
