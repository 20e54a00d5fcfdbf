import { Either } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { type Deal, type DealPatch, dealResource } from "./Deal.ts"
import { checkContact, type DealContents, dealContents } from "./dealContents.ts"
import { closedRefusal } from "./dealState.ts"

/**
 * What a deal becomes by a patch, `contact` being the one that this names. Refuses another result, stage or amount of a closed
 * deal that the patch does not reopen, a contact that does not exist, and a reason where the deal is not lost.
 */
export const changedDeal = (
  present: DealContents,
  patch: DealPatch,
  contact: Contact | undefined,
): Either.Either<DealContents, Refusal> => {
  const changed = dealContents({ ...present, ...patch })
  const refusal = closedRefusal(present, changed)
  if (refusal !== undefined) return Either.left(refusal)

  const issues: Array<FieldIssue> = []
  if (changed.contacto_id !== present.contacto_id) checkContact(changed.contacto_id, contact, issues)
  const isLost = changed.estado === "lost"
  if (!isLost && orNull(patch.motivo) !== null) {
    issues.push({ campo: "motivo", motivo: "solo lo tiene una oportunidad perdida: va con estado lost" })
  }
  if (issues.length > 0) return Either.left(invalidInput(issues))
  return Either.right({ ...changed, motivo: isLost ? changed.motivo : null })
}

/** What the result of a deal is told by, where it has come to it; that it is open again, nobody. */
export const resultEvents = (before: Pick<Deal, "estado">, after: Deal): ReadonlyArray<EventBody> =>
  after.estado !== before.estado && after.estado !== "open"
    ? [{ suceso: `deal.${after.estado}`, datos: { oportunidad: dealResource(after) } }]
    : []
