import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { setLogo } from "../../core/organizations/setLogo.ts"
import { ringLogo } from "../pdf/samplePng.ts"
import { idOf, makeScene, type Scene } from "./scene.ts"

/** A new draft, issued where `issue` says so. */
const invoice = ({ post }: Scene, issue: boolean) =>
  Effect.gen(function*() {
    const contact = yield* post("/contactos", { nombre: "Ana", nif: "12345678Z", idioma: "ca" })
    const draft = yield* post("/facturas", { contacto_id: idOf(contact), lineas: [{ descripcion: "Horas", precio: 100 }] })
    if (issue) yield* post(`/facturas/${idOf(draft)}/emitir`)
    return idOf(draft)
  })

const pdf = ({ get }: Scene, id: string) =>
  Effect.map(get(`/facturas/${id}/pdf`), ({ bytes }) => Buffer.from(bytes))

const hasPicture = (file: Buffer): boolean => file.includes("/Subtype /Image")

describe("GET /facturas/{id}/pdf", () => {
  it.scoped("keeps the logo that an invoice had when it was issued; a draft shows the company's current one", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { organizationId } = scene
      const set = (file: Uint8Array | null) =>
        scene.provide(Effect.flatMap(GroupCommit, ({ run }) => run(setLogo(organizationId, file))))
      const before = yield* invoice(scene, true)
      const printed = yield* pdf(scene, before)
      yield* TestClock.adjust(Duration.seconds(1))
      yield* set(ringLogo(60))
      const draft = yield* invoice(scene, false)
      const with60 = yield* invoice(scene, true)
      assert.isTrue((yield* pdf(scene, before)).equals(printed), "issued without a logo")
      const shown = yield* pdf(scene, with60)
      assert.deepStrictEqual([printed, shown, yield* pdf(scene, draft)].map(hasPicture), [false, true, true])
      yield* TestClock.adjust(Duration.seconds(1))
      yield* set(null)
      assert.isTrue((yield* pdf(scene, with60)).equals(shown), "issued with a logo")
      assert.isFalse(hasPicture(yield* pdf(scene, draft)))
    }))
})
