/** How a runtime is made to print the report of the bundle. `smoke.mjs` lies next to these files. */
export interface Runtime {
  readonly name: string
  /** Possible names of its program. */
  readonly programs: ReadonlyArray<string>
  /** How to install it. */
  readonly install: string
  readonly files: Readonly<Record<string, string>>
  readonly args: ReadonlyArray<string>
  /** Extracts the report, if the runtime prints more than that. */
  readonly read?: (printed: string) => string
}

/** For runtimes that start with a module. */
export const mainModule = {
  "main.mjs": `import { report } from "./smoke.mjs"
console.log(await report())
`,
}

const bun: Runtime = {
  name: "Bun",
  programs: ["bun"],
  install: "npm install --no-save bun",
  files: mainModule,
  args: ["--no-install", "main.mjs"],
}

/** Without any permissions: no files, network or environment. */
const deno: Runtime = {
  name: "Deno",
  programs: ["deno"],
  install: "npm install --no-save deno",
  files: mainModule,
  args: ["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--cached-only", "main.mjs"],
}

/** Cloudflare Workers, without Node modules or network. `workerd test` calls "test" and ends. */
const workerd: Runtime = {
  name: "workerd",
  programs: ["workerd"],
  install: "npm install --no-save workerd",
  files: {
    "worker.mjs": `import { report } from "smoke.mjs"
export default { test: async () => console.log(await report()) }
`,
    "worker.capnp": `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "smoke", worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "smoke.mjs", esModule = embed "smoke.mjs"),
  ],
  compatibilityDate = "2025-01-01",
  globalOutbound = (name = "none"),
)), (name = "none", network = (allow = []))]);
`,
  },
  args: ["test", "worker.capnp"],
}

/** A page, printed as HTML when it is done; hence the percent-encoding. */
const chromium: Runtime = {
  name: "headless Chromium",
  programs: ["chromium", "chromium-browser", "google-chrome"],
  install: "install Chromium or Google Chrome",
  files: {
    "page.html": `<script>
const show = (text) => (document.body.textContent = encodeURIComponent(text))
onerror = show
</script>
<script type="module">
import { report } from "./smoke.mjs"
show(await report().catch(String))
</script>
`,
  },
  args: [
    "--headless",
    "--dump-dom",
    // Without this, the page would be printed before the report is ready.
    "--virtual-time-budget=10000",
    // Without this, a local page may not import another file.
    "--allow-file-access-from-files",
    // There is no sandbox for root, and the code is our own.
    "--no-sandbox",
    "--disable-gpu",
    "--user-data-dir=profile",
    "page.html",
  ],
  read: (page) => `${decodeURIComponent(/<body>(.*)<\/body>/s.exec(page)?.[1] ?? page)}\n`,
}

/** Every runtime besides Node itself. */
export const otherRuntimes: ReadonlyArray<Runtime> = [bun, deno, workerd, chromium]
