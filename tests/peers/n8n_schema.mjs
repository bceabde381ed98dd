// Holds a schema to what n8n makes of it: its structured output parser turns a JSON Schema into a zod schema.
//
//   node n8n_schema.mjs PEERS/n8n < {"schema": …, "good": […], "bad": […]}
//
// Every good value must pass and come out as it went in; every bad one must be refused. Says what was wrong, or how many
// values were judged.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

const require = createRequire(`${process.argv[2]}/package.json`);
const { jsonSchemaToZod } = require('@n8n/json-schema-to-zod');

const { schema, good, bad } = JSON.parse(readFileSync(0, 'utf8'));
const parser = jsonSchemaToZod(schema);
const faults = [];
for (const value of good) {
  const result = parser.safeParse(value);
  if (!result.success) faults.push(`refused: ${JSON.stringify(value)}: ${JSON.stringify(result.error.issues)}`);
  else if (!isDeepStrictEqual(result.data, value)) faults.push(`changed: ${JSON.stringify(value)}`);
}
for (const value of bad) {
  if (parser.safeParse(value).success) faults.push(`accepted: ${JSON.stringify(value)}`);
}
console.log(faults.length ? faults.join('\n') : `${good.length + bad.length} judged`);
process.exitCode = faults.length ? 1 : 0;
