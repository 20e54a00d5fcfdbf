import { assert } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { key } from "../../../core/commit/tables.ts"
import { SubmissionResource } from "../../../core/submission/readSubmission.ts"
import { day } from "../../webhooks/simulation/spans.ts"
import { World } from "./World.ts"

export const idOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
const submissionOf = Schema.decodeUnknownSync(SubmissionResource)
const entriesOf = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(Schema.Struct({ tipo: Schema.String, mensaje: Schema.String })),
}))

export const nif = "B12345674"
const years = 800 * day

/** A company in a world of its own, with a certificate unless told otherwise. */
export const open = (seed = 1, hasCertificate = true) => {
  const world = new World(seed)
  const company = world.openCompany(nif)
  const { live, organizationId } = company
  const certify = (millis = years) => world.setCertificate(company, world.time.now + millis)
  if (hasCertificate) certify()
  const issue = (count = 1, body: object = {}) =>
    Array.from({ length: count }, () => {
      const draft = { lineas: [{ descripcion: "x", precio: 10 }], ...body }
      const { id } = idOf(world.request("POST", "/facturas", { key: live, body: draft }).json)
      const { status, text } = world.request("POST", `/facturas/${id}/emitir`, { key: live })
      assert.strictEqual(status, 201, text)
      return id
    })
  return {
    world,
    authority: world.authority,
    company,
    certify,
    issue,
    get: (path: string) => world.request("GET", path, { key: live }).json,
    told: () => submissionOf(world.request("GET", "/registro/envio", { key: live }).json),
    entries: (tipo: string) =>
      entriesOf(world.request("GET", "/actividad?orden=antiguo&limite=100", { key: live }).json).datos
        .filter((entry) => entry.tipo === tipo).map(({ mensaje }) => mensaje),
    sizes: () => world.authority.arrivals.map(({ records }) => records.length),
    times: () => world.authority.arrivals.map(({ at }) => at),
    /** Sets the company back as a copy of the database would, to when fewer answers had been seen. */
    setBack: (answeredThrough: number) =>
      world.run(Effect.flatMap(GroupCommit, ({ run }) =>
        run({
          organizationId,
          reads: () => [key("submissionState", organizationId, organizationId)],
          decide: (view) => {
            const state = view.get("submissionState", organizationId, organizationId)
            const row = { ...(state ?? assert.fail("nothing was sent")), answeredThrough }
            return Either.right({ result: undefined, rows: [{ table: "submissionState", row }], events: [] })
          },
        }))),
  }
}
