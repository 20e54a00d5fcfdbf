import { Clock, Effect, Option, Schema } from "effect"
import { instant, isoInstant, isoInstantOrNull } from "../calendar/instant.ts"
import { CertificateKind } from "../certificates/StoredCertificate.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { readSubmissionState } from "./readSubmissionState.ts"
import { waitingRecords } from "./waitingRecords.ts"

/** How the sending of a company's records is going. The number that is pending has to be shown (Orden HAC/1177/2024 art. 16.4). */
export const SubmissionResource = Schema.Struct({
  pendientes: Schema.Int,
  desde: Schema.NullOr(Schema.String),
  ultimo_envio: Schema.NullOr(Schema.String),
  proximo_envio: Schema.NullOr(Schema.String),
  problema: Schema.NullOr(Schema.String),
  certificado: Schema.NullOr(Schema.Struct({
    titular: Schema.String,
    caduca: Schema.String,
    tipo: CertificateKind,
  })),
}).annotations({ identifier: "EnvioDelRegistro" })
export type SubmissionResource = typeof SubmissionResource.Type

/** Reads how the sending is going. That takes a few rows, or as many as fill a message while one has not been answered. */
export const readSubmission = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
): Effect.fn.Return<SubmissionResource, StorageUnavailable, Storage> {
  const { find, page } = yield* Storage
  const certificate = Option.getOrNull(yield* find("certificate", organizationId, organizationId))
  const state = yield* readSubmissionState(organizationId)
  const { answeredThrough: after, lastSent, notBefore, problem } = state
  const query = { organizationId, orden: "antiguo", after, limit: 1, conditions: [] } as const
  // In order means that all records after `answeredThrough` wait. Otherwise some of them have been answered already.
  const isInOrder = state.sentThrough <= after
  const waiting = isInOrder ? undefined : yield* waitingRecords(state)
  const [oldest] = waiting === undefined ? (yield* page("registryRecord", query)).rows : waiting.records
  const head = Option.getOrUndefined(yield* find("chainHead", organizationId, organizationId))
  const now = instant(yield* Clock.currentTimeMillis)
  const waits = oldest !== undefined
  return {
    pendientes: waits ? Math.max(1, (head?.orden ?? 0) - after - (waiting?.answered ?? 0)) : 0,
    desde: isoInstantOrNull(oldest?.generado ?? null),
    ultimo_envio: isoInstantOrNull(lastSent),
    proximo_envio: waits && certificate !== null ? isoInstant(instant(Math.max(notBefore ?? now, now))) : null,
    problema: waits && certificate === null ? uncertified : problem,
    certificado: certificate === null ? null : {
      titular: certificate.titular,
      caduca: isoInstant(certificate.caduca),
      tipo: certificate.tipo,
    },
  }
})

const uncertified = "la organización no tiene certificado con el que enviarlos"
