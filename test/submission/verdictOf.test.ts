import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import type { RecordAnswer } from "../../core/ports/TaxAuthority.ts"
import type { RecordVerdict } from "../../core/registry/RecordVerdict.ts"
import { verdictOf, verdictText } from "../../core/submission/verdictOf.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"

const record = must(rowOf(issued(withCustomer), "registryRecord"))
const recibido = instant(1_763_600_000_000)
const csv = "A-1234567890ABCD"

const answer = (given: Partial<RecordAnswer>): RecordAnswer => ({
  estado: "Correcto",
  codigo: null,
  descripcion: null,
  duplicado: null,
  respuesta: { EstadoRegistro: given.estado ?? "Correcto" },
  ...given,
})

const verdict = (given: Partial<RecordAnswer>, isOurs = false) => verdictOf(record, answer(given), csv, isOurs, recibido)

describe("the verdict on a record", () => {
  it("keeps AEAT's answer, with the proof of the message", () => {
    const { factura_id, orden } = record
    assert.deepStrictEqual(verdict({}), {
      organizationId: id, id: record.id, factura_id, orden, estado: "accepted", csv, codigo: null, descripcion: null,
      respuesta: { EstadoRegistro: "Correcto" }, recibido,
    })
    const faulty = verdict({ estado: "AceptadoConErrores", codigo: 2000, descripcion: "Huella" })
    assert.deepInclude(faulty, { estado: "accepted_with_errors", csv, codigo: 2000, descripcion: "Huella" })
  })

  it("keeps a proof as long as other texts at most, without what a database cannot hold", () => {
    const { csv: kept } = verdictOf(record, answer({}), `A\u0000${"-".repeat(2_000_000)}`, false, recibido)
    assert.strictEqual(kept, `A ${"-".repeat(1_498)}`)
  })

  it("has no proof if the record was refused", () => {
    const refused = verdict({ estado: "Incorrecto", codigo: 1244, descripcion: "Formato" })
    assert.deepInclude(refused, { estado: "rejected", csv: null, codigo: 1244, descripcion: "Formato" })
  })

  it("on a record that AEAT already held is its earlier answer, without the lost proof", () => {
    const duplicate = { estado: "Incorrecto", codigo: 3000, descripcion: "Duplicado" } as const
    const held = { codigo: 2001, descripcion: "NIF" }
    const said = (estado: "Correcta" | "AceptadaConErrores" | "Anulada") =>
      verdict({ ...duplicate, duplicado: { estado, ...(estado === "Correcta" ? { codigo: null, descripcion: null } : held) } }, true)
    const fine: Partial<RecordVerdict> = { estado: "accepted", csv: null, codigo: null, descripcion: null }
    assert.deepInclude(said("Correcta"), fine)
    assert.deepInclude(said("Anulada"), fine)
    assert.deepInclude(said("AceptadaConErrores"), { estado: "accepted_with_errors", csv: null, ...held })
    assert.deepInclude(verdict(duplicate, true), fine)
  })

  it("on a record whose number AEAT holds from elsewhere is a refusal", () => {
    const duplicado = { estado: "Correcta", codigo: null, descripcion: null } as const
    assert.deepInclude(verdict({ estado: "Incorrecto", codigo: 3000, duplicado }), { estado: "rejected", codigo: 3000, csv: null })
  })
})

describe("the verdict in words", () => {
  const words = (given: Partial<RecordAnswer>) => verdictText(verdict(given))

  it("advises to make an annulment again, since nothing rectifies one", () => {
    const refused = { estado: "Incorrecto", codigo: 1109, descripcion: "NIF" } as const
    assert.strictEqual(
      words({ ...refused, respuesta: { Operacion: { TipoOperacion: "Anulacion" } } }),
      "Rechazado por la AEAT: 1109 NIF. Corrija el registro con POST /facturas/{id}/subsanar.",
    )
    assert.include(words({ ...refused, respuesta: { Operacion: { TipoOperacion: "Alta" } } }), "si está mal, emita una factura rectificativa")
  })

  it("gives state, proof, error and what to do", () => {
    assert.strictEqual(words({}), `Aceptado por la AEAT (CSV ${csv}).`)
    assert.strictEqual(
      words({ estado: "AceptadoConErrores", codigo: 2000, descripcion: "La huella es incorrecta. " }),
      `Aceptado con errores por la AEAT (CSV ${csv}): 2000 La huella es incorrecta. Corrija el registro con POST /facturas/{id}/subsanar.`,
    )
    assert.strictEqual(
      words({ estado: "Incorrecto", codigo: 1142, descripcion: "La cuota no es correcta" }),
      "Rechazado por la AEAT: 1142 La cuota no es correcta. Emita una factura rectificativa con los datos correctos.",
    )
    const missed = words({ estado: "Incorrecto", codigo: 1110, descripcion: "El NIF no está identificado" })
    assert.match(missed, /es correcto, corrija el registro: POST \/facturas\/\{id\}\/subsanar con destinatario_no_censado\.$/)
    assert.match(words({ estado: "AceptadoConErrores", codigo: 2001, descripcion: "NIF no censado" }), /Cuando el censo .*\/subsanar\.$/)
    assert.strictEqual(words({ estado: "Incorrecto" }), "Rechazado por la AEAT. Corrija el registro con POST /facturas/{id}/subsanar.")
    assert.strictEqual(words({ estado: "Incorrecto", codigo: 3003 }), "Rechazado por la AEAT: 3003. Compruebe con la AEAT quién puede presentar y modificar estos registros.")
  })
})
