// Build the tablet: npm run build. The output is committed, and the same input gives the same bytes.
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "static", "refereeing", "tablet");

await build({
  absWorkingDir: here,
  entryPoints: [
    { in: "src/main.tsx", out: "tablet" }, { in: "src/style.css", out: "style" },
    { in: "src/replay/main.tsx", out: "replay" }, { in: "src/replay/page.css", out: "replay" },
    { in: "src/dispute/main.tsx", out: "dispute" }, { in: "src/dispute/page.css", out: "dispute" },
  ],
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome100", "firefox100", "safari15.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "eof",
  charset: "utf8",
  logLevel: "warning",
});

for (const name of ["tablet.js", "style.css", "replay.js", "replay.css", "dispute.js", "dispute.css"]) {
  const bytes = readFileSync(join(out, name));
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}
