import { assert, describe, it } from "@effect/vitest"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { SubscriptionInput, SubscriptionPatch } from "../../core/subscriptions/Subscription.ts"
import type { Edges } from "../fields/edges.ts"
import { whyNot } from "../support/decideOn.ts"

const decode = inputDecoder(SubscriptionInput)
const decodePatch = inputDecoder(SubscriptionPatch)

const line = { descripcion: "Cuota", precio: 30 }
const needed = { contacto_id: "c", nombre: "Mantenimiento", periodicidad: "monthly", lineas: [line] }

const edges: Edges = {
  contacto_id: { fits: ["c".repeat(64)], not: ["", "c".repeat(65), null] },
  nombre: { fits: ["ñ", "ñ".repeat(120)], not: ["", " ", "ñ".repeat(121), null] },
  periodicidad: { fits: ["weekly", "monthly", "quarterly", "yearly"], not: ["daily", null] },
  lineas: { fits: [Array.from({ length: 500 }, () => line)], not: [[], Array.from({ length: 501 }, () => line), null] },
  inicio: { fits: ["2026-02-28", "2026-02-28T10:00:00Z", null], not: ["2026-02-29"] },
  fin: { fits: ["2026-02-28", "2026-02-28T10:00:00Z", null], not: ["2026-02-29"] },
  serie: { fits: ["", "A".repeat(16), null], not: ["A".repeat(17)] },
  precios_con_iva: { fits: [true, false, null], not: ["true"] },
  emitir: { fits: [true, false, null], not: ["true"] },
  estado: { fits: ["active", "paused", "cancelled"], not: ["ended", null] },
}

describe("the input of a subscription", () => {
  it("takes each property up to its limits, in a new subscription and as the only one of a patch", () => {
    for (const [campo, { fits, not }] of Object.entries(edges)) {
      for (const value of fits) {
        assert.deepEqual(whyNot(decode({ ...needed, [campo]: value })), [], `${campo}: ${String(value)}`)
        assert.deepEqual(whyNot(decodePatch({ [campo]: value })), [], `${campo}: ${String(value)}`)
      }
      for (const value of not) {
        assert.deepEqual(whyNot(decode({ ...needed, [campo]: value })), [campo], String(value))
        assert.deepEqual(whyNot(decodePatch({ [campo]: value })), [campo], String(value))
      }
    }
  })

  it("needs a contact, a name, a period and lines; a patch may be empty, and neither takes unknown properties", () => {
    assert.sameMembers([...whyNot(decode({}))], Object.keys(needed))
    assert.deepEqual(whyNot(decode(needed)), [])
    assert.deepEqual(whyNot(decodePatch({})), [])
    assert.deepEqual(whyNot(decode({ ...needed, proxima: "2026-03-01" })), ["proxima"])
    assert.deepEqual(whyNot(decodePatch({ proxima: "2026-03-01" })), ["proxima"])
  })
})
