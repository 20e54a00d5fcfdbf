import { Either } from "effect"
import { civilDateAt } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { Expense, ExpenseInput } from "./Expense.ts"
import { expenseAmounts } from "./expenseAmounts.ts"

/** What the input says of an expense, and what is computed from it. */
type ExpenseContents = Omit<
  Expense,
  "organizationId" | "id" | "proveedor" | "estado_aprobacion" | "creado" | "createdSequence" | "modifiedSequence"
>

/** What an expense takes its defaults from. */
interface ExpenseDefaults {
  readonly organization: Organization
  /** The supplier that the expense names, if it exists. */
  readonly supplier: Contact | undefined
  /** When the expense was created: an invoice without date is taken to be of that day. */
  readonly creado: Instant
}

/**
 * The contents of an expense; what the input omits is null or the default: the day of its creation, the company's tax
 * rate, the supplier's withholding. Adds to `issues` where `fecha` is no date, and where the total goes beyond 12 integer
 * digits; in that case undefined.
 */
export const expenseContents = (
  input: ExpenseInput,
  { creado, organization, supplier }: ExpenseDefaults,
  issues: Array<FieldIssue>,
): ExpenseContents | undefined => {
  const { base } = input
  const zone = zoneOfRegion(organization.region_fiscal)
  const tipo_iva = input.tipo_iva ?? organization.tipo_iva_defecto
  const fecha = givenDay("fecha", input.fecha, zone, issues) ?? civilDateAt(zone, creado)
  const amounts = expenseAmounts({ base, tipo_iva })
  if (Either.isLeft(amounts)) {
    issues.push(...amounts.left.campos)
    return undefined
  }
  return {
    proveedor_id: orNull(input.proveedor_id),
    referencia: orNull(input.referencia),
    categoria: orNull(input.categoria),
    clase: input.clase ?? null,
    fecha,
    base,
    tipo_iva,
    ...amounts.right,
    irpf: input.irpf ?? supplier?.irpf ?? 0,
    pagado: input.pagado ?? false,
    notas: orNull(input.notas),
  }
}
