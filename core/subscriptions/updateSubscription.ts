import { Either } from "effect"
import type { KeyMode } from "../access/keyText.ts"
import { periodStart } from "../calendar/periodicity.ts"
import { type Command, loaded, type Supply, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow, kept } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { conflict, type FieldIssue, invalidInput, notFound, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { draftIssues, type Drafted, periodDraft } from "./periodDraft.ts"
import { passedOver, periodJobs } from "./periods.ts"
import { type Subscription, type SubscriptionPatch, type SubscriptionResource, subscriptionResource } from "./Subscription.ts"
import { subscriptionContents, startIssues } from "./subscriptionContents.ts"
import { subscriptionLine } from "./SubscriptionLine.ts"
import { patchRefusal } from "./subscriptionState.ts"

/**
 * Changes the given properties of a subscription; null resets a property to its default. A patch that changes nothing writes
 * nothing. When it is resumed, periods that began before today are skipped, unless a worker had paused it; a later change of
 * periodicity does not bring them back. Refuses any change of a cancelled subscription, and another start or periodicity
 * once a period has been invoiced. Where the contents of its drafts change, or it is resumed, refuses contents of which no
 * draft could be made now (decisions, section 2). A test key, which writes no records, may only stop one that issues invoices
 * in the name of a live key.
 */
export const updateSubscription = (
  organizationId: OrganizationId,
  id: string,
  sent: SubscriptionPatch,
  modo: KeyMode,
): Command<SubscriptionResource> => {
  const patch = given(sent)
  return {
    organizationId,
    reads: (view) => {
      const present = loaded(view, "subscription", organizationId, id)
      const drafting = present !== undefined && isTried(present, patch) ? periodDraft(draftedAfter(present, patch)) : undefined
      return [
        organizationKey(organizationId),
        key("subscription", organizationId, id),
        ...drafting?.reads(view) ?? [],
      ]
    },
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const present = view.get("subscription", organizationId, id)
      if (present === undefined) return Either.left(notFound("la suscripción"))
      const refusal = patchRefusal(present.estado, Object.keys(patch))
      if (refusal !== undefined) return Either.left(refusal)

      return Either.flatMap(patched(present, patch, organization, view, supply), (changed) => {
        if (isSameRow(present, changed)) return Either.right(unchanged(subscriptionResource(present)))
        const { emitir, estado } = changed
        const isStopped = estado !== "active" && Object.keys(patch).join() === "estado"
        if (modo === "test" && present.modo === "live" && emitir && !isStopped) return Either.left(liveOnly)
        const row = { ...changed, modifiedSequence: supply.sequence() }
        return Either.right({
          result: subscriptionResource(row),
          rows: [{ table: "subscription", row }],
          events: [],
          jobs: periodJobs(row, organization, supply),
        })
      })
    },
  }
}

const invoiced = conflict(
  "suscripcion_facturada",
  "La suscripción ya tiene facturas: su inicio y su periodicidad no se pueden cambiar.",
)

const liveOnly = conflict(
  "suscripcion_real",
  "La suscripción emite facturas reales: con una clave de prueba solo se puede detener.",
)

const isResumed = ({ estado }: Subscription, patch: SubscriptionPatch): boolean =>
  estado === "paused" && patch.estado === "active"

/**
 * Whether a draft has to be possible after this patch: it resumes the subscription, or changes what its drafts are made of.
 * Sending the present contents once more changes nothing.
 */
const isTried = (present: Subscription, patch: SubscriptionPatch): boolean =>
  isResumed(present, patch) || !isSameRow<Drafted>(draftedAfter(present, patch), present)

const draftedAfter = (present: Subscription, { contacto_id, lineas, precios_con_iva, serie }: SubscriptionPatch): Drafted => ({
  organizationId: present.organizationId,
  contacto_id: contacto_id ?? present.contacto_id,
  lineas: lineas === undefined ? present.lineas : kept(lineas.map(subscriptionLine), present.lineas),
  precios_con_iva: precios_con_iva === undefined ? present.precios_con_iva : precios_con_iva ?? false,
  serie: serie === undefined ? present.serie : orNull(serie),
})

const patched = (
  present: Subscription,
  patch: SubscriptionPatch,
  organization: Organization,
  view: View,
  supply: Supply,
): Either.Either<Subscription, Refusal> => {
  const issues: Array<FieldIssue> = []
  const contents = subscriptionContents({ ...present, ...patch }, organization, present.creado, issues)
  const { inicio, periodicidad } = contents
  const isMoved = inicio !== present.inicio || periodicidad !== present.periodicidad
  if (isMoved && present.facturada) return Either.left(invoiced)
  const today = civilDateIn(organization.region_fiscal, supply.clock)
  if (inicio !== present.inicio) issues.push(...startIssues(inicio, today))
  if (isTried(present, patch)) issues.push(...draftIssues(draftedAfter(present, patch), view, supply))
  if (issues.length > 0) return Either.left(invalidInput(issues))

  const periodos = isMoved ? overAfterMove(present, contents) : present.periodos
  const isResumedByChoice = isResumed(present, patch) && !present.detenida
  return Either.right({
    ...present,
    ...contents,
    lineas: kept(contents.lineas, present.lineas),
    periodos: isResumedByChoice ? passedOver({ inicio, periodicidad, periodos }, today) : periodos,
    detenida: present.detenida && contents.estado === "paused",
  })
}

/**
 * `periodos` after a change of start or periodicity: 0 with another start, which was stated outright. With the same start,
 * periods that began before the next one of the former periodicity were skipped by a pause, and stay skipped.
 */
const overAfterMove = (present: Subscription, { inicio, periodicidad }: Pick<Subscription, "inicio" | "periodicidad">): number => {
  if (inicio !== present.inicio) return 0
  const left = periodStart(inicio, present.periodicidad, present.periodos)
  return passedOver({ inicio, periodicidad, periodos: 0 }, left)
}
