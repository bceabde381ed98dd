// Reads JavaScript files without running them: `syntax.mjs module FILE…` or `syntax.mjs commonjs FILE…`. It fails where
// one of them is no JavaScript, as `node --check` does, but for all files of a project at once.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [kind, ...files] = process.argv.slice(2);
for (const file of files) {
  const code = readFileSync(file, "utf8");
  if (kind === "module") {
    new vm.SourceTextModule(code, { identifier: file });
  } else {
    vm.compileFunction(code, ["exports", "require", "module", "__filename", "__dirname"], { filename: file });
  }
}
