import { Either } from "effect"
import type { Command, Decision, Supply } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactKeys, namedContact, noSuchContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { InvoiceResource } from "../invoices/invoiceResource.ts"
import { recipientOf } from "../invoices/parties.ts"
import { taxedCompany } from "../invoices/taxedCompany.ts"
import { seriesKey, seriesKindIssue } from "../numbering/seriesKind.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { productKeys } from "../products/namedProducts.ts"
import type { Product } from "../products/Product.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { draftDates } from "./draftDates.ts"
import { newFigures } from "./draftFigures.ts"
import { draftLines } from "./draftLines.ts"
import { draftSeries } from "./draftSeries.ts"
import { newTerms } from "./draftTerms.ts"
import { draftTotals, euroIssue } from "./draftTotals.ts"
import { type AllForExchange, exchangedInvoices, exchangeKeys, namedForExchange } from "./exchangedInvoices.ts"
import type { InvoiceInput } from "./invoiceInput.ts"
import { type DraftContents, newDraft } from "./newDraft.ts"

/**
 * Makes a draft, without a number but with its totals; emits `invoice.created`, or `delivery.created` for a delivery note
 * (contract, section 3.1; decisions, section 5). What the input omits comes from the contact, then the company, then the
 * default (decisions, section 2). Refuses what the input names and does not exist, a series of another kind of document, and
 * totals beyond 12 integer digits.
 */
export const draftInvoice = (organizationId: OrganizationId, input: InvoiceInput): Command<InvoiceResource> => {
  const contactId = orNull(input.contacto_id)
  const exchanged = input.facturas_sustituidas ?? []
  const serie = orNull(input.serie)
  const { tipo_documento } = input
  const place = { organizationId, tipo_documento: tipo_documento ?? "invoice", tipo: "invoice", serie: serie ?? "" } as const
  return {
    organizationId,
    reads: (view) => [
      // Whether the default series can be used is judged when the draft is issued.
      ...(serie === null ? [] : [seriesKey(place)]),
      organizationKey(organizationId),
      ...contactKeys(organizationId, contactId),
      ...exchangeKeys(view, organizationId, exchanged),
      ...productKeys(organizationId, input.lineas ?? []),
    ],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const named: Named = {
        contact: contactId === null ? null : namedContact(view, organizationId, contactId),
        exchanged: namedForExchange(view, organizationId, exchanged),
        invoiceOf: (id) => view.get("invoice", organizationId, id),
        productOf: (id) => view.get("product", organizationId, id),
        seriesIssue: serie === null ? undefined : seriesKindIssue(view, place),
      }
      return decideDraft(organization, named, input, supply)
    },
  }
}

/** What the input names, as it is stored. */
interface Named {
  /** Null where no contact is named, undefined where it does not exist. */
  readonly contact: Contact | null | undefined
  readonly exchanged: AllForExchange
  readonly invoiceOf: (id: string) => Invoice | undefined
  readonly productOf: (id: string) => Product | undefined
  /** What is wrong with the series that is named; undefined where nothing is, or none is named. */
  readonly seriesIssue: FieldIssue | undefined
}

const decideDraft = (
  organization: Organization,
  { contact, exchanged, invoiceOf, productOf, seriesIssue }: Named,
  input: InvoiceInput,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  if (contact === undefined) issues.push(noSuchContact("contacto_id"))
  if (seriesIssue !== undefined) issues.push(seriesIssue)
  const known = contact ?? null

  const today = civilDateIn(organization.region_fiscal, supply.clock)
  const dates = draftDates(input, known, organization, today, issues)
  const terms = newTerms(input, known, organization, issues)
  const { precios_con_iva } = terms
  const sustituye = exchangedInvoices(exchanged, input, organization, issues)
  const sources = { productOf, pricesWithTax: precios_con_iva }
  const company = taxedCompany({ rectifica: null, sustituye }, invoiceOf, organization)
  const lines = draftLines(input.lineas ?? [], known, company, issues, sources)
  const totals = draftTotals(lines, precios_con_iva, { region: company.region_fiscal, ...terms }, issues)
  if (totals === undefined || issues.length > 0) return Either.left(invalidInput(issues))
  const tooLarge = euroIssue("tipo_cambio", totals, terms)
  if (tooLarge !== undefined) return Either.left(invalidInput([tooLarge]))

  const kind = { tipo_documento: input.tipo_documento ?? "invoice", tipo: "invoice", contacto_id: known?.id ?? null } as const
  const contents: DraftContents = {
    organizationId: organization.id,
    ...kind,
    rectifica: null,
    sustituye,
    ...draftSeries(input.serie, kind),
    numero_pedido: input.numero ?? null,
    recipient: known === null ? null : recipientOf(known),
    plazos: orNull(input.plazos),
    notas: orNull(input.notas),
    notas_internas: orNull(input.notas_internas),
    etiquetas: input.etiquetas ?? [],
    ...dates,
    ...terms,
    ...newFigures(lines, totals, precios_con_iva, supply),
  }
  return Either.right(newDraft(contents, today, supply))
}
