import { Effect, Either, Option } from "effect"
import type { StoredCertificate } from "../certificates/StoredCertificate.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { SecretBox } from "../ports/SecretBox.ts"
import { Storage } from "../ports/Storage.ts"
import { maxWebhooks } from "../webhooks/createWebhook.ts"
import type { Webhook } from "../webhooks/Webhook.ts"

/** How many secrets of an installation were sealed anew. */
export interface Resealed {
  readonly webhooks: number
  readonly certificates: number
  /** Ids of webhooks, and of companies with a certificate, whose seals no known secret opens. They are left as they are. */
  readonly unreadable: ReadonlyArray<string>
}

/**
 * Seals every stored secret anew with the installation's present secret, so that earlier ones can be forgotten. It may run
 * beside the service, and more than once. Answers kept under an Idempotency-Key are not touched, as they go after 24 hours.
 */
export const resealSecrets = Effect.gen(function*() {
  const storage = yield* Storage
  const { run } = yield* GroupCommit
  const unreadable: Array<string> = []
  const counts = { webhooks: 0, certificates: 0 }
  for (const { id: organizationId } of yield* storage.organizations) {
    const whole = { organizationId, conditions: [], orden: "antiguo", after: null, limit: maxWebhooks } as const
    for (const webhook of (yield* storage.page("webhook", whole)).rows) {
      const { previousSecret, sealedSecret } = webhook
      const present = yield* newSeals([sealedSecret])
      // A previous secret that cannot be opened cannot sign either, and is dropped.
      const previous = previousSecret === null ? undefined : yield* newSeals([previousSecret.sealed])
      if (present === undefined) unreadable.push(webhook.id)
      else counts.webhooks += yield* run(resealWebhook(organizationId, webhook.id, new Map([...present, ...(previous ?? [])])))
    }
    const certificate = Option.getOrUndefined(yield* storage.find("certificate", organizationId, organizationId))
    if (certificate === undefined) continue
    const seals = yield* newSeals([certificate.sealedPkcs12, certificate.sealedPassword])
    if (seals === undefined) unreadable.push(organizationId)
    else counts.certificates += yield* run(resealCertificate(organizationId, seals))
  }
  const resealed: Resealed = { ...counts, unreadable }
  return resealed
})

/** New seals, by the old ones. */
type Seals = ReadonlyMap<string, string>

/** Makes new seals; undefined when one of the old ones cannot be opened with any known secret. */
const newSeals = (sealed: ReadonlyArray<string>): Effect.Effect<Seals | undefined, never, SecretBox> =>
  Effect.gen(function*() {
    const box = yield* SecretBox
    const seals = yield* Effect.forEach(sealed, (old) =>
      Effect.map(Effect.flatMap(box.open(old), box.seal), (fresh) => [old, fresh] as const))
    return new Map(seals)
  }).pipe(Effect.catchTag("SealBroken", () => Effect.succeed(undefined)))

/**
 * Results in 1; or in 0 when the webhook has got other secrets meanwhile, which are sealed with the present one. Of a rotation
 * since, only the new secret is: the one before it, which goes on signing for a day, is among the seals.
 */
const resealWebhook = (organizationId: OrganizationId, id: string, seals: Seals): Command<number> => ({
  organizationId,
  reads: () => [key("webhook", organizationId, id)],
  decide: (view) => {
    const webhook = view.get("webhook", organizationId, id)
    if (webhook === undefined) return untouched
    const sealedSecret = seals.get(webhook.sealedSecret)
    const previousSecret = previousUnder(seals, webhook)
    if (sealedSecret === undefined && previousSecret === null) return untouched
    const row: Webhook = { ...webhook, sealedSecret: sealedSecret ?? webhook.sealedSecret, previousSecret }
    return Either.right({ result: 1, rows: [{ table: "webhook", row }], events: [] })
  },
})

const previousUnder = (seals: Seals, { previousSecret }: Webhook): Webhook["previousSecret"] => {
  const sealed = previousSecret === null ? undefined : seals.get(previousSecret.sealed)
  return previousSecret === null || sealed === undefined ? null : { ...previousSecret, sealed }
}

const resealCertificate = (organizationId: OrganizationId, seals: Seals): Command<number> => ({
  organizationId,
  reads: () => [key("certificate", organizationId, organizationId)],
  decide: (view) => {
    const certificate = view.get("certificate", organizationId, organizationId)
    if (certificate === undefined) return untouched
    const sealedPkcs12 = seals.get(certificate.sealedPkcs12)
    const sealedPassword = seals.get(certificate.sealedPassword)
    if (sealedPkcs12 === undefined || sealedPassword === undefined) return untouched
    const row: StoredCertificate = { ...certificate, sealedPkcs12, sealedPassword }
    return Either.right({ result: 1, rows: [{ table: "certificate", row }], events: [] })
  },
})

const untouched = Either.right(unchanged(0))
