import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shipmentMessage } from "../../adapters/aeat/messages/shipmentMessage.ts"
import { schemaCheck } from "../../adapters/aeat/standIn/server/schemaCheck.ts"
import { soapReaction } from "../../adapters/aeat/standIn/server/soapService.ts"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import { instant } from "../../core/calendar/instant.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { chainOfRecords, taxpayer } from "./chainOfRecords.ts"

const at = instant(Date.parse("2026-11-20T10:00:00Z"))
const whole = shipmentMessage({ obligado: taxpayer, incidencia: true, records: [chainOfRecords().alta("F-1", at)] })

/** The code of the fault with which a message is refused, or else the kind of reaction. */
const metWith = async (text: string, check?: Parameters<typeof soapReaction>[2]) => {
  const reaction = await soapReaction(makeStandIn(), { text, at, presenter: "12345678Z" }, check)
  return reaction._tag === "Refuses" ? reaction.refusal.codigo : reaction._tag
}

describe("the stand-in's web service", () => {
  it("names the sender of the message, and repeats its header", async () => {
    const reaction = await soapReaction(makeStandIn(), { text: whole, at, presenter: "12345678Z" }, undefined)
    const answer = reaction._tag === "Answers" ? reaction.answer : ""
    assert.include(answer, "<sf:NIFPresentador>12345678Z</sf:NIFPresentador>")
    assert.include(answer, "<sf:TimestampPresentacion>2026-11-20T11:00:00+01:00</sf:TimestampPresentacion>")
    assert.include(answer, "<sf:NombreRazon>Talleres Núñez &amp; Hijos SL</sf:NombreRazon>")
    assert.include(answer, "<sf:RemisionVoluntaria><sf:Incidencia>S</sf:Incidencia></sf:RemisionVoluntaria>")
  })

  it("refuses what is not a message it knows", async () => {
    assert.strictEqual(await metWith(whole), "Answers")
    assert.strictEqual(await metWith(""), 4103)
    assert.strictEqual(await metWith(whole.slice(0, -10)), 4103)
    assert.strictEqual(await metWith(`<!DOCTYPE x>${whole.slice(whole.indexOf("<soapenv"))}`), 4103)
    assert.strictEqual(await metWith(whole.replaceAll("RegFactuSistemaFacturacion", "RegFactu")), 4118)
    assert.strictEqual(await metWith(whole.replaceAll("SuministroLR.xsd", "Suministro.xsd")), 4118)
    assert.strictEqual(await metWith(whole.replaceAll("sfLR:Cabecera", "sfLR:Cabezal")), 4102)
    assert.strictEqual(await metWith(whole.replaceAll("RegistroAlta", "RegistroBaja")), 4102)
    assert.strictEqual(await metWith(whole.replaceAll("RemisionVoluntaria", "RemisionRequerimiento")), 4126)
  })

  it.skipIf(schemaFolder === undefined)("refuses what AEAT's schema does not allow", async () => {
    const check = await Effect.runPromise(schemaCheck(schemaFolder ?? ""))
    assert.strictEqual(await metWith(whole, check), "Answers")
    assert.strictEqual(await metWith(whole.replace("<sf:TipoFactura>F1<", "<sf:TipoFactura>F9<"), check), 4102)
    assert.strictEqual(await metWith(whole.replace(/<sf:NombreRazonEmisor>.*?<\/sf:NombreRazonEmisor>/, ""), check), 4102)
    assert.strictEqual(await metWith(whole.replace("<sf:CuotaTotal>21.00<", "<sf:CuotaTotal>21,00<"), check), 4102)
  })

  it("says so when the schemas are not where they should be", async () => {
    const { message } = await Effect.runPromise(Effect.flip(schemaCheck("/nowhere")))
    assert.match(message, /^cannot check against schemas in \/nowhere: /)
  })
})
