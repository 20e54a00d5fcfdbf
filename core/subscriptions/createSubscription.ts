import { Either } from "effect"
import type { KeyMode } from "../access/keyText.ts"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { draftIssues, type Drafted, periodDraft } from "./periodDraft.ts"
import { periodJobs } from "./periods.ts"
import { type Subscription, type SubscriptionInput, type SubscriptionResource, subscriptionResource } from "./Subscription.ts"
import { subscriptionContents, startIssues } from "./subscriptionContents.ts"
import { subscriptionLine } from "./SubscriptionLine.ts"

/**
 * Creates a subscription (decisions, section 2). Its invoices are issued in the mode of the key that creates it. Refuses
 * contents of which no draft could be made now, and a start that is too far away.
 */
export const createSubscription = (
  organizationId: OrganizationId,
  input: SubscriptionInput,
  modo: KeyMode,
): Command<SubscriptionResource> => {
  const drafted: Drafted = {
    organizationId,
    contacto_id: input.contacto_id,
    serie: orNull(input.serie),
    lineas: input.lineas.map(subscriptionLine),
    precios_con_iva: input.precios_con_iva ?? false,
  }
  const drafting = periodDraft(drafted)
  return {
    organizationId,
    reads: (view) => [organizationKey(organizationId), ...drafting.reads(view)],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const issues: Array<FieldIssue> = []
      const contents = subscriptionContents(input, organization, supply.clock, issues)
      issues.push(...startIssues(contents.inicio, civilDateIn(organization.region_fiscal, supply.clock)))
      issues.push(...draftIssues(drafted, view, supply))
      if (issues.length > 0) return Either.left(invalidInput(issues))

      const row: Subscription = {
        ...newRow(organizationId, supply),
        ...contents,
        modo,
        periodos: 0,
        facturada: false,
        detenida: false,
        por_emitir: null,
      }
      return Either.right({
        result: subscriptionResource(row),
        rows: [{ table: "subscription", row }],
        events: [],
        jobs: periodJobs(row, organization, supply),
      })
    },
  }
}
