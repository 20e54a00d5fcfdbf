import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedDatabase } from "../../support/testStorage.ts"
import { openBooks, system } from "../books.ts"
import { invoiceBody, paths } from "../workload.ts"
import { comparatorApp } from "./app.ts"
import { openAccount, openPool } from "./comparator.ts"

/** The comparator's HTTP service with one company. */
const openApp = Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const books = yield* Effect.provide(openBooks, system(url))
  const pool = yield* openPool(url, false)
  const { clave, contactId } = yield* Effect.promise(() => openAccount(pool, books))
  const app = comparatorApp(pool)
  const ask = async (method: "GET" | "POST", path: string, key = "", body?: object) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${clave}`, ...(key === "" ? {} : { "idempotency-key": key }) },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload }
  }
  return { app, ask, body: invoiceBody(contactId) }
})

describe("the comparator's service", () => {
  it.scopedLive("does what is measured over HTTP the way the contract has it", () =>
    Effect.gen(function*() {
      const { app, ask, body } = yield* openApp
      yield* Effect.promise(async () => {
        const draft = await ask("POST", paths.invoices, "a", body)
        const { id } = JSON.parse(draft.text)
        assert.strictEqual(draft.status, 201)
        assert.match(String(draft.headers.location), new RegExp(`/api/v1/facturas/${id}$`))
        assert.strictEqual(draft.headers["ratelimit-limit"], "1000000")
        assert.strictEqual((await ask("POST", paths.invoices, "a", body)).text, draft.text)
        assert.strictEqual((await ask("POST", paths.invoices, "a", { ...body, notas: "otras" })).status, 409)

        const issued = await ask("POST", paths.issue(id), "b")
        assert.strictEqual(issued.status, 201)
        const shown = JSON.parse(issued.text)
        assert.deepInclude(shown, { numero: 1, referencia: "A-1", estado: "sent", total: 154.88 })
        assert.deepStrictEqual(JSON.parse((await ask("GET", `${paths.invoices}/${id}`)).text), shown)

        const { lineas: _, ...summary } = shown
        const page = JSON.parse((await ask("GET", `${paths.invoices}?limite=1`)).text)
        assert.deepInclude(page, { datos: [summary], total: 2, limite: 1 })
        const { pathname, search } = new URL(page.siguiente)
        assert.deepInclude(JSON.parse((await ask("GET", pathname + search)).text), { total: 2, siguiente: null })

        const file = await ask("GET", `${paths.invoices}/${id}/pdf`)
        assert.strictEqual(file.headers["content-type"], "application/pdf")
        assert.strictEqual(file.bytes.subarray(0, 5).toString(), "%PDF-")
        await app.close()
      })
    }))

  it.scopedLive("refuses what Talonario refuses", () =>
    Effect.gen(function*() {
      const { app, ask, body } = yield* openApp
      yield* Effect.promise(async () => {
        const [line] = body.lineas
        assert.strictEqual((await ask("POST", paths.invoices, "a", { ...body, otra: 1 })).status, 422)
        assert.strictEqual((await ask("POST", paths.invoices, "a", { ...body, lineas: [{ ...line, precio: "1" }] })).status, 422)
        assert.strictEqual((await ask("GET", `${paths.invoices}/${"0".repeat(32)}`)).status, 404)
        assert.strictEqual((await ask("GET", `${paths.invoices}?desde=1.x`)).status, 422)
        const unknown = await app.inject({ method: "GET", url: paths.invoices, headers: { authorization: "Bearer x" } })
        assert.strictEqual(unknown.statusCode, 401)
        await app.close()
      })
    }))
})
