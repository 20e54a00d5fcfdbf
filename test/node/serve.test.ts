import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, ManagedRuntime, Schema } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { open, readdir, readFile, stat } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { verifyChain } from "../../core/registry/chain.ts"
import { readDrawnPages, readQr } from "../pdf/readQr.ts"
import { portOf } from "../support/portOf.ts"
import { command } from "../support/programs.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { makeWorkshop } from "../support/workshop.ts"
import { commandLine } from "./commandLine.ts"
import { preparedDataFolder } from "./preparedFolder.ts"
import { registryOf } from "./registryOf.ts"
import { serversOf } from "./serverObservation.ts"
import { dataFolder, serve, type Server, start, talonario, type Variables } from "./talonarioProcess.ts"

const keyOf = ({ stdout }: Server, mode: "live" | "test"): string =>
  new RegExp(`svc_${mode}_\\w{43}`).exec(stdout())?.[0] ?? assert.fail("no key was printed")

const call = (server: Server, key: string, method: string, path: string, body?: unknown) =>
  Effect.promise(async () => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${server.address}${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) }
  })

const draft = (server: Server, key: string) =>
  Effect.map(
    call(server, key, "POST", "/facturas", { lineas: [{ descripcion: "x", precio: 10 }] }),
    ({ json }): string => Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(json).id,
  )

/** The JSON that a command prints first, which runs until the scope closes. */
const firstTold = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => start([...args, "--json"], variables)),
    (child) => Effect.sync(() => void child.kill("SIGKILL")),
  ).pipe(Effect.flatMap(({ stdout }) =>
    Effect.promise(async () => JSON.parse(String((await once(stdout ?? assert.fail(), "data"))[0])))))

/** A server, with its data folder, that tests may share as none of them changes it. */
class Running extends Effect.Service<Running>()("test/Running", {
  scoped: Effect.flatMap(preparedDataFolder, (folder) => Effect.map(serve({ TALONARIO_DATA: folder }), (server) => ({ folder, server }))),
}) {}

// Not the `layer` of @effect/vitest, which replaces everybody's `it.effect` by one with a running clock.
const shared = ManagedRuntime.make(Running.Default)
afterAll(() => shared.dispose())

describe("talonario serve", () => {
  it.scopedLive("greets with lines that, when pasted, make an invoice with the tax authority's QR in its PDF", () =>
    Effect.gen(function*() {
      const folder = yield* dataFolder
      const server = yield* serve({ TALONARIO_DATA: folder })
      const [lines = assert.fail("no lines")] = /^TALONARIO=[\s\S]*factura\.pdf$/m.exec(server.stdout()) ?? []
      const pasted = spawnSync("bash", ["-euo", "pipefail", "-c", lines], { cwd: folder, encoding: "utf8" })
      assert.strictEqual(pasted.status, 0, pasted.stderr)
      const [page = assert.fail("no page")] = yield* Effect.promise(async () =>
        readDrawnPages(new Uint8Array(await readFile(join(folder, "factura.pdf")))))
      assert.match(
        readQr(page, 12) ?? "",
        /^https:\/\/www2\.agenciatributaria\.gob\.es\/wlpl\/TIKE-CONT\/ValidarQR\?nif=B12345674&numserie=A-1&fecha=\d\d-\d\d-\d{4}&importe=726\.00$/,
      )
      assert.strictEqual(yield* server.end, 0)
      const again = yield* serve({ TALONARIO_DATA: folder })
      assert.notInclude(again.stdout(), "svc_", "keys are shown once")
    }), 60_000)

  it.scopedLive("creates one demonstration company, however many servers start at once", () =>
    Effect.gen(function*() {
      const folder = yield* dataFolder
      const variables = { TALONARIO_DATA: folder, TALONARIO_PUBLIC_URL: "https://facturas.example" }
      const started = Array.from({ length: 4 }, () => serve(variables, ["--no-workers"]))
      const servers = yield* Effect.all(started, { concurrency: "unbounded" })
      const [first, ...others] = servers.filter(({ stdout }) => stdout().includes("svc_live_"))
      assert.lengthOf(others, 0)
      assert.include(first?.stdout(), "\nTALONARIO=https://facturas.example/api/v1\n")
      const { stdout } = yield* commandLine(["org", "list", "--json"], { TALONARIO_DATA: folder })
      assert.lengthOf(JSON.parse(stdout), 1)
      assert.notInclude(yield* Effect.promise(() => readdir(folder)), "demonstration")
    }), 60_000)

  it.scopedLive("drains and ends when npm, which started it, is told to end", () =>
    Effect.gen(function*() {
      const folder = yield* preparedDataFolder
      const { HOME = folder, PATH = "" } = process.env
      const env = { HOME, PATH, TALONARIO_DATA: folder, PORT: "0" }
      // Without `prestart`, which would rebuild what other tests are running.
      for (const args of [["start", "--ignore-scripts"], ["run", "--silent", "--ignore-scripts", "talonario", "--", "serve"]]) {
        const npm = yield* Effect.acquireRelease(
          Effect.sync(() => spawn("npm", args, { env, detached: true, stdio: ["ignore", "pipe", "ignore"] })),
          ({ pid = 0 }) => Effect.ignore(Effect.try(() => process.kill(-pid, "SIGKILL"))),
        )
        const ended = once(npm, "exit")
        const address = yield* Effect.promise(async () => {
          let told = ""
          for await (const text of npm.stdout) {
            const [, found] = /listens on (http:\S+)/.exec(told += text) ?? []
            if (found !== undefined) return found
          }
          return assert.fail(told)
        })
        npm.kill("SIGTERM")
        assert.strictEqual((yield* Effect.promise(() => ended))[0], 0, args.join(" "))
        assert.isTrue(yield* Effect.promise(() => fetch(`${address}/salud`).then(() => false, () => true)), "nobody listens any more")
      }
    }), 60_000)

  it.scopedLive("takes two signals in a row for one, as npm repeats them, and ends at once on a later one", () =>
    Effect.gen(function*() {
      const folder = yield* preparedDataFolder
      // SIGHUP comes from a terminal that closes.
      for (const signal of ["SIGINT", "SIGHUP"] as const) {
        const told = yield* serve({ TALONARIO_DATA: folder })
        process.kill(told.pid, signal)
        assert.strictEqual(yield* told.end, 0, signal)
        assert.lengthOf(serversOf(join(folder, "postgres")), 0, "its database has ended too")
      }

      const held = yield* serve({ TALONARIO_DATA: folder })
      const { hostname, port } = new URL(held.address)
      const half = connect(Number(port), hostname, () => void half.write("GET /api/v1/salud HT"))
      half.on("error", () => {})
      yield* Effect.promise(() => once(half, "ready"))
      yield* Effect.sleep("200 millis")
      process.kill(held.pid, "SIGTERM")
      yield* Effect.sleep("700 millis")
      assert.strictEqual(yield* held.end, 130)
    }), 60_000)

  it.scopedLive("prints its addresses as one JSON value with --json, and so does a worker", () =>
    Effect.gen(function*() {
      const variables = { TALONARIO_DATA: yield* preparedDataFolder, TALONARIO_METRICS_PORT: "0" }
      const { claves, metricas, url } = yield* firstTold(variables, "serve", "--port", "0")
      assert.match(claves.live, /^svc_live_/)
      const index = yield* Effect.promise(() => fetch(url, { headers: { authorization: `Bearer ${claves.test}` } }))
      const scraped = yield* Effect.promise(() => fetch(metricas))
      assert.deepStrictEqual([index.status, scraped.status], [200, 200])
      assert.match((yield* firstTold(variables, "work")).metricas, /^http/)
    }), 60_000)

  it.scopedLive("listens where its options say, and with a configured database counts requests there and opens no company", () =>
    Effect.gen(function*() {
      const { pool, variables } = yield* makeWorkshop((yield* migratedDatabase).url)
      const settings = { PORT: "1", HOST: "192.0.2.1", TALONARIO_TRUSTED_PROXIES: "127.0.0.1,::1", TALONARIO_RATE_LIMIT: "1/60" }
      const told = yield* firstTold({ ...variables, ...settings }, "serve", "--port", "0", "--host", "localhost", "--no-workers")
      assert.match(told.url, /^http:\/\/localhost:\d+\/api\/v1$/)
      assert.deepStrictEqual(told, { url: told.url, metricas: null, claves: null })
      const statuses = yield* Effect.forEach(["203.0.113.1", "203.0.113.1", "203.0.113.2"], (client) =>
        Effect.promise(async () => (await fetch(told.url, { headers: { "x-forwarded-for": client } })).status))
      assert.deepStrictEqual(statuses, [401, 429, 401])
      const rows = async (sql: string) => (await pool.query(sql)).rowCount
      const counted = yield* Effect.promise(() =>
        Promise.all([
          rows("SELECT FROM rate_limit"),
          rows("SELECT FROM organization"),
          rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"),
        ]))
      assert.deepStrictEqual(counted, [2, 0, 0], "nobody works, either")
    }), 60_000)

  it.scopedLive("loses nothing that it acknowledged, and leaves nothing half done, when killed under load", () =>
    Effect.gen(function*() {
      const folder = yield* preparedDataFolder
      const variables = { TALONARIO_DATA: folder, TALONARIO_RATE_LIMIT: "100000/60" }
      const first = yield* serve(variables)
      const key = keyOf(first, "live")
      const drafts = yield* Effect.forEach(Array.from({ length: 120 }), () => draft(first, key), { concurrency: 16 })
      const acknowledged: Array<string> = []
      const issuing = yield* Effect.fork(
        Effect.forEach(drafts, (id) =>
          Effect.map(call(first, key, "POST", `/facturas/${id}/emitir`), ({ status }) => {
            if (status === 201) acknowledged.push(id)
          }).pipe(Effect.catchAllDefect(() => Effect.void)), { concurrency: 16, discard: true }),
      )
      while (acknowledged.length < 20) yield* Effect.sleep("1 millis")
      yield* first.kill
      yield* issuing
      assert.isBelow(acknowledged.length, 120, "it was killed in the middle")

      const second = yield* serve(variables)
      const read = yield* Effect.forEach(drafts, (id) => call(second, key, "GET", `/facturas/${id}`), { concurrency: 8 })
      const issued = read.map(({ json }) => json).filter(({ estado }) => estado === "sent")
      for (const id of acknowledged) assert.isTrue(issued.some((invoice) => invoice.id === id), `${id} was acknowledged`)
      assert.deepStrictEqual(
        issued.map(({ numero }) => numero).toSorted((a, b) => a - b),
        issued.map((_, i) => i + 1),
        "no gap, no double",
      )
      const { head, records } = yield* registryOf(folder)
      assert.lengthOf(records, issued.length)
      assert.isUndefined(verifyChain(() => records, head))
      assert.strictEqual((yield* call(second, key, "POST", `/facturas/${drafts[119]}/emitir`)).status === 500, false)
    }), 120_000)

  it.scopedLive("answers 500 with a reference to its log while the database is away, then serves again", () =>
    Effect.gen(function*() {
      const folder = yield* preparedDataFolder
      const server = yield* serve({ TALONARIO_DATA: folder, TALONARIO_RATE_LIMIT: "100000/60" })
      const key = keyOf(server, "live")
      const id = yield* draft(server, key)
      const [pid] = (yield* Effect.promise(() => readFile(join(folder, "postgres", "data", "postmaster.pid"), "utf8"))).split("\n")
      process.kill(Number(pid), "SIGKILL")
      const failed = yield* call(server, key, "GET", `/facturas/${id}`).pipe(
        Effect.repeat({ until: ({ status }) => status === 500, times: 2_000 }),
      )
      assert.strictEqual(failed.status, 500, "the outage was noticed")
      assert.strictEqual(failed.json.error.codigo, "error_interno")
      assert.match(failed.json.error.detalles.referencia, /^\S{8}$/)
      assert.include(server.stderr(), failed.json.error.detalles.referencia)
      const last = yield* call(server, key, "POST", `/facturas/${id}/emitir`).pipe(
        Effect.zipLeft(Effect.sleep("50 millis")),
        Effect.repeat({ until: ({ status }) => status !== 500, times: 400 }),
      )
      assert.deepStrictEqual([last.status, last.json.numero], [201, 1])
    }), 90_000)

  it.live("lets commands run beside it, and refuses a revoked key at once", () =>
    Effect.gen(function*() {
      const { folder, server } = yield* Running
      const json = (args: ReadonlyArray<string>, run = commandLine) =>
        Effect.map(run([...args, "--json"], { TALONARIO_DATA: folder }), ({ code, stderr, stdout }) => {
          assert.strictEqual(code, 0, stderr)
          return JSON.parse(stdout)
        })
      const org = yield* json(["org", "create", "--nombre", "Panadería Ñ", "--nif", "b-12345674", "--region-fiscal", "canarias"], talonario)
      assert.deepInclude(org, { nombre: "Panadería Ñ", nif: "B12345674", region_fiscal: "canarias", tipo_iva_defecto: 7 })
      const key = yield* json(["key", "create", "--org", org.id, "--mode", "test", "--scopes", "invoices:read,contacts:write"])
      assert.deepInclude(key, { modo: "test", scopes: ["contacts:write", "invoices:read"] })
      const { json: index, status } = yield* call(server, key.clave, "GET", "/")
      assert.deepStrictEqual([status, index.empresa_id, index.modo], [200, org.id, "test"])
      const renamed = yield* json(["org", "update", org.id, "--nombre", "Panadería Nueva", "--sector", ""])
      assert.deepInclude(renamed, { nombre: "Panadería Nueva", sector: null, nif: "B12345674" })
      assert.strictEqual((yield* json(["org", "list"])).length, 2)
      const unknown = yield* commandLine(["key", "create", "--org", "nadie", "--mode", "live", "--scopes", "all"], { TALONARIO_DATA: folder })
      assert.deepStrictEqual([unknown.code, unknown.stderr.trim()], [1, "no existe la organización"])
      const other = yield* json(["org", "create", "--nombre", "Sin claves"])
      const keyless = yield* commandLine(["key", "list", "--org", other.id], { TALONARIO_DATA: folder })
      assert.deepStrictEqual(keyless, { code: 0, stdout: "", stderr: "there are none\n" })
      const named = ["key", "create", "--org", org.id, "--mode", "test", "--scopes", "all", "--nombre"]
      const lines = yield* commandLine([...named, "caja\nfin"], { TALONARIO_DATA: folder })
      assert.deepStrictEqual([lines.code, lines.stderr.trim()], [1, "nombre: debe ocupar una sola línea"])
      yield* json(["key", "revoke", key.id])
      assert.strictEqual((yield* call(server, key.clave, "GET", "/")).status, 401)
      const [listed] = yield* json(["key", "list", "--org", org.id])
      assert.isNotNull(listed.revocada)
      assert.notInclude(JSON.stringify(listed), key.clave.slice(10))
    }).pipe(Effect.provide(shared)), 90_000)

  it.live("keeps its secret readable by its owner alone", () =>
    Effect.gen(function*() {
      const { folder, server } = yield* Running
      const secret = yield* Effect.promise(() => readFile(join(folder, "secret"), "utf8"))
      const { mode } = yield* Effect.promise(() => stat(join(folder, "secret")))
      assert.strictEqual(mode & 0o777, 0o600)
      assert.isAtLeast(secret.length, 32)
      assert.notInclude(server.stdout() + server.stderr(), secret)
    }).pipe(Effect.provide(shared)), 60_000)
})

describe("talonario, when something is wrong", () => {
  const none = { DATABASE_URL: "postgres://nobody:hunter2@127.0.0.1:1/none", TALONARIO_SECRET: "0".repeat(32) }

  it.live("says clearly that the database cannot be reached, without showing its password", () =>
    Effect.gen(function*() {
      for (const [run, ...args] of [[talonario, "serve", "--port", "0"], [commandLine, "migrate"], [commandLine, "org", "list"]] as const) {
        const { code, stderr, stdout } = yield* run(args, none)
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.match(stderr, /^database: .*ECONNREFUSED/m)
        assert.notInclude(stderr, "hunter2")
        assert.notMatch(stderr, /\n\s+at /, "a sentence, not a stack")
      }
    }), 60_000)

  it.live("ends with 1 when a signal interrupts a command, and with 0 what runs until then anyway", () =>
    Effect.promise(async () => {
      const endedEarly = async (...args: ReadonlyArray<string>) => {
        const silent = createServer((connection) => void connection.on("error", () => {})).listen(0, "127.0.0.1")
        await once(silent, "listening")
        const child = start(args, { ...none, DATABASE_URL: `postgres://nobody@127.0.0.1:${portOf(silent)}/none` })
        const output = { stdout: "", stderr: "" }
        child.stdout?.on("data", (text) => (output.stdout += text))
        child.stderr?.on("data", (text) => (output.stderr += text))
        await once(silent, "connection")
        child.kill("SIGTERM")
        const [code] = await once(child, "close")
        silent.close()
        return { code, ...output }
      }
      const [worked, ...others] = await Promise.all([
        endedEarly("work"), endedEarly("migrate"), endedEarly("registry", "verify", "--json"),
      ])
      assert.deepStrictEqual([worked.code, worked.stdout], [0, ""])
      for (const { code, stderr, stdout } of others) {
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.match(stderr, /^ended by a signal before it was done/m)
      }
    }), 60_000)

  it.live("ends with 1 when there is no space for its output, and with 0 when nobody reads it", () =>
    Effect.promise(async () => {
      const { PATH = "" } = process.env
      const shown = async (stdout: number | "pipe") => {
        const child = spawn(process.execPath, [command, "declaracion"], { env: { PATH }, stdio: ["ignore", stdout, "pipe"] })
        child.stdout?.destroy()
        let stderr = ""
        child.stderr?.on("data", (text) => (stderr += text))
        return { code: (await once(child, "close"))[0], stderr }
      }
      assert.deepStrictEqual(await shown("pipe"), { code: 0, stderr: "" })
      if (process.platform !== "linux") return
      const full = await open("/dev/full", "w")
      const { code, stderr } = await shown(full.fd).finally(() => full.close())
      assert.strictEqual(code, 1)
      assert.match(stderr, /^the answer could not be written to stdout: ENOSPC/)
    }), 60_000)

  it.live("writes a long answer to its end, also for somebody who reads it slowly, as in less", () =>
    Effect.promise(async () => {
      const { PATH = "" } = process.env
      const long = `data:text/javascript,process.stdout.write("x".repeat(1e6))`
      const args = ["--import", long, command, "--version"]
      const child = spawn(process.execPath, args, { env: { PATH }, stdio: ["ignore", "pipe", "inherit"] })
      await setTimeout(8_000)
      assert.match(await text(child.stdout), /^x{1000000}\d+\.\d+\.\d+\n$/)
    }), 60_000)

  it.live("names a wrong setting", () =>
    Effect.gen(function*() {
      const wrong = [
        [{ PORT: "99999" }, "PORT"], [{ TALONARIO_RATE_LIMIT: "lots" }, "TALONARIO_RATE_LIMIT"],
        [{ TALONARIO_SECRET: "corto-pero-secreto" }, "TALONARIO_SECRET"], [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
        [{ TALONARIO_PUBLIC_URL: "not an address" }, "TALONARIO_PUBLIC_URL"], [{ TALONARIO_AEAT: "moon" }, "TALONARIO_AEAT"],
        [{ DATABASE_URL: "postgres://u:corto-pero-secreto/1@h/d" }, "DATABASE_URL"],
        [{ DATABASE_URL: none.DATABASE_URL }, "TALONARIO_SECRET"], [{ TALONARIO_DATA: "/proc/none" }, "/proc/none"],
        [{ TALONARIO_PUBLIC_URL: "https://example.org/?a" }, "TALONARIO_PUBLIC_URL"],
        [{ TALONARIO_PUBLIC_URL: "https://example.org/api/v1/" }, "TALONARIO_PUBLIC_URL"], [{ TALONARIO_PRODUCER: "x".repeat(121) }, "TALONARIO_PRODUCER"],
        [{ TALONARIO_PRODUCER_NIF: "B12345675" }, "TALONARIO_PRODUCER_NIF"],
      ] as const
      const told = yield* Effect.forEach(wrong, ([variables, name]) =>
        Effect.map(commandLine(["serve"], { TALONARIO_DATA: "/dev/null/talonario", ...variables }), (ran) => ({ ...ran, name })))
      for (const { code, name, stderr } of told) {
        assert.strictEqual(code, 1, name)
        assert.include(stderr, name, stderr)
        const lines = stderr.trim().split("\n")
        assert.strictEqual(new Set(lines).size, lines.length, stderr)
        assert.notInclude(stderr, "corto-pero-secreto")
      }
    }), 60_000)

  it.live("names all wrong settings before it starts or warns of anything", () =>
    Effect.gen(function*() {
      const several = {
        TALONARIO_RATE_LIMIT: "lots", DATABASE_URL: "mysql://x", TALONARIO_METRICS_PORT: "x", TALONARIO_SES_FROM: "nobody",
        OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
      }
      const served = yield* commandLine(["serve"], { ...several, PORT: "x" })
      const worked = yield* commandLine(["work"], several)
      assert.deepStrictEqual([served.code, worked.code], [1, 1])
      for (const name of [...Object.keys(several), "PORT"]) assert.include(served.stderr, `${name}: `)
      for (const name of Object.keys(several)) assert.include(worked.stderr, `${name}: `)
      for (const command of ["serve", "work"]) {
        const { stderr } = yield* commandLine([command], { DATABASE_URL: none.DATABASE_URL, TALONARIO_METRICS_PORT: "x" })
        const told = stderr.trim().split("\n").map((line) => line.split(":")[0])
        assert.sameMembers(told, ["TALONARIO_METRICS_PORT", "TALONARIO_SECRET"], stderr)
      }
    }), 60_000)

  it.live("ends with 2 and the usage when it does not understand a command line", () =>
    Effect.gen(function*() {
      for (const args of [["dance"], ["key", "create"], ["key", "create", "--org"], ["org", "create", "--color", "red"], ["key", "revoke"],
        ["migrate", "now"], ["org", "create"], ["serve", "--port", "http"], ["serve", "--port=65536"]]) {
        const { code, stderr, stdout } = yield* (args.length === 1 ? talonario : commandLine)(args, none)
        assert.deepStrictEqual([code, stdout], [2, ""], args.join(" "))
        const word = args.length === 1 ? "serve" : args[0]
        assert.match(stderr, new RegExp(`^\\S(.+\\n)+\\n(.*\\n)*  talonario ${word} `), args.join(" "))
      }
      const several = [
        [["key", "create", "--mode", "real", "--scopes", "x"], ["--org", "--mode", "scopes"]],
        [["registry", "export", "--desde", "2026-02-30", "--hasta", "today"], ["--org", "--out", "--desde", "--hasta"]],
        [["certificate", "set", "--tipo", "x"], ["--org", "--file", "--password-file", "--tipo"]],
      ] as const
      for (const [args, named] of several) {
        const { code, stderr } = yield* commandLine(args, none)
        assert.strictEqual(code, 2, stderr)
        for (const option of named) assert.include(stderr, option)
      }
    }), 60_000)

  it.live("shows the commands that start with a word", () =>
    Effect.gen(function*() {
      for (const word of ["org", "key", "registry", "certificate", "secret"]) {
        const { code, stderr, stdout } = yield* commandLine([word, "--help"], none)
        assert.deepStrictEqual([code, stderr], [0, ""], word)
        assert.isTrue(stdout.split("\n").filter((line) => /^ {2}\S/.test(line)).every((line) => line.startsWith(`  talonario ${word} `)), stdout)
        const unknown = yield* commandLine([word, "dance"], none)
        assert.strictEqual(unknown.code, 2)
        assert.include(unknown.stderr, stdout.trim())
      }
    }), 60_000)

  it.live("refuses bad data, naming every field, and lists its settings in its help", () =>
    Effect.gen(function*() {
      const { code, stderr } = yield* commandLine(["org", "create", "--nombre", "", "--nif", "12345678A", "--json"], none)
      assert.strictEqual(code, 1)
      assert.include(stderr, "nombre: ")
      assert.include(stderr, "nif: ")
      const help = yield* commandLine(["serve", "--help"], {})
      assert.strictEqual(help.code, 0)
      for (const name of ["DATABASE_URL", "TALONARIO_DATA", "PORT", "TALONARIO_SECRET", "TALONARIO_RATE_LIMIT"]) assert.include(help.stdout, name)
      for (const verb of ["create", "update"]) {
        assert.include((yield* commandLine(["org", verb, "--help"], {})).stdout, "--region-fiscal --tipo-iva-defecto")
      }
    }), 60_000)
})
