#!/usr/bin/env python3
"""Stands between the conformance suite and Retort: does, for each scenario, what a person at a terminal would do.

The suite appends the address of its server, and tells the scenario and what belongs to it in the environment.
RETORT names the program. This file is also the browser: it opens the page that it is given, and follows it.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request


def browse(url):
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=20).read()


def retort(*arguments):
    return subprocess.run([os.environ["RETORT"], *arguments], capture_output=True, text=True)


def must(*arguments):
    done = retort(*arguments)
    sys.stderr.write(done.stderr)
    sys.stdout.write(done.stdout)
    if done.returncode != 0:
        sys.exit(done.returncode)


def kept(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def main(url):
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RETORT_DATA_DIR"] = folder
        os.environ["BROWSER"] = os.path.abspath(__file__)
        match scenario:
            case "initialize":
                return must("tools", url)
            case "tools_call":
                return must("call", url, "add_numbers", "a=5", "b=3")
            case "elicitation-sep1034-client-defaults":
                return must("call", url, "test_client_elicitation_defaults", "--elicit", "accept")
            case "sse-retry":
                return must("call", url, "test_reconnection")
            case "auth/scope-step-up":
                return must("call", url, "test-tool", "--login")
            case "auth/scope-retry-limit":
                # It ends when a person would have been asked too often.
                done = retort("tools", url, "--login")
                return sys.exit(0 if done.returncode == 2 else 1)
            case "auth/resource-mismatch":
                # Metadata of another server must not be trusted.
                done = retort("login", url)
                sys.stderr.write(done.stderr)
                return sys.exit(0 if done.returncode == 2 and "resource" in done.stderr else 1)
            case "auth/basic-cimd":
                how = ["--client-metadata-url", "https://conformance-test.local/client-metadata.json"]
            case "auth/pre-registration":
                how = ["--client-id", context["client_id"], "--client-secret", context["client_secret"]]
            case "auth/client-credentials-basic":
                how = ["--client-credentials", "--client-id", context["client_id"]]
                how += ["--client-secret", context["client_secret"]]
            case "auth/client-credentials-jwt":
                key = kept(folder, "key.pem", context["private_key_pem"])
                how = ["--client-id", context["client_id"], "--client-key", key]
            case "auth/cross-app-access-complete-flow":
                token = kept(folder, "id-token", context["idp_id_token"])
                how = ["--client-id", context["client_id"], "--client-secret", context["client_secret"]]
                how += ["--idp", context["idp_token_endpoint"], "--idp-client-id", context["idp_client_id"]]
                how += ["--id-token", token]
            case _:
                how = []
        must("login", url, *how)
        must("tools", url)
        if scenario.startswith("auth/client-credentials") or scenario.startswith("auth/cross-app"):
            return None
        return must("call", url, "test-tool")


if __name__ == "__main__":
    if os.environ.get("BROWSER") == os.path.abspath(__file__):
        browse(sys.argv[-1])
    else:
        main(sys.argv[-1])
