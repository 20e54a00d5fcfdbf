import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { rename, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { answerOf } from "../../runtimes/memory/exchange.ts"
import { consumer, isInstalled, type Program, start } from "./consumer.ts"

/** Sends a request and reads the answer. */
const ask = (address: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(address, init)
    const body = new Uint8Array(await response.arrayBuffer())
    return answerOf({ status: response.status, headers: Object.fromEntries(response.headers), body })
  })

const json = { "content-type": "application/json" }

/** Tries a shop that invoices in process and over HTTP at `url`, and gives out addresses under `publicUrl`. */
const tryOut = (program: Program, url: string, publicUrl: string) =>
  Effect.gen(function*() {
    const order = (concepto: string) =>
      ask(`${url}/pedidos`, { method: "POST", headers: json, body: JSON.stringify({ concepto, precio: 80 }) })
    assert.deepInclude(yield* order("Silla"), { status: 201, json: { factura: "S-1" } })
    assert.strictEqual((yield* order("")).status, 422)

    const authorization = `Bearer ${yield* program.printed(/clave: (svc_live_\w+)/)}`
    const headers = { ...json, authorization }
    const base = `${url}/facturacion/api/v1`
    const post = (path: string, body: string, more: Readonly<Record<string, string>> = {}) =>
      ask(`${base}${path}`, { method: "POST", headers: { ...headers, ...more }, body })
    const once = { "idempotency-key": "una" }
    const made = yield* post("/facturas", "{\"lineas\":[{\"descripcion\":\"Mesa\",\"precio\":60}]}", once)
    const location = made.headers["location"] ?? ""
    assert.strictEqual(made.status, 201)
    assert.isTrue(location.startsWith(`${publicUrl}/facturacion/api/v1/facturas/`), location)
    const again = yield* post("/facturas", "{\"lineas\":[{\"descripcion\":\"Mesa\",\"precio\":60}]}", once)
    assert.deepStrictEqual([again.text, again.headers["idempotency-replayed"]], [made.text, "true"])

    const invoice = location.replace(`${publicUrl}/facturacion/api/v1`, "")
    assert.strictEqual((yield* post(`${invoice}/emitir`, "")).status, 201)
    const pdf = yield* ask(`${base}${invoice}/pdf`, { headers })
    assert.deepStrictEqual([pdf.status, pdf.headers["content-type"]], [200, "application/pdf"])
    assert.strictEqual(new TextDecoder().decode(pdf.bytes.slice(0, 5)), "%PDF-")

    const list = yield* ask(`${base}/facturas?limite=1&serie=%53`, { headers })
    const { siguiente, total } = JSON.parse(list.text)
    assert.strictEqual(total, 2)
    const next = yield* ask(siguiente.replace(publicUrl, url), { headers })
    assert.deepInclude(next.json, { total: 2, limite: 1, siguiente: null })

    const head = yield* ask(`${base}/salud`, { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.text, head.headers["ratelimit-limit"]], [200, "", "120"])
    const large = yield* post("/facturas", " ".repeat(3_000_000))
    assert.strictEqual(large.status, 422)
    assert.include(large.text, "(cuerpo)")
    assert.strictEqual((yield* ask(`${base}/facturas`)).status, 401)
    const deleted = yield* post("/contactos", "{\"nombre\":\"Ana\"}").pipe(
      Effect.flatMap(({ headers: { location = "" } }) =>
        ask(location.replace(publicUrl, url), { method: "DELETE", headers })),
    )
    assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
  })

/** A connection that nothing is asked on, such as browsers open beforehand. */
const silentConnection = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect(port, "localhost").on("error", () => {})
      await once(socket, "connect")
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy()),
  )

const toldOf = (missing: ReadonlyArray<string>): string =>
  missing.length === 0 ? "" : `: skipped, ${missing.join(", ")} not installed`

/** A program that opens the shop of the Next example twice, without a database. */
const openedTwice = `import { shop } from "./lib/talonario.js"
const told = []
for (let i = 0; i < 2; i++) await shop().catch((error) => told.push(error))
console.log("failures:", new Set(told).size, told[1].name)
`

const nextConfig = `import example from "./example.config.mjs"
export default { ...example, turbopack: { root: "/" } }
`

describe("the examples, installed and started", () => {
  const scope = Effect.runSync(Scope.make())
  let examples = ""
  beforeAll(async () => {
    examples = await Effect.runPromise(Scope.extend(consumer, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const programs = [["hono", ["hono", "@hono/node-server"]], ["express", ["express"]]] as const
  for (const [name, packages] of programs) {
    const missing = packages.filter((one) => !isInstalled(one))
    it.scopedLive.skipIf(missing.length > 0)(`${name}${toldOf(missing)}`, () =>
      Effect.gen(function*() {
        const program = yield* start(join(examples, name), ["server.js"], { PORT: "0" })
        const url = yield* program.printed(/(http:\/\/localhost:\d+)/)
        yield* tryOut(program, url, url)
        yield* silentConnection(Number(new URL(url).port))
        assert.strictEqual(yield* Effect.timeout(program.end, "20 seconds"), 0)
      }), 60_000)
  }

  it.scopedLive("next opens its engine again after the database was unavailable", () =>
    Effect.gen(function*() {
      const folder = join(examples, "next")
      yield* Effect.promise(() => writeFile(join(folder, "openedTwice.js"), openedTwice))
      const nobody = { DATABASE_URL: "postgres://nadie@127.0.0.1:1/nada", TALONARIO_SECRET: "s".repeat(32) }
      const program = yield* start(folder, ["openedTwice.js"], nobody)
      assert.strictEqual(yield* program.printed(/failures: (.*)/), "2 CannotStart")
    }), 60_000)

  const missing = ["next", "react", "react-dom"].filter((one) => !isInstalled(one))
  it.scopedLive.skipIf(missing.length > 0)(`next${toldOf(missing)}`, () =>
    Effect.gen(function*() {
      const folder = join(examples, "next")
      // By default, Turbopack does not look outside the folder, where the links lead.
      yield* Effect.promise(async () => {
        await rename(join(folder, "next.config.mjs"), join(folder, "example.config.mjs"))
        await writeFile(join(folder, "next.config.mjs"), nextConfig)
      })
      const args = ["../node_modules/next/dist/bin/next", "dev", "-p", "0", "-H", "127.0.0.1"]
      const publicUrl = "https://tienda.example"
      const program = yield* start(folder, args, { SITE_URL: publicUrl, CRON_SECRET: "del calendario" })
      const url = yield* program.printed(/(http:\/\/127\.0\.0\.1:\d+)[^]*Ready/)
      yield* tryOut(program, url, publicUrl)
      const work = (secret: string) => ask(`${url}/trabajo`, { headers: { authorization: `Bearer ${secret}` } })
      assert.strictEqual((yield* work("otro")).status, 404)
      assert.strictEqual((yield* work("del calendario")).status, 204)
    }), 120_000)
})
