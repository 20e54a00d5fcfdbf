import { assert, describe, it } from "@effect/vitest"
import { Effect, JSONSchema } from "effect"
import { activityEntry, activityKinds } from "../../core/activity/ActivityEntry.ts"
import { ActivityResource, activityResource } from "../../core/activity/activityResource.ts"
import { listActivity } from "../../core/activity/readActivity.ts"
import { makeScene } from "../http/scene.ts"
import { noon } from "../support/decideOn.ts"
import { sampleOrganizationId } from "../support/samples.ts"

const organizationId = sampleOrganizationId()
const about = { mensaje: "Se creó la clave «ERP».", recurso: "clave", recurso_id: "k1" }

describe("the activity log", () => {
  it("has these kinds of entries", () => {
    // Those of the decisions, section 2, and what later rules added to them.
    const kinds = "key_created key_revoked test_issue_in_live_series mixed_series exchange_differs webhook_deactivated "
      + "record_rejected record_accepted_with_errors submission_stopped submission_resumed registry_ahead certificate_expires "
      + "quote_accepted quote_rejected subscription_paused subscription_not_issued mail_failed"
    assert.deepStrictEqual<ReadonlyArray<string>>(activityKinds, kinds.split(" "))
  })

  it("shows when what happened to which resource, and not in which place", () => {
    const supply = { now: noon, clock: noon, id: () => "e1", sequence: () => 7 }
    const { row, table } = activityEntry(supply, { ...about, organizationId, tipo: "key_created" })
    assert.strictEqual(table, "activityEntry")
    assert.deepStrictEqual(row, { ...about, organizationId, tipo: "key_created", id: "e1", creado: noon, createdSequence: 7 })
    assert.deepStrictEqual<object>(activityResource(row),
      { ...about, tipo: "key_created", id: "e1", creado: "2026-03-02T12:00:00.000Z" })
  })

  it("is described to readers of the API, who are to expect other kinds", () => {
    const text = { type: "string" }
    assert.deepNestedInclude(JSONSchema.make(ActivityResource), {
      "$defs.Actividad.properties": {
        id: text, creado: text, mensaje: text, recurso: text, recurso_id: text,
        tipo: { ...text, description: "Puede haber otros.", examples: ["key_created"] },
      },
    })
  })

  it.scoped("is read by pages, the newest first", () =>
    Effect.gen(function*() {
      const { organizationId, provide } = yield* makeScene()
      const page = yield* Effect.orDie(provide(listActivity(organizationId, { orden: "reciente", limite: 1, after: null })))
      assert.strictEqual(page.total, 2)
      const [newest] = page.datos
      assert.strictEqual(newest?.mensaje, `Se creó la clave de acceso ${newest?.recurso_id} (prueba).`)
      const rest = { orden: "reciente", limite: 1, after: page.next } as const
      assert.lengthOf((yield* Effect.orDie(provide(listActivity(organizationId, rest)))).datos, 1)
    }))
})
