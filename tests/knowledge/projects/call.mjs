// Starts a compiled project and calls the service "everything" from outside, as any client would.
// A field for each type was generated twice: `must…` is required and unique, `may…` is neither.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const url = `http://localhost:${process.env.PORT}/everything`;
const server = spawn(process.execPath, ["lib/src/index.js"], { stdio: "inherit" });

const send = async (method, path = "", body) => {
  const response = await fetch(url + path, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return [response.status, await response.json()];
};

const must = {
  mustString: "Grüße, 世界 \"'`${1}; drop table everything; --",
  mustNumber: 9007199254740991,
  mustBoolean: true,
  mustDate: "2024-02-29T12:34:56.789Z",
  mustObjectId: "0123456789abcdef01234567",
  mustArray: [1, "two", null, { three: [3.5, false] }],
  mustObject: { nested: { list: [1, 2] }, "with space": "", $dollar: 1 },
};
const other = {
  mustString: "",
  mustNumber: -0.125,
  mustBoolean: false,
  mustDate: "1969-07-20T20:17:40.000Z",
  mustObjectId: "ffffffffffffffffffffffff",
  mustArray: [],
  mustObject: {},
};
const may = Object.fromEntries(Object.entries(must).map(([name, value]) => [name.replace("must", "may"), value]));

/** A record without its id and without what was not sent, which is `null` or not there. */
const values = (record) =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => !["id", "_id"].includes(name) && value !== null));

try {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(url);
      break;
    } catch (error) {
      assert.ok(tries < 3000 && server.exitCode === null, `the project does not start: ${error}`);
      await sleep(200);
    }
  }

  let [status, first] = await send("POST", "", must);
  assert.equal(status, 201, JSON.stringify(first));
  assert.deepEqual(values(first), must);
  const one = "/" + (first.id ?? first._id);
  assert.deepEqual(await send("GET", one), [200, first]);

  // Optional fields: set, changed, taken back.
  let changed;
  [status, changed] = await send("PATCH", one, may);
  assert.equal(status, 200, JSON.stringify(changed));
  assert.deepEqual(values(changed), { ...must, ...may });
  [status, changed] = await send("PATCH", one, Object.fromEntries(Object.keys(may).map((name) => [name, null])));
  assert.equal(status, 200, JSON.stringify(changed));
  assert.deepEqual(values(changed), must);

  // Unique: on create and on patch, for each field by itself.
  let second;
  [status, second] = await send("POST", "", other);
  assert.equal(status, 201, JSON.stringify(second));
  assert.deepEqual(values(second), other);
  const two = "/" + (second.id ?? second._id);
  for (const name of Object.keys(must)) {
    assert.equal((await send("PATCH", two, { [name]: must[name] }))[0], 409, name);
  }
  assert.equal((await send("POST", "", { ...must }))[0], 409);
  assert.deepEqual((await send("GET", two))[1], second);

  // Required, typed and closed.
  for (const name of Object.keys(must)) {
    const { [name]: _left, ...rest } = other;
    assert.equal((await send("POST", "", rest))[0], 400, name);
    assert.equal((await send("PATCH", two, { [name]: null }))[0], 400, name);
    assert.equal((await send("PATCH", two, { [name]: name === "mustString" ? 1 : "wrong" }))[0], 400, name);
  }
  assert.equal((await send("PATCH", two, { unknown: 1 }))[0], 400);
  assert.equal((await send("GET", "?mustArray[$gt]=1"))[0], 400);

  // Find: filters of each type, order, selection, pages.
  const total = async (query) => {
    const [code, body] = await send("GET", "?" + query);
    assert.equal(code, 200, JSON.stringify(body));
    return body.total;
  };
  assert.equal(await total(""), 2);
  assert.equal(await total("mustString=" + encodeURIComponent(must.mustString)), 1);
  assert.equal(await total("mustNumber[$lt]=0"), 1);
  assert.equal(await total("mustBoolean=true"), 1);
  assert.equal(await total("mustDate[$gt]=2000-01-01T00:00:00Z"), 1);
  assert.equal(await total("mustDate=" + encodeURIComponent("2024-02-29T13:34:56.789+01:00")), 1);
  assert.equal(await total("$or[0][mustDate][$lt]=1970-01-01T00:00:00Z&$or[1][mustNumber]=9007199254740991"), 2);
  assert.equal(await total("mustObjectId=" + must.mustObjectId), 1);
  const [, sorted] = await send("GET", "?$sort[mustNumber]=1&$limit=1&$select[]=mustNumber&$select[]=mustArray");
  assert.deepEqual(sorted.data.map(values), [{ mustNumber: other.mustNumber, mustArray: [] }]);

  assert.equal((await send("DELETE", one))[0], 200);
  assert.equal((await send("GET", one))[0], 404);
  assert.equal(await total(""), 1);
} finally {
  server.kill();
}
