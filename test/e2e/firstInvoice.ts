import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { type ChainEnd, type ChainRecord, verifyChain } from "../../core/registry/chain.ts"
import type { Company, Harness } from "../../runtimes/memory/harness.ts"
import { anError, errorOf, idOf, invoiceOf, pageOf, simpleDraft } from "../http/scene.ts"

/** A running system with one company, empty otherwise. */
export interface System extends Company, Pick<Harness, "request"> {
  /** The company's chain as it is stored, in order, and its head (null: no record was ever made). */
  readonly chain: Effect.Effect<{ readonly records: ReadonlyArray<ChainRecord>; readonly head: ChainEnd | null }>
}

/** The way to a first invoice, as a customer's program goes it, whatever the system runs on. */
export const firstInvoice = (name: string, open: Effect.Effect<System, never, Scope.Scope>): void => {
  describe(`first invoice: ${name}`, () => {
    it.scopedLive("a contact, a draft, its issue, its PDF, the list, and a repetition", () =>
      Effect.gen(function*() {
        const { live, request } = yield* open
        const body = { nombre: "Cliente SL", nif: "B87654323" }
        const contact = yield* request("POST", "/contactos", { key: live, body })
        assert.deepStrictEqual([contact.status, contact.json], [201, (yield* request("GET", `/contactos/${idOf(contact)}`, { key: live })).json])

        const draft = yield* request("POST", "/facturas", { key: live, body: { ...simpleDraft, contacto_id: idOf(contact) } })
        assert.deepInclude(draft.json, { estado: "draft", numero: null, base_imponible: 20, cuota_iva: 4.2, total: 24.2 })
        const path = `/facturas/${idOf(draft)}`

        const issue = request("POST", `${path}/emitir`, { key: live, headers: { "idempotency-key": `emitir ${idOf(draft)}` } })
        const issued = yield* issue
        const { verifactu } = invoiceOf(issued)
        assert.strictEqual(issued.status, 201)
        assert.deepInclude(issued.json, { estado: "sent", numero: 1, referencia: "A-1" })
        assert.isTrue(verifactu.registrada)

        const pdf = yield* request("GET", `${path}/pdf`, { key: live })
        assert.deepStrictEqual([pdf.status, pdf.headers["content-type"]], [200, "application/pdf"])
        assert.strictEqual(new TextDecoder().decode(pdf.bytes.slice(0, 5)), "%PDF-")

        const { lineas: _, ...summary } = invoiceOf(issued)
        const list = yield* request("GET", "/facturas?estado=sent", { key: live })
        assert.deepStrictEqual(list.json, { datos: [summary], total: 1, limite: 50, siguiente: null })

        const replay = yield* issue
        assert.deepStrictEqual([replay.status, replay.text], [201, issued.text])
        assert.strictEqual(replay.headers["idempotency-replayed"], "true")
        const again = yield* request("POST", `${path}/emitir`, { key: live })
        assert.deepStrictEqual([again.status, again.json], [200, issued.json])
      }))

    it.scopedLive("64 issues at once in one series take the numbers 1 to 64 and make one unbroken chain", () =>
      Effect.gen(function*() {
        const { chain, live, request } = yield* open
        const drafts = yield* Effect.forEach(Array.from({ length: 64 }), () =>
          Effect.map(request("POST", "/facturas", { key: live, body: simpleDraft }), idOf), { concurrency: 16 })
        const issued = yield* Effect.forEach(drafts, (id) => request("POST", `/facturas/${id}/emitir`, { key: live }), {
          concurrency: "unbounded",
        })
        assert.isTrue(issued.every(({ status }) => status === 201))
        const numbers = issued.map((answer) => invoiceOf(answer).numero ?? 0)
        assert.deepStrictEqual(numbers.toSorted((a, b) => a - b), drafts.map((_, i) => i + 1))

        const { head, records } = yield* chain
        assert.isUndefined(verifyChain(records, head))
        assert.deepStrictEqual(records.map(({ orden }) => orden), drafts.map((_, i) => i + 1))
        const byNumber = issued.map(invoiceOf).sort((a, b) => (a.numero ?? 0) - (b.numero ?? 0))
        assert.deepStrictEqual(records.map(({ huella }) => huella), byNumber.map(({ verifactu }) => verifactu.huella))
      }))

    it.scopedLive("what is sent many times at once under one key happens once", () =>
      Effect.gen(function*() {
        const { chain, live, request } = yield* open
        const create = request("POST", "/facturas", { key: live, body: simpleDraft, headers: { "idempotency-key": "crear" } })
        const created = yield* Effect.all(Array.from({ length: 16 }, () => create), { concurrency: "unbounded" })
        assert.strictEqual(new Set(created.map(({ status, text }) => `${status} ${text}`)).size, 1)
        assert.strictEqual(pageOf(yield* request("GET", "/facturas", { key: live })).total, 1)
        const id = idOf(yield* create)
        const issue = request("POST", `/facturas/${id}/emitir`, { key: live })
        const issued = yield* Effect.all(Array.from({ length: 16 }, () => issue), { concurrency: "unbounded" })
        assert.deepStrictEqual(issued.map(({ status }) => status).sort(), [...Array.from({ length: 15 }, () => 200), 201])
        assert.strictEqual(new Set(issued.map(({ text }) => text)).size, 1)
        assert.lengthOf((yield* chain).records, 1)
        const other = yield* request("POST", "/facturas", { key: live, body: {}, headers: { "idempotency-key": "crear" } })
        assert.deepStrictEqual(errorOf(other), anError(409, "conflicto", { motivo: "clave_reutilizada" }))
      }))

    it.scopedLive("a walk through the history follows siguiente to its end", () =>
      Effect.gen(function*() {
        const { live, request } = yield* open
        const made = yield* Effect.forEach(Array.from({ length: 7 }, (_, i) => i), (i) =>
          Effect.map(request("POST", "/contactos", { key: live, body: { nombre: `N ${i}` } }), idOf))
        for (const [orden, expected] of [["antiguo", made], ["reciente", made.toReversed()], ["modificado", made.toReversed()]] as const) {
          const seen: Array<string> = []
          for (let path: string | null = `/contactos?orden=${orden}&limite=3`; path !== null;) {
            const page: ReturnType<typeof pageOf> = pageOf(yield* request("GET", path, { key: live }))
            assert.strictEqual(page.total, 7)
            seen.push(...page.ids)
            path = page.siguiente
          }
          assert.deepStrictEqual(seen, [...expected])
        }
      }))

    it.scopedLive("a test key issues into the same series without a record", () =>
      Effect.gen(function*() {
        const { chain, request, test } = yield* open
        const id = idOf(yield* request("POST", "/facturas", { key: test, body: simpleDraft }))
        const { json } = yield* request("POST", `/facturas/${id}/emitir`, { key: test })
        const verifactu = { registrada: false, huella: null, registrada_en: null, aeat: null }
        assert.deepInclude(json, { numero: 1, referencia: "S-1", verifactu })
        assert.deepStrictEqual(yield* chain, { records: [], head: null })
      }))
  })
}
