import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import {
  afterApproval,
  type ApprovalAction,
  ApprovalState,
  deletionRefusal,
  patchRefusal,
} from "../../core/expenses/approval.ts"

/** The state that follows, or the reason of the 409. */
const outcome = (estado: ApprovalState, action: ApprovalAction): string =>
  Either.merge(Either.mapLeft(afterApproval(estado, action), ({ motivo }) => `409 ${motivo}`))

describe("the approval of an expense", () => {
  const table: ReadonlyArray<readonly [ApprovalState, ApprovalAction, string]> = [
    ["none", "solicitar-aprobacion", "pending"],
    ["none", "aprobar", "approved"],
    ["none", "rechazar", "409 aprobacion_no_solicitada"],
    ["pending", "solicitar-aprobacion", "409 aprobacion_pendiente"],
    ["pending", "aprobar", "approved"],
    ["pending", "rechazar", "rejected"],
    ["approved", "solicitar-aprobacion", "409 gasto_aprobado"],
    ["approved", "aprobar", "409 gasto_aprobado"],
    ["approved", "rechazar", "409 gasto_aprobado"],
    ["rejected", "solicitar-aprobacion", "pending"],
    ["rejected", "aprobar", "409 gasto_rechazado"],
    ["rejected", "rechazar", "409 gasto_rechazado"],
  ]

  it.each(table)("%s, %s: %s (decisions, Expenses)", (estado, action, expected) => {
    assert.strictEqual(outcome(estado, action), expected)
  })

  it("is refused in Spanish", () => {
    const why = (estado: ApprovalState, action: ApprovalAction) => Either.getOrThrow(Either.flip(afterApproval(estado, action))).mensaje
    assert.strictEqual(why("none", "rechazar"), "No se ha solicitado la aprobación del gasto.")
    assert.strictEqual(why("pending", "solicitar-aprobacion"), "La aprobación del gasto ya está solicitada.")
    assert.strictEqual(why("approved", "rechazar"), "El gasto ya está aprobado.")
    assert.strictEqual(why("rejected", "aprobar"), "El gasto está rechazado: hay que solicitar otra vez su aprobación.")
  })
})

describe("an expense", () => {
  const fields = ["proveedor_id", "referencia", "categoria", "clase", "fecha", "base", "tipo_iva", "irpf",
    "pagado", "notas"]

  it("accepts every change until it is approved, and only bookkeeping after that", () => {
    for (const estado of ApprovalState.literals) {
      const patchable = fields.filter((field) => patchRefusal(estado, [field]) === undefined)
      assert.deepStrictEqual(patchable, estado === "approved" ? ["categoria", "pagado", "notas"] : fields)
    }
  })

  it("refuses such a patch as a whole once it is approved", () => {
    assert.isUndefined(patchRefusal("approved", ["pagado", "notas", "categoria"]))
    assert.isUndefined(patchRefusal("approved", []))
    assert.isUndefined(patchRefusal("pending", ["base"]))
    assert.deepStrictEqual(patchRefusal("approved", ["pagado", "base"]), {
      _tag: "Conflict",
      motivo: "gasto_aprobado",
      mensaje: "El gasto está aprobado: solo se pueden cambiar pagado, notas y categoria.",
    })
  })

  it("cannot be deleted once it is approved", () => {
    for (const estado of ApprovalState.literals) {
      const expected = estado === "approved" ? "gasto_aprobado" : undefined
      assert.strictEqual(deletionRefusal(estado)?.motivo, expected)
    }
  })
})
