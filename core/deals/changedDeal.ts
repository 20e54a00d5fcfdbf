import { Either } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { noSuchContact } from "../contacts/namedContact.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { type Deal, type DealPatch, dealResource } from "./Deal.ts"
import { type DealContents, dealContents } from "./dealContents.ts"
import { closedRefusal } from "./dealState.ts"

/**
 * The contents of a deal after a patch; `contact` is the one that the patch names, if it exists. Refuses what `closedRefusal`
 * does, a new contact that does not exist, and a reason for losing a deal that is not lost.
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
  if (changed.contacto_id !== null && changed.contacto_id !== present.contacto_id && contact === undefined) {
    issues.push(noSuchContact("contacto_id"))
  }
  const isLost = changed.estado === "lost"
  if (!isLost && orNull(patch.motivo) !== null) {
    issues.push({ campo: "motivo", motivo: "solo lo tiene una oportunidad perdida: va con estado lost" })
  }
  if (issues.length > 0) return Either.left(invalidInput(issues))
  return Either.right({ ...changed, motivo: isLost ? changed.motivo : null })
}

/** `deal.won` or `deal.lost`, where a change has closed the deal; that it was reopened is no event. */
export const resultEvents = (before: Pick<Deal, "estado">, after: Deal): ReadonlyArray<EventBody> =>
  after.estado !== before.estado && after.estado !== "open"
    ? [{ suceso: `deal.${after.estado}`, datos: { oportunidad: dealResource(after) } }]
    : []
