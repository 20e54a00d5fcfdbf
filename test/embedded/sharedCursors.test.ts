import { assert, it } from "@effect/vitest"
import { Context } from "effect"
import { operationsOf } from "../../adapters/client/Operation.ts"
import { api } from "../../adapters/http/contract/api.ts"
import { Installation } from "../../runtimes/embedded/Installation.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { sampleId } from "../support/samples.ts"

it("cursors of every list are those of the HTTP interface, which are bound to its path", async () => {
  const talonario = await makeTalonario({ log: () => {} })
  const { id: organization } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
  const company = talonario.company(organization, "live")
  const { cursors } = Context.get(talonario.runtime.context, Installation)
  const id = sampleId()
  const lists = operationsOf(api).filter(({ list }) => list)
  assert.isAbove(lists.length, 15)
  for (const { group, name, path } of lists) {
    const collection = path.slice(1).replace(":id", id)
    const list = Reflect.get(Reflect.get(company, group), name)
    const asked = (of: string) =>
      Reflect.apply(list, undefined, [{
        ...(path.includes(":id") ? { id } : {}),
        desde: cursors.sign({ organization, collection: of, orden: "reciente", position: 7 }),
      }])
    // Whether there is such a resource is only asked after the cursor.
    assert.notInclude(JSON.stringify(await asked(collection)), "\"campo\"", name)
    assert.deepNestedInclude(await asked(`${collection}s`), { "refusal.campos[0].campo": "desde" }, name)
  }
  await talonario.close()
})
