import type { Contact } from "../contacts/Contact.ts"
import { type Decimal6, decimal6 } from "../money/decimal.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { PaymentForm } from "./Invoice.ts"

const one = decimal6(1_000_000)

/** EUR that one unit of the currency is worth: 1 in EUR, else it must be given (decisions, section 2). */
export const exchangeRate = (divisa: string, given: Decimal6 | null, issues: Array<FieldIssue>): Decimal6 => {
  if (divisa === "EUR") {
    if (given !== null && given !== one) issues.push({ campo: "tipo_cambio", motivo: "debe ser 1 en una factura en euros" })
    return one
  }
  if (given === null) issues.push({ campo: "tipo_cambio", motivo: `es obligatorio en una factura en ${divisa}` })
  if (given !== null && given <= 0) issues.push({ campo: "tipo_cambio", motivo: "debe ser mayor que 0" })
  return given ?? one
}

/** The contact's payment form, where its free text is one of the contract's words. */
export const preferredPaymentForm = (contact: Contact | null): PaymentForm | null =>
  PaymentForm.literals.find((form) => form === contact?.forma_pago) ?? null
