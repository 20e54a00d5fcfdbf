import * as fc from "fast-check"
import type { KeyMode } from "../../core/access/keyText.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { decimal6ToNumber } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import { ratesOn } from "../../core/tax/rates.ts"
import { type Region, regions } from "../../core/tax/regions.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { Books } from "../support/Books.ts"
import { day, invoiceInput, liveTerms, sampleContact, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

/** Companies under every regime with customers in every place, and the records of what they may invoice. */

const id = sampleOrganizationId()

const anyOrganization: fc.Arbitrary<Organization> = fc.record({
  region_fiscal: fc.constantFrom(...regions),
  regimen_igic: fc.constantFrom("general" as const, "repep" as const, "minorista" as const),
  recargo_equivalencia: fc.boolean(),
}).map((given) => sampleOrganization(id, given))

const identities: ReadonlyArray<Partial<Contact>> = [
  { nif: "12345678Z" },
  { nif: "B12345674", pais: "ES" },
  { nif: "X1234567L", pais: "España" },
  { nif: null, nif_iva: "FR12345678901" },
  { nif: null, nif_iva: "XI123456789" },
  { nif: "12345678Z", nif_iva: "DE123456789", pais: "ES" },
  { nif: "12345678Z", nif_iva: "ES12345678Z" },
  { nif: "AB-1234", pais: "US" },
  { nif: "AB1234", pais: "FR" },
  { nif: "12345678Z", pais: "US" },
  { nif: "12345678Z", pais: "Ruritania" },
  { nif: "AB1234", pais: "Ruritania" },
  { nif: "123456789012345678901", pais: "MX" },
  { nif: null },
]

const anyCustomer: fc.Arbitrary<Contact | null> = fc.option(
  fc.record({
    identity: fc.constantFrom(...identities),
    cp: fc.constantFrom(null, "28001", "35001", "38001", "51001", "52001"),
    nombre: fc.oneof(fc.string({ maxLength: 130 }), fc.string({ maxLength: 130, unit: anyCharacter }).map((text) => text.replace(/\p{C}/gu, "")))
      .map((text) => `x${text}`),
  }).map(({ cp, identity, nombre }) => sampleContact(id, 1, { irpf: 0, cp, nombre, ...identity })),
  { freq: 2 },
)

/** Rates of the region, often zero, and now and then one of another region. */
const anyRate = (region: Region): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ratesOn(region, day("2026-03-02")).map(decimal6ToNumber)) },
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(21, 7, 0.5) },
  )

const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100) },
  { weight: 3, arbitrary: fc.integer({ min: -20_000, max: 0 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 900_000_000 }) },
)

const anyLineBody = (region: Region) => fc.record({
  descripcion: fc.string({ maxLength: 300 }).map((text) => `x${text}`),
  precio: price,
  cantidad: fc.constantFrom(1, 2, 0.333333, 12, -1),
  descuento: fc.constantFrom(0, 0, 5, 33.3333),
  tipo_iva: anyRate(region),
  clase: fc.constantFrom("goods", "service"),
})

const anyBody = (region: Region) => fc.record({
  lineas: fc.array(anyLineBody(region), { minLength: 1, maxLength: 6 }),
  precios_con_iva: fc.boolean(),
  recargo_equivalencia: fc.boolean(),
  irpf: fc.constantFrom(0, 15),
  suplidos: fc.constantFrom(0, 12.34),
  currency: fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 3_000_000 }).map((rate) => ({ divisa: "USD", tipo_cambio: rate / 1_000_000 })) },
    // A cent of it is worth many euros, so most of these invoices are refused.
    { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 20_000 }).map((rate) => ({ divisa: "XAU", tipo_cambio: rate })) },
  ),
}).map(({ currency, ...body }) => ({ ...body, ...currency }))

/** Sometimes under a test key. */
const anyModo = fc.constantFrom("live" as const, "live" as const, "live" as const, "test" as const)

/** Small sales without a customer, and the invoice they are exchanged for. */
const anyExchange = (region: Region) => fc.record({
  tickets: fc.array(anyBody(region), { minLength: 1, maxLength: 3 }),
  full: anyBody(region),
  modo: anyModo,
})

const anyRectification = (region: Region) => {
  const rest = {
    kind: fc.constant("rectify" as const),
    modo: anyModo,
    causa: fc.constantFrom(null, "R1" as const, "R2" as const, "R3" as const, "R4" as const),
  }
  const lineas = fc.array(anyLineBody(region), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    fc.record({ ...rest, metodo: fc.constant("diferencias" as const), lineas: fc.option(lineas) }),
    fc.record({ ...rest, metodo: fc.constant("sustitucion" as const), lineas }),
  )
}

/** What may follow an issued invoice. */
const anySequel = (region: Region) => fc.oneof(
  fc.constant({ kind: "nothing" } as const),
  fc.record({ kind: fc.constant("annul" as const), modo: anyModo }),
  anyRectification(region),
)

/** A company that issues an invoice, perhaps corrects, annuls or exchanges it, and issues another. */
export const anyStory = anyOrganization.chain((organization) =>
  fc.record({
    organization: fc.constant(organization),
    customer: anyCustomer,
    first: anyBody(organization.region_fiscal),
    second: anyBody(organization.region_fiscal),
    modo: anyModo,
    exchange: fc.option(anyExchange(organization.region_fiscal)),
    sequel: anySequel(organization.region_fiscal),
  }))

/** The company's books after the story. */
export const booksAfter = ({ customer, exchange, first, modo, organization, second, sequel }: Story): Books => {
  const books = new Books(organization, customer)
  const invoice = books.invoiced(first, termsOf(modo))
  if (invoice !== undefined) follow(books, invoice, sequel)
  if (exchange !== null) exchanged(books, exchange)
  books.invoiced(second)
  return books
}

const follow = (books: Books, invoice: Invoice, sequel: Story["sequel"]): void => {
  if (sequel.kind === "annul") books.carryOut(annulInvoice(id, invoice.id, { motivo: "x" }, termsOf(sequel.modo)))
  if (sequel.kind !== "rectify") return
  const { causa, lineas, metodo, modo } = sequel
  const lines = lineas === null ? null : invoiceInput({ lineas }).lineas ?? null
  books.issued(rectifyInvoice(id, invoice.id, { motivo: "x", metodo, causa, lineas: lines }), termsOf(modo))
}

const exchanged = (books: Books, { full, modo, tickets }: NonNullable<Story["exchange"]>): void => {
  const issued = tickets.map((body) => books.issued(draftInvoice(id, invoiceInput(body)), termsOf(modo)))
  const facturas_sustituidas = issued.flatMap((ticket) => ticket?.id ?? [])
  books.invoiced({ ...full, facturas_sustituidas }, termsOf(modo))
}

const termsOf = (modo: KeyMode): RecordingTerms => ({ ...liveTerms, modo })

export type Story = typeof anyStory extends fc.Arbitrary<infer One> ? One : never
