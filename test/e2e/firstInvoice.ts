import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { type ChainEnd, type ChainRecord, verifyChain } from "../../core/registry/chain.ts"
import type { Company, Harness } from "../../runtimes/memory/harness.ts"
import { conflict, errorOf, idOf, invoiceOf, pageOf, requestsWith, simpleDraft } from "../http/scene.ts"
import { validated } from "../support/validatedResponses.ts"

/** A company's chain as it is stored, in order, and its head: null when it never made a record. */
export interface StoredChain {
  readonly records: ReadonlyArray<ChainRecord>
  readonly head: ChainEnd | null
}

/** A running system with one empty company. */
export interface System extends Company, Pick<Harness, "request"> {
  readonly chain: Effect.Effect<StoredChain>
}

const atOnce = { concurrency: "unbounded" } as const

/** A customer's way to a first invoice, tested on whatever the system runs on. */
export const firstInvoice = (name: string, open: Effect.Effect<System, never, Scope.Scope>): void => {
  const scene = Effect.map(open, (system) => {
    const request = validated(system.request)
    return { ...system, request, ...requestsWith(request, system.live) }
  })

  describe(`the first invoice ${name}`, () => {
    it.scopedLive("creates a contact and a draft, issues, prints and lists it, and repeats the issue", () =>
      Effect.gen(function*() {
        const { get, post } = yield* scene
        const contact = yield* post("/contactos", { nombre: "Cliente SL", nif: "B87654323" })
        const contacto_id = idOf(contact)
        assert.strictEqual(contact.status, 201)
        assert.deepStrictEqual((yield* get(`/contactos/${contacto_id}`)).json, contact.json)

        const draft = yield* post("/facturas", { ...simpleDraft, contacto_id })
        assert.deepInclude(draft.json, { estado: "draft", numero: null, cuota_iva: 4.2, total: 24.2 })
        const path = `/facturas/${idOf(draft)}`

        const issue = post(`${path}/emitir`, undefined, `emitir ${idOf(draft)}`)
        const issued = yield* issue
        assert.strictEqual(issued.status, 201)
        assert.deepInclude(issued.json, { estado: "sent", numero: 1, referencia: "A-1" })
        assert.isTrue(invoiceOf(issued).verifactu.registrada)

        const pdf = yield* get(`${path}/pdf`)
        assert.deepStrictEqual([pdf.status, pdf.headers["content-type"]], [200, "application/pdf"])
        assert.strictEqual(new TextDecoder().decode(pdf.bytes.slice(0, 5)), "%PDF-")

        const { lineas: _, ...summary } = invoiceOf(issued)
        const list = yield* get("/facturas?estado=sent")
        assert.deepStrictEqual(list.json, { datos: [summary], total: 1, limite: 50, siguiente: null })

        const replay = yield* issue
        assert.deepStrictEqual([replay.status, replay.text], [201, issued.text])
        assert.strictEqual(replay.headers["idempotency-replayed"], "true")
        const again = yield* post(`${path}/emitir`)
        assert.deepStrictEqual([again.status, again.json], [200, issued.json])
      }))

    it.scopedLive("gives 64 simultaneous issues the numbers 1 to 64 in one unbroken chain", () =>
      Effect.gen(function*() {
        const { chain, post } = yield* scene
        const create = Effect.map(post("/facturas", simpleDraft), idOf)
        const drafts = yield* Effect.all(Array.from({ length: 64 }, () => create), { concurrency: 16 })
        const issued = yield* Effect.forEach(drafts, (id) => post(`/facturas/${id}/emitir`), atOnce)
        assert.isTrue(issued.every(({ status }) => status === 201))

        const expected = drafts.map((_, i) => i + 1)
        const inOrder = issued.map(invoiceOf).sort((a, b) => (a.numero ?? 0) - (b.numero ?? 0))
        assert.deepStrictEqual(inOrder.map(({ numero }) => numero), expected)

        const { head, records } = yield* chain
        assert.isUndefined(verifyChain(() => records, head))
        assert.deepStrictEqual(records.map(({ orden }) => orden), expected)
        const huellas = inOrder.map(({ verifactu }) => verifactu.huella)
        assert.deepStrictEqual(records.map(({ huella }) => huella), huellas)
      }))

    it.scopedLive("carries out a request once, however many times it is sent at once", () =>
      Effect.gen(function*() {
        const { chain, get, post } = yield* scene
        const sixteen = Array.from({ length: 16 })
        const created = yield* Effect.forEach(sixteen, () => post("/facturas", simpleDraft, "crear"), atOnce)
        const [first, ...others] = new Set(created.map(({ status, text }) => `${status} ${text}`))
        assert.match(first ?? "", /^201 /)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(pageOf(yield* get("/facturas")).total, 1)

        const id = idOf(yield* post("/facturas", simpleDraft, "crear"))
        const issued = yield* Effect.forEach(sixteen, () => post(`/facturas/${id}/emitir`), atOnce)
        assert.strictEqual(issued.filter(({ status }) => status === 201).length, 1)
        assert.strictEqual(issued.filter(({ status }) => status === 200).length, 15)
        assert.strictEqual(new Set(issued.map(({ text }) => text)).size, 1)
        assert.lengthOf((yield* chain).records, 1)

        const other = yield* post("/facturas", {}, "crear")
        assert.deepStrictEqual(errorOf(other), conflict("clave_reutilizada"))
      }))

    it.scopedLive("can be read page by page, following siguiente to the end", () =>
      Effect.gen(function*() {
        const { get, post } = yield* scene
        const made: Array<string> = []
        for (let i = 0; i < 7; i++) made.push(idOf(yield* post("/contactos", { nombre: `N ${i}` })))
        for (const orden of ["antiguo", "reciente", "modificado"]) {
          const seen: Array<string> = []
          for (let path: string | null = `/contactos?orden=${orden}&limite=3`; path !== null;) {
            const page: ReturnType<typeof pageOf> = pageOf(yield* get(path))
            assert.strictEqual(page.total, 7)
            seen.push(...page.ids)
            path = page.siguiente
          }
          assert.deepStrictEqual(seen, orden === "antiguo" ? made : made.toReversed())
        }
      }))

    it.scopedLive("makes no record when a test key issues", () =>
      Effect.gen(function*() {
        const { chain, post, request, test } = yield* scene
        const id = idOf(yield* post("/facturas", simpleDraft))
        const { json } = yield* request("POST", `/facturas/${id}/emitir`, { key: test })
        const verifactu = { registrada: false, huella: null, registrada_en: null, aeat: null }
        assert.deepInclude(json, { numero: 1, referencia: "S-1", verifactu })
        assert.deepStrictEqual(yield* chain, { records: [], head: null })
      }))
  })
}
