import type { Contact } from "../contacts/Contact.ts"
import { type Invoice, PaymentForm } from "../invoices/Invoice.ts"
import { zeroCents } from "../money/cents.ts"
import { euroRate } from "../money/currency.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { exchangeRateIssue } from "./contradictions.ts"
import type { InvoiceInput } from "./invoiceInput.ts"

/** The terms of a draft: what its figures are computed under, and how it is to be paid. */
export type DraftTerms = Pick<
  Invoice,
  "divisa" | "tipo_cambio" | "forma_pago" | "irpf" | "recargo_equivalencia" | "suplidos" | "precios_con_iva"
>

/** What a draft takes for terms that are left out or null. Where `tipo_cambio` is null it has no default. */
export interface DefaultTerms extends Omit<DraftTerms, "tipo_cambio"> {
  readonly tipo_cambio: Decimal6 | null
}

/** The default terms: the contact's, then the company's, then general ones (decisions, section 2). */
export const defaultTerms = (contact: Contact | null, organization: Organization): DefaultTerms => ({
  divisa: contact?.moneda ?? organization.moneda,
  tipo_cambio: null,
  forma_pago: preferredPaymentForm(contact),
  irpf: contact?.irpf ?? 0,
  recargo_equivalencia: false,
  precios_con_iva: false,
  suplidos: zeroCents,
})

/** The terms of a new draft. Adds to `issues` where the exchange rate contradicts the currency. */
export const newTerms = (
  input: InvoiceInput,
  contact: Contact | null,
  organization: Organization,
  issues: Array<FieldIssue>,
): DraftTerms => {
  const otherwise = defaultTerms(contact, organization)
  const divisa = input.divisa ?? otherwise.divisa
  return {
    divisa,
    tipo_cambio: exchangeRate(divisa, input.tipo_cambio ?? null, issues),
    forma_pago: input.forma_pago ?? otherwise.forma_pago,
    irpf: input.irpf ?? otherwise.irpf,
    recargo_equivalencia: input.recargo_equivalencia ?? otherwise.recargo_equivalencia,
    suplidos: input.suplidos ?? otherwise.suplidos,
    precios_con_iva: input.precios_con_iva ?? otherwise.precios_con_iva,
  }
}

/** The exchange rate: how many EUR one unit of the currency is worth. Adds to `issues` what `exchangeRateIssue` finds. */
export const exchangeRate = (divisa: string, given: Decimal6 | null, issues: Array<FieldIssue>): Decimal6 => {
  const issue = exchangeRateIssue(divisa, given)
  if (issue !== undefined) issues.push(issue)
  return given ?? euroRate
}

/** The contact's `forma_pago`, which is free text, where it is one of the words that invoices know. */
const preferredPaymentForm = (contact: Contact | null): PaymentForm | null =>
  PaymentForm.literals.find((form) => form === contact?.forma_pago) ?? null
