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
import type { CertificateKind, StoredCertificate } from "./StoredCertificate.ts"

/** A certificate that was opened with its password and found usable. */
export interface NewCertificate {
  readonly tipo: CertificateKind
  readonly pkcs12: Uint8Array
  readonly password: string
  readonly titular: string
  readonly caduca: Instant
}

/**
 * Stores a company's certificate, sealed, in place of any before. From then on the company's registry records are sent to
 * the tax authority, those that wait included. Refuses a company that does not exist.
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

/**
 * The state of a company's submission after failures, which the new certificate may have mended: tried again now, but not
 * within a minute of the last message, the least that AEAT asks for.
 */
const triedSoon = (state: Tables["submissionState"], clock: Instant): Tables["submissionState"] => {
  const soon = instant(Math.max(clock, (state.lastSent ?? 0) + 60_000))
  return { ...state, notBefore: instant(Math.min(soon, state.notBefore ?? soon)) }
}

/** Deletes a company's certificate; its records then wait until it has another. Refuses a company that has none. */
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
