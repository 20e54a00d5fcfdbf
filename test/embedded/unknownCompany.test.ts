import { assert, it } from "@effect/vitest"
import { makeTalonario, RefusedError } from "../../runtimes/embedded/makeTalonario.ts"
import { rejection } from "../support/rejection.ts"
import { sampleId } from "../support/samples.ts"

it("calls for a company that is not there are refused, of each kind, before anything is read or written", async () => {
  await using talonario = await makeTalonario({ log: () => {} })
  const { contactos, cuenta, facturas, registro, webhooks } = talonario.company(sampleId(), "live")
  const id = sampleId()
  const calls = [
    contactos.createContact({ nombre: "Ana" }),
    contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "una" }),
    webhooks.createWebhook({ url: "https://avisos.ejemplo.es" }),
    contactos.readContact({ id }),
    contactos.listContacts(),
    facturas.listRectifications({ id }),
    cuenta.readOrganization(),
    registro.readSubmission(),
    registro.verifyRegistry(),
  ]
  for (const answer of await Promise.all(calls)) {
    assert.deepNestedInclude(answer, { "refusal._tag": "NotFound", "refusal.what": "la organización" })
  }
  for (const walk of [contactos.listContacts.all(), registro.exportRegistry()]) {
    const error = await rejection(walk[Symbol.asyncIterator]().next())
    assert.instanceOf(error, RefusedError)
    assert.deepInclude(error.refusal, { _tag: "NotFound", what: "la organización" })
  }
})
