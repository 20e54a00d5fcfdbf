import { Either } from "effect"
import { civilDateAt, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Command, Decision, Supply } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { zeroCents } from "../money/cents.ts"
import { defaultSeriesOf } from "../numbering/series.ts"
import type { Organization, OrganizationId } from "../organizations/Organization.ts"
import { type FieldIssue, invalidField, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { recordFigures } from "../registry/euros.ts"
import { draftDates } from "./draftDates.ts"
import { draftLines, draftTotals } from "./draftLines.ts"
import { exchangeRate, preferredPaymentForm } from "./draftTerms.ts"
import { exchangedInvoices } from "./exchangedInvoices.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceInput } from "./invoiceInput.ts"
import type { InvoiceResource } from "./invoiceResource.ts"
import { newDraft, newLines } from "./newDraft.ts"
import { recipientOf } from "./parties.ts"

/**
 * Makes a draft: no number, totals computed; emits `invoice.created` (contract, section 3.1). What the input
 * omits comes from the contact, then the organization, then the default (decisions, section 2).
 */
export const draftInvoice = (organizationId: OrganizationId, input: InvoiceInput): Command<InvoiceResource> => {
  const contactId = orNull(input.contacto_id)
  const exchanged = input.facturas_sustituidas ?? []
  return {
    organizationId,
    reads: () => [
      key("organization", organizationId, organizationId),
      ...(contactId === null ? [] : [key("contact", organizationId, contactId)]),
      ...exchanged.map((id) => key("invoice", organizationId, id)),
    ],
    decide: (view, supply) => {
      const organization = view.get("organization", organizationId, organizationId)
      if (organization === undefined) throw new Error("an access key without its organization")
      const contact = contactId === null ? null : view.get("contact", organizationId, contactId)
      return decideDraft(organization, contact, exchanged.map((id) => view.get("invoice", organizationId, id)), input, supply)
    },
  }
}

/** `contact`, and each of `exchanged`, is undefined when the named one does not exist. */
const decideDraft = (
  organization: Organization,
  contact: Contact | null | undefined,
  exchanged: ReadonlyArray<Invoice | undefined>,
  input: InvoiceInput,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  if (contact === undefined) issues.push({ campo: "contacto_id", motivo: "no existe ese contacto" })
  const known = contact ?? null

  const today = civilDateAt(zoneOfRegion(organization.region_fiscal), supply.clock)
  const dates = draftDates(input, known, organization, today, issues)
  const divisa = input.divisa ?? known?.moneda ?? organization.moneda
  const tipo_cambio = exchangeRate(divisa, input.tipo_cambio ?? null, issues)
  const sustituye = exchangedInvoices(exchanged, input, issues)
  const lines = draftLines(input.lineas ?? [], known, organization, issues)
  const precios_con_iva = input.precios_con_iva ?? false
  const terms = {
    region: organization.region_fiscal,
    recargo_equivalencia: input.recargo_equivalencia ?? false,
    irpf: input.irpf ?? known?.irpf ?? 0,
    suplidos: input.suplidos ?? zeroCents,
  }
  const totals = draftTotals(lines, precios_con_iva, terms, issues)
  if (totals === undefined || issues.length > 0) return Either.left(invalidInput(issues))
  if (recordFigures(totals.rates, tipo_cambio) === undefined) {
    return Either.left(invalidField("tipo_cambio", "en euros el total no puede pasar de 12 cifras enteras"))
  }

  const { lineBases: _, unitPrices: __, ...figures } = totals
  const tipo_documento = input.tipo_documento ?? "invoice"
  const contents = {
    organizationId: organization.id,
    tipo_documento,
    tipo: "invoice",
    rectifica: null,
    sustituye,
    serie: orNull(input.serie) ?? defaultSeriesOf({ tipo_documento, tipo: "invoice", hasRecipient: known !== null }),
    numero_pedido: input.numero ?? null,
    contacto_id: known?.id ?? null,
    recipient: known === null ? null : recipientOf(known),
    ...dates,
    plazos: orNull(input.plazos),
    forma_pago: input.forma_pago ?? preferredPaymentForm(known),
    notas: orNull(input.notas),
    notas_internas: orNull(input.notas_internas),
    etiquetas: input.etiquetas ?? [],
    divisa,
    tipo_cambio,
    precios_con_iva,
    recargo_equivalencia: terms.recargo_equivalencia,
    irpf: terms.irpf,
    lineas: newLines(lines, totals, precios_con_iva, supply),
    ...figures,
  } as const
  return Either.right(newDraft(contents, today, supply))
}
