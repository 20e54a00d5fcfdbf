import { addMonths, type CivilDate, spanishDate } from "../calendar/civilDate.ts"
import { civilDateAt } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { Subscription, SubscriptionInput } from "./Subscription.ts"
import { subscriptionLine } from "./SubscriptionLine.ts"

/** The part of a subscription that its input determines. */
type SubscriptionContents = Pick<
  Subscription,
  "contacto_id" | "nombre" | "periodicidad" | "inicio" | "fin" | "serie" | "lineas" | "precios_con_iva" | "emitir"
  | "estado"
>

/**
 * The contents of a subscription, with defaults for what is omitted; by default it begins on the day on which it was created.
 * Adds to `issues` what is wrong with its dates: a text that is no date, or an end before the start.
 */
export const subscriptionContents = (
  input: SubscriptionInput,
  { region_fiscal }: Organization,
  creado: Instant,
  issues: Array<FieldIssue>,
): SubscriptionContents => {
  const zone = zoneOfRegion(region_fiscal)
  const inicio = givenDay("inicio", input.inicio, zone, issues) ?? civilDateAt(zone, creado)
  const fin = givenDay("fin", input.fin, zone, issues)
  if (fin !== null && fin < inicio) issues.push({ campo: "fin", motivo: "no puede ser anterior a inicio" })
  return {
    contacto_id: input.contacto_id,
    nombre: input.nombre,
    periodicidad: input.periodicidad,
    inicio,
    fin,
    serie: orNull(input.serie),
    lineas: input.lineas.map(subscriptionLine),
    precios_con_iva: input.precios_con_iva ?? false,
    emitir: input.emitir ?? false,
    estado: input.estado ?? "active",
  }
}

/** How many months before or after today a subscription may begin. Taxes older than four years are statute-barred (LGT art. 66). */
const reach = { before: -48, after: 120 }

/** Why a subscription cannot begin on a day; empty when it can. There is a limit, as periods that have begun are invoiced at once. */
export const startIssues = (inicio: CivilDate, today: CivilDate): ReadonlyArray<FieldIssue> => {
  const first = addMonths(today, reach.before)
  const last = addMonths(today, reach.after)
  const motivo = `debe estar entre el ${spanishDate(first)} y el ${spanishDate(last)}`
  return inicio < first || inicio > last ? [{ campo: "inicio", motivo }] : []
}
