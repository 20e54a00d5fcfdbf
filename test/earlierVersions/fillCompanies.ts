import { Effect } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import { setCertificate } from "../../core/certificates/certificateCommands.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { setLogo } from "../../core/organizations/setLogo.ts"
import { checkRegistry } from "../../core/verification/RegistryVerification.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { refuseRecords } from "../fuzz/refuseRecords.ts"
import { seedCompany } from "../fuzz/seeding.ts"
import { ringLogo } from "../pdf/samplePng.ts"
import { hash } from "../registry/anyChain.ts"
import { anyStory, booksAfter, type Story } from "../registry/anyCompany.ts"

/** Nobody opens this one. */
const certificate = {
  tipo: "personal", pkcs12: new Uint8Array([1]), password: "1", titular: "Talleres Núñez", caduca: instant(4_000_000_000_000),
} as const

/** A company in which every operation has been carried out, and much of the work done. Answers how to make more work for it. */
const fillCompany = ({ openCompany, provide, request, workOff }: Harness) =>
  Effect.gen(function*() {
    const { live, organizationId } = yield* openCompany()
    yield* provide(Effect.gen(function*() {
      yield* setCertificate(organizationId, certificate)
      const { run } = yield* GroupCommit
      yield* run(setLogo(organizationId, ringLogo(20)))
    }))
    const refuse = provide(refuseRecords(organizationId))
    yield* seedCompany(request, live, { meanwhile: Effect.zipRight(workOff, refuse) })
    const post = (path: string, body?: object) =>
      Effect.map(request("POST", path, { key: live, body }), ({ json }): unknown => Object(json).id)
    yield* post("/productos", { nombre: "Tornillo «M4»", sku: "T-4", precio: 0.05 })
    const id = yield* post("/facturas", { lineas: [{ descripcion: "Revisión", precio: 10 }] })
    yield* post(`/facturas/${String(id)}/emitir`)
    yield* refuse
    yield* post(`/facturas/${String(id)}/subsanar`)
    yield* provide(checkRegistry(organizationId, hash))
    return Effect.zip(post("/contactos", { nombre: "Bar Ñu" }), post(`/facturas/${String(id)}/enviar`, { para: ["b@example.org"] }))
  })

/** A company of any region that invoices customers of any country, corrects and exchanges. What is refused stays undone. */
const playStory = (
  { openCompany, request }: Harness,
  { customer, exchange, first, modo, organization, second, sequel }: Story,
) =>
  Effect.gen(function*() {
    const { recargo_equivalencia, regimen_igic, region_fiscal } = organization
    const company = yield* openCompany({ recargo_equivalencia, regimen_igic, region_fiscal })
    const keys = { live: company.live, test: company.test }
    const post = (mode: keyof typeof keys, path: string, body?: object) =>
      Effect.map(request("POST", path, { key: keys[mode], body }), ({ json }): unknown => Object(json).id)
    const issued = (mode: keyof typeof keys, path: string, body: object) =>
      Effect.tap(post(mode, path, body), (id) => post(mode, `/facturas/${String(id)}/emitir`))
    const { cp = null, nif = null, nif_iva = null, nombre = "", pais = null } = customer ?? {}
    const contacto_id = customer === null ? null : yield* post("live", "/contactos", { cp, nif, nif_iva, nombre, pais })
    const invoice = yield* issued(modo, "/facturas", { ...first, contacto_id })
    if (sequel.kind === "annul") yield* post(sequel.modo, `/facturas/${String(invoice)}/anular`, { motivo: "Duplicada" })
    if (sequel.kind === "rectify") {
      const { kind: _, modo: mode, lineas, ...rest } = sequel
      const lines = lineas === null ? {} : { lineas }
      yield* issued(mode, `/facturas/${String(invoice)}/rectificar`, { motivo: "Precio", ...rest, ...lines })
    }
    if (exchange !== null) {
      const facturas_sustituidas = yield* Effect.forEach(exchange.tickets, (ticket) => issued(exchange.modo, "/facturas", ticket))
      yield* issued(exchange.modo, "/facturas", { ...exchange.full, contacto_id, facturas_sustituidas })
    }
    yield* issued("live", "/facturas", { ...second, contacto_id })
  })

/** The codes that a record states, such as `ClaveRegimen=01`. */
const statedIn = (value: unknown, name = ""): ReadonlyArray<string> => {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => statedIn(inner, Array.isArray(value) ? name : field))
  }
  return /^[A-Z]?\d\d?$/.test(String(value)) ? [`${name}=${value}`] : []
}

/** Few and short stories, in whose records every code is stated that those of many state. */
const tellingStories = (): ReadonlyArray<Story> => {
  const seen = new Set<string>()
  const length = (story: Story): number => JSON.stringify(story, (_, value) => typeof value === "bigint" ? `${value}` : value).length
  const stories = fc.sample(anyStory, { numRuns: 400, seed: 1 }).sort((one, other) => length(one) - length(other))
  return stories.filter((story) => {
    const before = seen.size
    for (const { campos, tipo } of booksAfter(story).records) {
      for (const stated of statedIn(campos, tipo)) seen.add(stated)
    }
    return seen.size > before
  })
}

/** Companies with rows in every table, and with records of every kind. */
export const fillCompanies = (harness: Harness): Effect.Effect<void> =>
  Effect.gen(function*() {
    const writeMore = yield* fillCompany(harness)
    for (const story of tellingStories()) yield* playStory(harness, story)
    yield* harness.workOff
    yield* writeMore
  }).pipe(Effect.orDie)
