import { Effect, Either, Encoding } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { key, type Tables } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { registryJob } from "../jobs/Job.ts"
import { foundOrganization, organizationKey } from "../organizations/presentOrganization.ts"
import { SecretBox } from "../ports/SecretBox.ts"
import { notFound } from "../refusals/refusal.ts"
import type { StoredCertificate } from "./StoredCertificate.ts"

/** A certificate that was read and found usable. */
export interface NewCertificate {
  readonly tipo: StoredCertificate["tipo"]
  readonly pkcs12: Uint8Array
  readonly password: string
  readonly titular: string
  readonly caduca: Instant
}

/**
 * Keeps a company's certificate, sealed, in place of the one before; its records then go to the tax
 * authority. Refuses a company that is not there.
 */
export const setCertificate = (organizationId: OrganizationId, given: NewCertificate) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const { seal } = yield* SecretBox
    const sealedPkcs12 = yield* seal(Encoding.encodeBase64(given.pkcs12))
    const sealedPassword = yield* seal(given.password)
    const { caduca, tipo, titular } = given
    return yield* run(storeCertificate(organizationId, { caduca, sealedPassword, sealedPkcs12, tipo, titular }))
  })

const storeCertificate = (
  organizationId: OrganizationId,
  contents: Omit<StoredCertificate, "organizationId" | "id" | "creado">,
): Command<StoredCertificate> => ({
  organizationId,
  reads: () => [
    organizationKey(organizationId),
    key("certificate", organizationId, organizationId),
    key("submissionState", organizationId, organizationId),
  ],
  decide: (view, supply) => Either.map(foundOrganization(view, organizationId), (organization) => {
    const row = { ...contents, organizationId, id: organizationId, creado: supply.now }
    const state = view.get("submissionState", organizationId, organizationId)
    return {
      result: row,
      rows: [
        { table: "certificate", row },
        { table: "organization", row: { ...organization, sendsRecords: true } },
        ...(state === undefined || state.failures === 0
          ? []
          : [{ table: "submissionState", row: triedSoon(state, supply.clock) } as const]),
      ],
      events: [],
      jobs: [registryJob(organizationId, supply.clock)],
    }
  }),
})

/** A new certificate may mend what failed; a minute after the last message is what AEAT wants at least. */
const triedSoon = (state: Tables["submissionState"], clock: Instant): Tables["submissionState"] => {
  const soon = instant(Math.max(clock, (state.lastSent ?? 0) + 60_000))
  return { ...state, notBefore: instant(Math.min(soon, state.notBefore ?? soon)) }
}

/** Forgets a company's certificate; records made from then on wait. Refuses a company that has none. */
export const removeCertificate = (organizationId: OrganizationId): Command<void> => {
  const own = key("certificate", organizationId, organizationId)
  return {
    organizationId,
    reads: () => [organizationKey(organizationId), own],
    decide: (view) => {
      const organization = view.get("organization", organizationId, organizationId)
      if (organization === undefined || view.get("certificate", organizationId, organizationId) === undefined) {
        return Either.left(notFound("el certificado"))
      }
      return Either.right({
        result: undefined,
        rows: [{ table: "organization", row: { ...organization, sendsRecords: false } }],
        removed: [own],
        events: [],
      })
    },
  }
}
