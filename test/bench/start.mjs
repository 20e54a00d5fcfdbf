// Compiles the benchmarks and runs them as programs are run. Not by tsx: it has each function named anew whenever it is made,
// which costs code of many small functions dearly, and the caller takes time of the processors that the services then miss.
import { build } from "esbuild"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

const outdir = resolve("node_modules", ".cache", "talonario-bench")
const programs = ["main", "comparator/main", "http/load", "webhooks/receiver"]
await build({
  entryPoints: programs.map((name) => `test/bench/${name}.ts`),
  outdir,
  outbase: "test/bench",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // They stand where Node finds the packages.
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
})
await import(pathToFileURL(resolve(outdir, "main.mjs")).href)
