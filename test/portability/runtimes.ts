/** How a runtime is brought to print the report of the bundle; `smoke.mjs` lies beside these files. */
export interface Runtime {
  readonly name: string
  /** Names of its program, any will do. */
  readonly programs: ReadonlyArray<string>
  /** How to get it. */
  readonly install: string
  readonly files: Readonly<Record<string, string>>
  readonly args: ReadonlyArray<string>
  /** The report in what it prints, where there is more. */
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

/** Without any permission: neither files nor network nor environment. */
const deno: Runtime = {
  name: "Deno",
  programs: ["deno"],
  install: "npm install --no-save deno",
  files: mainModule,
  args: ["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--cached-only", "main.mjs"],
}

/** Cloudflare's Workers, without their Node modules or a network: `workerd test` calls "test" and ends. */
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

/** A page; what it holds at the end is printed as HTML, so it is percent-encoded. */
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
    // Without a budget the page would be printed before the report is there.
    "--virtual-time-budget=10000",
    // A page of a file may not import another file.
    "--allow-file-access-from-files",
    // Root has no sandbox; what runs here is our own.
    "--no-sandbox",
    "--disable-gpu",
    "--user-data-dir=profile",
    "page.html",
  ],
  read: (page) => `${decodeURIComponent(/<body>(.*)<\/body>/s.exec(page)?.[1] ?? page)}\n`,
}

/** Every runtime besides Node itself. */
export const otherRuntimes: ReadonlyArray<Runtime> = [bun, deno, workerd, chromium]
