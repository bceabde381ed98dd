// Uses a server with the TypeScript SDK the way a client does: `through_proxy.mjs PEERS COMMAND…`. Prints one line of JSON
// that says what came of requests, notifications, sampling, elicitation, roots, progress and cancellation.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , peers, command, ...args] = process.argv;
const require = createRequire(pathToFileURL(`${peers}/package.json`));
const load = (path) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${path}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");
const types = await load("types.js");

const seen = { told: [] };
const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
const client = new Client({ name: "through-proxy", version: "1" }, { capabilities });
client.setRequestHandler(types.CreateMessageRequestSchema, (request) => {
  seen.sampled = request.params.messages[0].content.text;
  return { role: "assistant", model: "none", content: { type: "text", text: "ein Täßchen 🍵" } };
});
client.setRequestHandler(types.ElicitRequestSchema, (request) => {
  seen.elicited = request.params.message;
  return { action: "accept", content: { name: "Ada", check: true } };
});
const roots = [{ uri: "file:///one", name: "one" }];
client.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots }));
client.fallbackNotificationHandler = async (notification) => {
  seen.told.push(notification.method);
};
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));

const text = (result) => result.content.map((block) => block.text ?? `(${block.type})`).join("\n");
const call = (name, given = {}, options = undefined) =>
  client.callTool({ name, arguments: given }, undefined, options);

// Some tools appear once the server knows what the client can do.
let tools = [];
while (!["trigger-sampling-request", "trigger-elicitation-request", "get-roots-list"].every((name) => tools.includes(name))) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  tools = (await client.listTools()).tools.map((tool) => tool.name);
}
seen.tools = tools.length;
seen.server = client.getServerVersion().name;
seen.echo = text(await call("echo", { message: "größer \u2028 \"quoted\"\n" }));
seen.together = (await Promise.all([1, 2, 3, 4].map((a) => call("get-sum", { a, b: 100 })))).map(text);
seen.image = text(await call("get-tiny-image"));
const resources = (await client.listResources()).resources;
seen.resource = (await client.readResource({ uri: resources[0].uri })).contents.length;
seen.prompts = (await client.listPrompts()).prompts.length;
await client.ping();
seen.refused = await client.readResource({ uri: "nothing://there" }).then(() => "no", (error) => error.code);

const progress = [];
const onprogress = (update) => progress.push(update.progress);
await call("trigger-long-running-operation", { duration: 0.4, steps: 4 }, { onprogress });
seen.progress = progress;

seen.answeredSample = text(await call("trigger-sampling-request", { prompt: "tea?", maxTokens: 5 }));
seen.answeredElicitation = text(await call("trigger-elicitation-request"));
seen.roots = text(await call("get-roots-list"));
roots.push({ uri: "file:///two", name: "two" });
await client.sendRootsListChanged();

const stop = new AbortController();
const long = call("trigger-long-running-operation", { duration: 60, steps: 1 }, { signal: stop.signal });
setTimeout(() => stop.abort("enough of it"), 300);
seen.cancelled = await long.then(() => "no", (error) => String(error.message ?? error));
seen.after = text(await call("echo", { message: "still here" }));
await client.close();
console.log(JSON.stringify(seen));
