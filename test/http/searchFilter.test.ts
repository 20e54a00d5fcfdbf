import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { errorOf, idOf, invoiceOf, makeScene, pageOf, simpleDraft } from "./scene.ts"

describe("buscar", () => {
  it.scoped("takes ten words, and is refused by name with more", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const path of ["/contactos", "/productos", "/gastos", "/facturas"]) {
        const asked = (words: number) => get(`${path}?buscar=${Array.from({ length: words }, (_, i) => `w${i}`).join("%20+")}`)
        assert.strictEqual((yield* asked(10)).status, 200, path)
        const { detalles, status } = errorOf(yield* asked(11))
        assert.strictEqual(status, 422, path)
        assert.deepStrictEqual(detalles, { campos: [{ campo: "buscar", motivo: "debe tener 10 palabras como máximo" }] })
      }
    }))

  it.scoped("is refused where nothing but accents is left to look for", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      yield* post("/contactos", { nombre: "Talleres Núñez" })
      const { detalles, status } = errorOf(yield* get(`/contactos?buscar=${encodeURIComponent("\u0301 \u0303")}`))
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(detalles, { campos: [{ campo: "buscar", motivo: "no puede estar vacío" }] })
    }))

  it.scoped("finds a sigma wherever in a word it is", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const contact = idOf(yield* post("/contactos", { nombre: "ΚΩΣΤΑΣ ΑΕ" }))
      for (const words of ["ΚΩΣ", "κως", "κωσ", "κώστας", "ΤΑΣ αε"]) {
        assert.deepStrictEqual(pageOf(yield* get(`/contactos?buscar=${encodeURIComponent(words)}`)).ids, [contact], words)
      }
    }))

  it.scoped("finds a draft by the customer's name at its last change, though it shows the current one", () =>
    Effect.gen(function*() {
      const { get, live: key, post, request } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Talleres Antiguos", nif: "B87654323" }))
      const draft = idOf(yield* post("/facturas", { ...simpleDraft, contacto_id }))
      yield* request("PATCH", `/contactos/${contacto_id}`, { key, body: { nombre: "Talleres Modernos" } })
      const found = (words: string) => Effect.map(get(`/facturas?buscar=${words}`), (answer) => pageOf(answer).ids)
      assert.strictEqual(invoiceOf(yield* get(`/facturas/${draft}`)).contacto?.nombre, "Talleres Modernos")
      assert.deepStrictEqual([yield* found("antiguos"), yield* found("modernos")], [[draft], []])
      assert.deepStrictEqual(pageOf(yield* get(`/facturas?contacto_id=${contacto_id}`)).ids, [draft])

      yield* request("PATCH", `/facturas/${draft}`, { key, body: { notas: "Revisado" } })
      assert.deepStrictEqual([yield* found("antiguos"), yield* found("modernos")], [[], [draft]])
      yield* request("PATCH", `/contactos/${contacto_id}`, { key, body: { nombre: "Talleres Futuros" } })
      yield* post(`/facturas/${draft}/emitir`)
      yield* request("PATCH", `/contactos/${contacto_id}`, { key, body: { nombre: "Otro" } })
      assert.deepStrictEqual([yield* found("modernos"), yield* found("futuros"), yield* found("otro")], [[], [draft], []])
    }))
})
