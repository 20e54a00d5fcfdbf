import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { HttpResult } from "../../runtimes/lambda/apiGateway/httpResult.ts"
import {
  bundleFunctions,
  type BundledFunction,
  type FunctionName,
  functionNames,
} from "../../runtimes/lambda/bundle/bundleFunctions.ts"
import { functionSettings } from "../../runtimes/lambda/functionSettings.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { answerOf } from "../../runtimes/memory/exchange.ts"
import { idOf } from "../http/scene.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { openCompanyIn } from "./administration.ts"
import { eventOf } from "./coldStart.ts"
import { deployments, received } from "./deployments.ts"
import { type FunctionProcess, functionProcess, NotLoaded } from "./functionProcess.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

const mebibyte = 1024 * 1024

// Far from the sources and node_modules, so that a function only has the files of its folder.
let folder = ""
let bundled: ReadonlyArray<BundledFunction> = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "talonario-lambda-"))
  bundled = await bundleFunctions(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const moduleOf = (name: FunctionName): string => join(folder, name, "index.mjs")

const scene = Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const environment = {
    DATABASE_URL: Redacted.value(url),
    TALONARIO_SECRET: "a secret of thirty-two bytes or more",
    TALONARIO_PRODUCER: "Talonario SL",
    TALONARIO_PRODUCER_NIF: "B12345674",
  }
  const sql = (text: string) =>
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      const { rowCount } = await client.query(text)
      await client.end()
      return rowCount
    })
  return { ...yield* openCompanyIn(url), environment, sql, url }
})

const isResult = (value: unknown): value is HttpResult =>
  typeof value === "object" && value !== null && "statusCode" in value

const asking = ({ invoke }: FunctionProcess, key: string) => (method: string, path: string, body?: unknown) =>
  Effect.map(invoke(eventOf(method, path, { key, body })), ({ error, result }) => {
    if (!isResult(result)) throw new Error(error ?? "no result")
    return answerOf(received(result))
  })

const otherSessions = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

/** Scripts that use different parts of the printer. */
const customers = ["Peña & Núñez", "شركة المثال ١٢", "חברה לדוגמה", "Ώμέγα ∑", "ОАО «Ромашка»"]

describe("the bundles", () => {
  it("take less than 1.5 MiB, of which less than 1 MiB is loaded at the start", () => {
    const http = bundled.find(({ name }) => name === "http")
    assert.isBelow(http?.all ?? Infinity, 1.5 * mebibyte)
    assert.isBelow(http?.atLoad ?? Infinity, mebibyte)
    assert.isAbove(http?.atLoad ?? 0, 0.3 * mebibyte)
    assert.deepStrictEqual(bundled.map(({ name }) => name), [...functionNames])
  })

  it.scopedLive("serve, print like the sources, survive a pause that ends connections, and exit on SIGTERM", () =>
    Effect.gen(function*() {
      const { environment, live, sql } = yield* scene
      const http = yield* functionProcess(moduleOf("http"), environment)
      const ask = asking(http, live)

      const contacts = yield* Effect.forEach(customers, (nombre) =>
        ask("POST", "/contactos", { nombre, nif: "B87654323" }))
      assert.isTrue(contacts.every(({ status }) => status === 201))
      const here = yield* Effect.acquireRelease(
        Effect.sync(() =>
          makeHttpFunction(functionSettings(ConfigProvider.fromMap(new Map(Object.entries(environment)))))),
        ({ dispose }) => Effect.promise(dispose),
      )
      const askHere = lambdaRequest(here.handler, deployments.httpApi)
      for (const contact of contacts) {
        const lineas = [{ descripcion: "Revisión ✓", cantidad: 2, precio: 10 }]
        const draft = yield* ask("POST", "/facturas", { contacto_id: idOf(contact), lineas })
        const path = `/facturas/${idOf(draft)}`
        assert.strictEqual((yield* ask("POST", `${path}/emitir`)).status, 201)
        const [theirs, ours] = [yield* ask("GET", `${path}/pdf`), yield* askHere("GET", `${path}/pdf`, { key: live })]
        assert.strictEqual(theirs.headers["content-type"], "application/pdf")
        assert.isTrue(Buffer.from(theirs.bytes).equals(Buffer.from(ours.bytes)))
      }

      const script = yield* ask("GET", "/docs/swagger-ui-bundle.js")
      assert.deepStrictEqual([script.status, script.headers["content-type"]], [200, "text/javascript; charset=utf-8"])
      assert.isAbove(script.bytes.length, mebibyte)
      const icon = yield* ask("GET", "/docs/favicon-32x32.png")
      assert.strictEqual(Buffer.from(icon.bytes.slice(1, 4)).toString(), "PNG")
      assert.strictEqual((yield* ask("GET", "/openapi.json")).status, 200)

      yield* http.freeze
      const ended = yield* sql(`SELECT pg_terminate_backend(pid, 5000) ${otherSessions}`)
      assert.isAbove(ended ?? 0, 0)
      const afterPause = yield* Effect.fork(ask("GET", "/facturas"))
      yield* http.thaw
      assert.strictEqual((yield* afterPause).status, 200)

      yield* Effect.promise(here.dispose)
      assert.strictEqual(yield* http.end, 0)
      assert.strictEqual(yield* sql(`SELECT ${otherSessions}`), 0)
    }), 60_000)

  it.scopedLive("hold no lock after a write that ran out of time, and do not resume it when they wake", () =>
    Effect.gen(function*() {
      const { environment, live, sql, url } = yield* scene
      const [http, other] = yield* Effect.all([
        functionProcess(moduleOf("http"), environment, 2_000),
        functionProcess(moduleOf("http"), environment),
      ])
      const post = (on: FunctionProcess, nombre: string) =>
        Effect.map(asking(on, live)("POST", "/contactos", { nombre }), ({ status }) => status)
      assert.deepStrictEqual([yield* post(http, "uno"), yield* post(other, "dos")], [201, 201])
      const holder = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new pg.Client(Redacted.value(url))
          await client.connect()
          await client.query("BEGIN; SELECT FROM company_head FOR UPDATE")
          return client
        }),
        (client) => Effect.promise(() => client.end()),
      )
      assert.strictEqual(yield* post(http, "tarde"), 500)
      yield* http.freeze
      yield* Effect.promise(() => holder.query("COMMIT"))
      assert.strictEqual(yield* post(other, "tres"), 201)
      yield* http.thaw
      assert.strictEqual(yield* post(http, "cuatro"), 201)
      yield* Effect.sleep("1 second")
      assert.strictEqual(yield* sql("SELECT FROM contact WHERE nombre = 'tarde'"), 0)
      assert.strictEqual(yield* http.end, 0)
    }), 60_000)

  it.scopedLive("do jobs, run the schedule and migrate the schema", () =>
    Effect.gen(function*() {
      const { environment } = yield* scene
      const invoke = (name: FunctionName, event: unknown) =>
        Effect.scoped(Effect.flatMap(functionProcess(moduleOf(name), environment), (running) => running.invoke(event)))
      const [sqs, schedule, migrate] = yield* Effect.all([
        invoke("sqs", { Records: [{ messageId: "1", body: "nothing of ours" }] }),
        invoke("schedule", {}),
        invoke("migrate", {}),
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(sqs.result, { batchItemFailures: [{ itemIdentifier: "1" }] })
      assert.deepStrictEqual(schedule.result, { told: null, complete: true, pruned: 0 })
      assert.deepStrictEqual(migrate.result, { pasos: 0, sentencias: [] })
    }), 60_000)

  it.scopedLive("warn of a misspelt setting, once in each container", () =>
    Effect.gen(function*() {
      const { environment } = yield* scene
      const event = { Records: [] }
      for (const name of ["http", "sqs", "schedule"] as const) {
        const running = yield* functionProcess(moduleOf(name), { ...environment, TALONARIO_AET: "test" })
        yield* running.invoke(event)
        yield* running.invoke(event)
        assert.strictEqual(running.log().match(/not a setting: TALONARIO_AET;.*"WARN"/g)?.length, 1, name)
      }
    }), 60_000)

  it.scopedLive("name missing settings when they are loaded", () =>
    Effect.gen(function*() {
      const failure = yield* Effect.flip(functionProcess(moduleOf("http"), { TALONARIO_SECRET: "short" }))
      assert.instanceOf(failure, NotLoaded)
      assert.match(failure.message, /DATABASE_URL: required/)
      assert.match(failure.message, /TALONARIO_SECRET: expected 32 bytes/)
    }))
})
