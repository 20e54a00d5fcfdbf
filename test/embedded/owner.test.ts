import { assert, describe, it } from "@effect/vitest"
import { makeAuthority } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"
import { TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { ringLogo } from "../pdf/samplePng.ts"

const at = Date.UTC(2026, 10, 20, 12)
const day = 24 * 60 * 60 * 1000

/** A certificate that is valid for this many more days, with its password. */
const certificate = (days: number) => ({
  pkcs12: makeAuthority("Prueba", { from: at - 400 * day, to: at + 400 * day })
    .client({ name: "PÉREZ ANA", nif: "12345678Z" }, "clave", { from: at - 100 * day, to: at + days * day }),
  password: "clave",
})

/** An engine and its calls to the tax authority, with a company that has issued this many invoices. */
const owned = async (issued: number) => {
  const asked: Array<string> = []
  const talonario = await makeTalonario({
    clock: { now: () => at },
    log: () => {},
    taxAuthority: {
      submit: ({ records }) => {
        asked.push(`submit ${records.length}`)
        return Promise.reject(new TaxAuthorityUnreachable({ reason: "no hay nadie" }))
      },
      query: async ({ ejercicio, periodo }) => {
        asked.push(`query ${ejercicio}-${periodo}`)
        return {
          records: [{ numserie: "S-7", fecha: "20-11-2026", huella: null, estado: "Correcto", instalacion: null }],
          next: null,
        }
      },
    },
  })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi Empresa", nif: "B12345674" }))
  const company = talonario.company(id, "live")
  for (let i = 0; i < issued; i++) {
    const draft = valueOf(await company.facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
    valueOf(await company.facturas.issueInvoice(draft))
  }
  return { talonario, id, asked, company }
}

describe("an owner, in process", () => {
  it("opens, changes and lists companies, and gives them a logo", async () => {
    const { company, id, talonario } = await owned(0)
    const refused = await talonario.organizaciones.createOrganization({ nombre: "", nif: "B1" })
    assert.deepNestedInclude(refused, { "refusal._tag": "InvalidInput", "refusal.campos[0].campo": "nombre" })
    const changed = valueOf(await company.cuenta.updateOrganization({ email: "e@ejemplo.es", region_fiscal: "canarias" }))
    assert.deepInclude(changed, { id, email: "e@ejemplo.es", tipo_iva_defecto: 7 })
    assert.deepStrictEqual(valueOf(await talonario.organizaciones.listOrganizations()), [changed])
    assert.deepStrictEqual(valueOf(await talonario.organizaciones.readOrganization(changed)), changed)
    assert.deepNestedInclude(await talonario.organizaciones.readOrganization({ id: "x" }), { "refusal._tag": "NotFound" })
    assert.deepInclude(valueOf(await company.cuenta.setLogo({ fichero: ringLogo(20) })), { tipo: "png", ancho: 60 })
    const nameless = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Sin NIF" }))
    const { registro } = talonario.company(nameless.id, "live")
    assert.deepNestedInclude(await registro.compareRegistry(), { "refusal.motivo": "organizacion_sin_nif" })
    const noLogo = await company.cuenta.setLogo({ fichero: new Uint8Array(3) })
    assert.deepNestedInclude(noLogo, { "refusal.campos[0].campo": "fichero" })
    assert.isNull(valueOf(await company.cuenta.setLogo({ fichero: null })))
    await talonario.close()
  })

  it("may use the bytes of a file again at once", async () => {
    const { company, talonario } = await owned(0)
    const { password, ...given } = certificate(30)
    const fichero = Buffer.from(ringLogo(20))
    const pkcs12 = Buffer.from(given.pkcs12)
    const kept = [company.cuenta.setLogo({ fichero }), company.certificado.setCertificate({ pkcs12, password })]
    for (const buffer of [fichero, pkcs12]) buffer.fill(0)
    assert.deepStrictEqual((await Promise.all(kept)).map(({ ok }) => ok), [true, true])
    await talonario.close()
  })

  it("creates keys that are shown once, and revokes them", async () => {
    const { company, talonario } = await owned(0)
    const { clave, ...key } = valueOf(await company.claves.createKey({ modo: "test", scopes: ["invoices:read"], nombre: "caja" }))
    assert.match(clave, /^svc_test_/)
    assert.deepStrictEqual(valueOf(await company.claves.listKeys()), [key])
    assert.deepInclude(key, { modo: "test", nombre: "caja", scopes: ["invoices:read"], revocada: null })
    assert.isNotNull(valueOf(await company.claves.revokeKey(key)).revocada)
    assert.deepNestedInclude(await company.claves.revokeKey({ id: "x" }), { "refusal._tag": "NotFound" })
    const { id, nombre } = valueOf(await company.claves.createKey({ modo: "test", scopes: "all", nombre: "" }))
    assert.isNull(nombre)
    const [told] = valueOf(await company.actividad.listActivity()).datos
    assert.deepInclude(told, { mensaje: `Se creó la clave de acceso ${id} (prueba).`, recurso_id: id })
    const lines = await company.claves.createKey({ modo: "test", scopes: "all", nombre: "caja\nfin" })
    assert.deepNestedInclude(lines, { "refusal.campos[0]": { campo: "nombre", motivo: "debe ocupar una sola línea" } })
    // With texts, as from a form.
    const made = async (scopes: unknown) => {
      const refused: unknown = await Reflect.apply(company.claves.createKey, undefined, [{ modo: "live", scopes }])
      return JSON.stringify(refused)
    }
    const unknown = await made(["invoices:read", "facturas"])
    assert.include(unknown, `"campo":"scopes[1]","motivo":"debe ser uno de estos valores: contacts:read, `)
    assert.include(await made("facturas"), `"campo":"scopes","motivo":"debe ser all, o debe ser una lista"`)
    await talonario.close()
  })

  it("stores a certificate that can be opened and is valid, with which records are then sent", async () => {
    const { asked, company, talonario } = await owned(1)
    const { certificado, registro } = company
    assert.deepNestedInclude(await certificado.readCertificate(), { "refusal._tag": "NotFound" })
    const good = certificate(30)
    const refused = async (bad: typeof good, campo: string) =>
      assert.deepNestedInclude(await certificado.setCertificate(bad), { "refusal.campos[0].campo": campo })
    await refused({ ...good, password: "otra" }, "password")
    await refused({ ...good, pkcs12: new Uint8Array(9) }, "pkcs12")
    await refused(certificate(-1), "pkcs12")
    const kept = valueOf(await certificado.setCertificate(good))
    assert.deepInclude(kept, { tipo: "personal", titular: "PÉREZ ANA" })
    assert.deepStrictEqual(valueOf(await certificado.readCertificate()), kept)
    assert.deepInclude(valueOf(await certificado.setCertificate({ ...good, tipo: "sello" })), { tipo: "sello" })
    await talonario.workOff()
    assert.include(asked, "submit 1")
    assert.strictEqual(valueOf(await registro.readSubmission()).pendientes, 1)
    const compared = valueOf(await registro.compareRegistry({ desde: "2026-10" }))
    assert.deepInclude(compared, { meses: ["2026-10", "2026-11"], facturas_aeat: 2, solo_aeat: [] })
    assert.deepStrictEqual(compared.series, [{ serie: "S", aeat: 7, aqui: 1, siguiente: 8 }])
    assert.deepNestedInclude(await registro.compareRegistry({ desde: "octubre" }), { "refusal.campos[0].campo": "desde" })
    valueOf(await registro.sendRegardless())
    valueOf(await certificado.removeCertificate())
    assert.deepNestedInclude(await registro.compareRegistry(), { "refusal._tag": "CertificateUnusable" })
    assert.deepNestedInclude(await registro.compareRegistry({ desde: null }), { "refusal._tag": "CertificateUnusable" })
    await talonario.close()
  })

  it("exports the registry file by file, for some days or all, and may stop early", async () => {
    const { company: { cuenta, registro }, talonario } = await owned(3)
    const files = async (days?: { readonly desde?: string; readonly hasta?: string }) => {
      const found: Array<string> = []
      for await (const { desde_orden, hasta_orden, registros, xml } of registro.exportRegistry(days)) {
        assert.match(xml, /^<\?xml .*RegFactuSistemaFacturacion>\n$/s)
        found.push(`${registros}: ${desde_orden}-${hasta_orden}`)
      }
      return found
    }
    assert.deepStrictEqual(await files(), ["3: 1-3"])
    assert.deepStrictEqual(await files({ desde: "2026-11-20", hasta: "2026-11-20" }), ["3: 1-3"])
    assert.deepStrictEqual(await files({ hasta: "2026-11-19" }), [])
    assert.deepStrictEqual(await files({ desde: "2026-11-21" }), [])
    const wrong = await files({ desde: "ayer" }).then(() => "taken", String)
    assert.match(wrong, /desde: debe ser una fecha/)
    for await (const _ of registro.exportRegistry()) break
    valueOf(await cuenta.updateOrganization({ razon_social: "Ñ".repeat(150) }))
    for await (const { xml } of registro.exportRegistry()) {
      assert.include(xml, `<sf:NombreRazon>${"Ñ".repeat(120)}</sf:NombreRazon>`)
    }
    await talonario.close()
  })
})
