"""Talks to an MCP server, over stdio where the target is a command and over streamable HTTP where it is an address.

    client.py wire TARGET…   sends the JSON-RPC messages of standard input, one a line, as they are, and
                                      prints the answers, one a line; it needs nothing but Python
    client.py sdk TARGET…    opens a session with the protocol's own SDK, makes the calls of standard input,
                                      one `[name, arguments]` a line, and prints what the SDK makes of the server: what
                                      it said when it was met, its tools, then each result
    client.py read TARGET…   opens such a session, prints what it said, every page of its resources and its
                                      templates, then what becomes of each line: `{"read": URI}`, `{"read": null}` for all that was
                                      listed, `{"page": CURSOR}` or `{"complete": TEXT}` for the first argument of the
                                      first template
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
    if server.wait(timeout=600) != 0:
        sys.exit(f"the server ended with {server.returncode}")


def over_http(url, messages):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    for message in messages:
        request = urllib.request.Request(url, message.encode(), headers, method="POST")
        with opener.open(request, timeout=600) as response:
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


def say(model):
    print(json.dumps(model.model_dump(mode="json", by_alias=True, exclude_none=True)), flush=True)


def transport_to(target):
    from mcp import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if target[0].startswith("http://"):
        return streamable_http_client(target[0])
    return stdio_client(StdioServerParameters(command=target[0], args=target[1:]))


async def call_with_sdk(target, calls):
    from mcp import ClientSession

    async with transport_to(target) as streams, ClientSession(*streams[:2]) as session:
        say(await session.initialize())
        say(await session.list_tools())
        for name, arguments in calls:
            # The SDK itself checks structured content against the output schema, and fails where it does not fit.
            say(await session.call_tool(name, arguments))


async def read_with_sdk(target, requests):
    from mcp import ClientSession, MCPError
    from mcp.types import PaginatedRequestParams, ResourceTemplateReference

    async def page(cursor):
        return await session.list_resources(params=PaginatedRequestParams(cursor=cursor))

    async with transport_to(target) as streams, ClientSession(*streams[:2]) as session:
        say(await session.initialize())
        uris, cursor = [], ""
        while cursor is not None:
            listed = await page(cursor or None)
            say(listed)
            uris += [resource.uri for resource in listed.resources]
            cursor = listed.next_cursor
        templates = await session.list_resource_templates()
        say(templates)
        template = templates.resource_templates[0].uri_template
        argument = template[template.index("{") + 1 : template.index("}")]
        for request in requests:
            try:
                if "read" in request:
                    for uri in uris if request["read"] is None else [request["read"]]:
                        say(await session.read_resource(uri))
                elif "page" in request:
                    say(await page(request["page"]))
                else:
                    value = {"name": argument, "value": request["complete"]}
                    say(await session.complete(ResourceTemplateReference(uri=template), value))
            except MCPError as error:
                print(json.dumps({"error": {"code": error.error.code, "message": error.error.message}}), flush=True)


def main():
    mode, *target = sys.argv[1:]
    lines = [line for line in sys.stdin.read().splitlines() if line]
    if mode in ("sdk", "read"):
        import asyncio

        with_sdk = call_with_sdk if mode == "sdk" else read_with_sdk
        return asyncio.run(with_sdk(target, [json.loads(line) for line in lines]))
    answers = over_http(target[0], lines) if target[0].startswith("http://") else over_stdio(target, lines)
    for answer in answers:
        print(answer, flush=True)


main()
