import { assert, describe, it } from "@effect/vitest"
import { decimal6 } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { createOrganization, updateOrganization } from "../../core/organizations/organizationCommands.ts"
import type { OrganizationPatch } from "../../core/organizations/organizationInput.ts"
import { carriedOut, decideOn, whyNot } from "../support/decideOn.ts"
import { sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()

/** The company after the change, which is also checked to be what is stored. */
const updated = (present: Organization, patch: OrganizationPatch): Organization => {
  const { result, rows } = carriedOut(decideOn(updateOrganization(id, patch), { organization: [present] }))
  assert.deepStrictEqual(rows, [{ table: "organization", row: result }])
  return result
}

describe("updateOrganization", () => {
  it("changes what is given and keeps the rest, even the default rate", () => {
    const reduced = updated(sampleOrganization(id), { tipo_iva_defecto: 10 })
    assert.deepStrictEqual(reduced, sampleOrganization(id, { tipo_iva_defecto: decimal6(10_000_000) }))
    const renamed = updated(reduced, { nombre: "Otro nombre" })
    assert.deepStrictEqual(renamed, { ...reduced, nombre: "Otro nombre" })
  })

  it("refuses a default rate that the company could not charge", () => {
    const whyNotOf = (patch: OrganizationPatch, present = sampleOrganization(id)) =>
      whyNot(decideOn(updateOrganization(id, patch), { organization: [present] }))
    const small = sampleOrganization(id, { region_fiscal: "canarias", regimen_igic: "repep" })
    for (const tipo_iva_defecto of [7, 5, 100]) assert.deepStrictEqual(whyNotOf({ tipo_iva_defecto }), ["tipo_iva_defecto"])
    assert.deepStrictEqual(whyNotOf({ region_fiscal: "canarias", tipo_iva_defecto: 21 }), ["tipo_iva_defecto"])
    assert.deepStrictEqual(whyNotOf({ tipo_iva_defecto: 7 }, small), ["tipo_iva_defecto"])
    for (const tipo_iva_defecto of [0, 4, 10, 21, null]) assert.deepStrictEqual(whyNotOf({ tipo_iva_defecto }), [])
    assert.deepStrictEqual(whyNotOf({ regimen_igic: "general", tipo_iva_defecto: 7 }, small), [])
    // One that is set already, perhaps no longer in force, may be sent back with the rest.
    const old = sampleOrganization(id, { tipo_iva_defecto: decimal6(5_000_000) })
    assert.deepStrictEqual(whyNotOf({ nombre: "Otro", tipo_iva_defecto: 5 }, old), [])
    assert.deepStrictEqual(whyNotOf({ region_fiscal: "ceuta", tipo_iva_defecto: 21 }), ["tipo_iva_defecto"])
    const opened = (tipo_iva_defecto: number) =>
      whyNot(decideOn(createOrganization(id, { nombre: "x", region_fiscal: "ceuta", tipo_iva_defecto }), {}))
    assert.deepStrictEqual([opened(21), opened(10)], [["tipo_iva_defecto"], []])
  })

  it("takes an undefined property as left out", () => {
    const present = sampleOrganization(id, { telefono: "600", region_fiscal: "canarias" })
    assert.deepStrictEqual(updated(present, { nif: undefined, region_fiscal: undefined, telefono: undefined }), present)
  })

  it("charges nothing by default while it is a small business of the Canary Islands", () => {
    const rate = ({ tipo_iva_defecto }: Organization) => tipo_iva_defecto
    const canarian = updated(sampleOrganization(id), { region_fiscal: "canarias" })
    const small = updated(canarian, { regimen_igic: "repep" })
    const renamed = updated(small, { nombre: "Otro nombre" })
    const general = updated(renamed, { regimen_igic: "general" })
    const reduced = updated(updated(general, { tipo_iva_defecto: 3 }), { regimen_igic: "minorista" })
    const rates = [7_000_000, 0, 0, 7_000_000, 3_000_000].map(decimal6)
    assert.deepStrictEqual([canarian, small, renamed, general, reduced].map(rate), rates)
    assert.strictEqual(rate(updated(canarian, { regimen_igic: "repep", tipo_iva_defecto: 0 })), 0)
    assert.strictEqual(rate(updated(sampleOrganization(id), { regimen_igic: "repep" })), 21_000_000)
  })

  it("restores the default rate of the region for null", () => {
    const reduced = updated(sampleOrganization(id), { tipo_iva_defecto: 10 })
    assert.strictEqual(updated(reduced, { tipo_iva_defecto: null }).tipo_iva_defecto, 21_000_000)
  })
})
