// Compiles the benchmarks and runs them as plain JavaScript. Under tsx each function would be named anew whenever it is created,
// which is expensive for code with many small functions: the caller would take processor time away from the services.
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
  // The compiled files are in a folder from which Node finds the packages.
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
})
await import(pathToFileURL(resolve(outdir, "main.mjs")).href)
