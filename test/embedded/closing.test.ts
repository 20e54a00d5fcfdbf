import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { freshConfiguration } from "./onPostgres.ts"

describe("an engine that is being closed", () => {
  it.scopedLive("ends what the host has begun", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      yield* Effect.promise(async () => {
        const talonario = await makeTalonario(configuration)
        const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
        const { contactos, facturas } = talonario.company(id, "live")
        const begun = Array.from({ length: 40 }, (_, i) =>
          i % 2 === 0 ? contactos.createContact({ nombre: "Ana" }) : facturas.listInvoices())
        await talonario.close()
        const answers = await Promise.all(begun)
        assert.isTrue(answers.every(({ ok }) => ok))
      })
    }))
})
