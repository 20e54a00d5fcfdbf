import { Clock, Effect, Option } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { again, done, type HeldJob } from "../jobs/work.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import {
  type Certificate,
  type RecordAnswer,
  type ShipmentAnswer,
  ShipmentRefused,
  TaxAuthority,
  type TaxAuthorityFailure,
  type Taxpayer,
} from "../ports/TaxAuthority.ts"
import type { Refusal } from "../refusals/refusal.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { findHeld, isSameRecord } from "./findHeld.ts"
import { noteDeparture, noteFailure } from "./noteDeparture.ts"
import { noteVerdicts } from "./noteVerdicts.ts"
import { openCertificate } from "./openCertificate.ts"
import { firstSubmission, type SubmissionState } from "./SubmissionState.ts"
import { duplicateCodes, verdictOf } from "./verdictOf.ts"

/** Records of one message at most (AEAT schema). A full message need not wait. */
const messageMax = 1_000

/** How long AEAT may take over a message, and we over noting its answer. */
const messageMillis = 20_000

/** Seconds between messages unless AEAT says otherwise (Orden HAC/1177/2024 art. 16.2). */
const defaultEspera = 60

/** Verdicts of one commit; the company's invoicing waits as long as it takes. */
const notedAtOnce = 100

/** Sends a company's records that wait, in the order of their generation, as fast as the tax authority lets it. */
export const submitRecords = ({ mayBegin, organizationId }: HeldJob) =>
  Effect.gen(function*() {
    const { find, page } = yield* Storage
    while (yield* mayBegin(messageMillis)) {
      const stored = Option.getOrUndefined(yield* find("certificate", organizationId, organizationId))
      if (stored === undefined) return done
      const state = Option.getOrElse(
        yield* find("submissionState", organizationId, organizationId),
        () => firstSubmission(organizationId),
      )
      const { rows: records } = yield* page("registryRecord", {
        organizationId,
        orden: "antiguo",
        after: state.answeredThrough,
        limit: messageMax,
        conditions: [],
      })
      if (records.length === 0) return done
      const now = yield* Clock.currentTimeMillis
      const isFull = records.length === messageMax && state.failures === 0
      if (state.notBefore !== null && now < state.notBefore && !isFull) return again(state.notBefore)
      const next = yield* sendMessage(records, state)
      if (next !== undefined) return next
    }
    return again(instant(yield* Clock.currentTimeMillis))
  })

/** Sends one message and notes what came of it; answers when to go on, where that is not at once. */
const sendMessage = (records: ReadonlyArray<RegistryRecord>, state: SubmissionState) =>
  Effect.gen(function*() {
    const { organizationId } = state
    const { run } = yield* GroupCommit
    const failed = (problem: string) => Effect.map(run(noteFailure(organizationId, problem)), again)
    return yield* Effect.gen(function*() {
      const certificate = yield* openCertificate(organizationId)
      const obligado = yield* taxpayer(organizationId, records)
      yield* run(noteDeparture(organizationId, records.at(-1)?.orden ?? 0))
      yield* submit(records, state, obligado, certificate)
      return undefined
    }).pipe(
      Effect.catchTags({
        ShipmentRefused: ({ codigo, mensaje }) =>
          failed(codigo === null ? `responde «${mensaje}»` : `responde ${codigo} «${mensaje}»`),
        TaxAuthorityUnreachable: ({ reason }) => failed(reason),
        CertificateUnusable: ({ reason }) => failed(reason),
      }),
    )
  })

/** Errors of a whole message that one record may be the cause of: its form, dates or characters (AEAT, errors 4102 ff.). */
const recordFaults: ReadonlySet<number> = new Set([4102, 4103, 4106, 4113, 4114, 4119, 4138])

/**
 * Sends the records and notes the verdicts. Of a message that is refused for what a record holds, half is sent, until the
 * one is found: it is then refused alone, and holds up no other.
 */
const submit = (
  records: ReadonlyArray<RegistryRecord>,
  state: SubmissionState,
  obligado: Taxpayer,
  certificate: Certificate,
): Submission =>
  Effect.gen(function*() {
    const authority = yield* TaxAuthority
    const answer = yield* authority.submit({ obligado, certificate, incidencia: state.failingSince !== null, records })
    const isOurs = (record: RegistryRecord, { codigo }: RecordAnswer) =>
      codigo !== null && duplicateCodes.has(codigo)
        ? Effect.map(findHeld(record, obligado, certificate), (held) =>
          held !== undefined && isSameRecord(held, record, record.orden <= state.sentThrough))
        : Effect.succeed(false)
    yield* noteAnswer(records, answer, isOurs)
  }).pipe(Effect.catchIf(isOfRecord, (refusal) =>
    records.length > 1
      ? submit(records.slice(0, Math.ceil(records.length / 2)), state, obligado, certificate)
      : noteAnswer(records, { csv: null, espera: null, records: [refusedAlone(refusal)] }, () => Effect.succeed(false))))

type Submission = Effect.Effect<
  void,
  TaxAuthorityFailure | TransactionFailure | Refusal,
  GroupCommit | TaxAuthority
>

const isOfRecord = (failure: { readonly _tag: string }): failure is ShipmentRefused =>
  failure instanceof ShipmentRefused && failure.side === "client" && failure.codigo !== null && recordFaults.has(failure.codigo)

const refusedAlone = ({ codigo, mensaje }: ShipmentRefused): RecordAnswer => ({
  estado: "Incorrecto",
  codigo,
  descripcion: mensaje,
  duplicado: null,
  respuesta: { CodigoErrorRegistro: String(codigo), DescripcionErrorRegistro: mensaje },
})

/** The header names the issuer of the records (AEAT, error 1108), under its name of today. */
const taxpayer = (organizationId: OrganizationId, records: ReadonlyArray<RegistryRecord>) =>
  Effect.map(readOrganization(organizationId), ({ nif, nombre, razon_social }): Taxpayer => {
    if (nif === null || records.length === 0) throw new Error("a company with records has a NIF")
    return { nombre: razon_social ?? nombre, nif }
  })

const noteAnswer = (
  records: ReadonlyArray<RegistryRecord>,
  { csv, espera, records: answers }: ShipmentAnswer,
  isOurs: (record: RegistryRecord, answer: RecordAnswer) => Effect.Effect<boolean, TaxAuthorityFailure, TaxAuthority>,
) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const recibido = instant(yield* Clock.currentTimeMillis)
    const verdicts = yield* Effect.forEach(records, (record, i) =>
      Effect.gen(function*() {
        const answer = answers[i]
        if (answer === undefined) throw new Error("a record without its answer")
        return verdictOf(record, answer, csv, yield* isOurs(record, answer), recibido)
      }))
    for (let from = 0; from < verdicts.length; from += notedAtOnce) {
      const [first] = verdicts
      if (first === undefined) return
      yield* run(noteVerdicts(first.organizationId, verdicts.slice(from, from + notedAtOnce), espera ?? defaultEspera))
    }
  })
