import { assert, describe, it } from "@effect/vitest"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

const names = ["Ana", "Bea", "Carla", "Diana", "Elena"]

describe("a walk through a whole list", () => {
  it("begins with the oldest, or continues from a page's cursor in that page's order", async () => {
    await using talonario = await makeTalonario({ log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
    const { contactos } = talonario.company(id, "live")
    for (const nombre of names) valueOf(await contactos.createContact({ nombre }))
    const walked = async (given: Parameters<typeof contactos.listContacts.all>[0]) => {
      const found: Array<string> = []
      for await (const { nombre } of contactos.listContacts.all({ limite: 2, ...given })) found.push(nombre)
      return found
    }
    const cursorOf = async (orden?: "antiguo") => valueOf(await contactos.listContacts({ limite: 1, orden })).siguiente ?? ""

    assert.deepStrictEqual(await walked({}), names)
    assert.deepStrictEqual(await walked({ orden: undefined }), names)
    assert.deepStrictEqual(await walked({ desde: await cursorOf() }), names.toReversed().slice(1))
    const oldest = await cursorOf("antiguo")
    assert.deepStrictEqual(await walked({ desde: oldest, orden: "antiguo" }), names.slice(1))
  })

  it("keeps to the filters that it was given, whatever the host does with them later, and may be walked again", async () => {
    await using talonario = await makeTalonario({ log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
    const { contactos } = talonario.company(id, "live")
    for (const nombre of names) valueOf(await contactos.createContact({ nombre, etiquetas: ["socios"] }))
    const filters = { limite: 2, etiqueta: "socios" }
    const walk = contactos.listContacts.all(filters)
    filters.etiqueta = "nadie"
    for (const _ of ["once", "again"]) {
      const found: Array<string> = []
      for await (const { nombre } of walk) found.push(nombre)
      assert.deepStrictEqual(found, names)
    }
  })
})
