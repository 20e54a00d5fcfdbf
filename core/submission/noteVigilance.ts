import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Command, type Decision, type Supply, unchanged } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { registryJob } from "../jobs/Job.ts"
import type { HeldRecord } from "../ports/TaxAuthority.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"
import { storableText } from "./storableAnswer.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** How long to wait before looking again whether the tax authority still holds records that are not here. */
const againMillis = 55 * 60_000

const safeWay = "No se envía ningún registro más; se sigue facturando. Parece que la base de datos se ha restaurado "
  + "de una copia antigua. Lo seguro es dejar de usar esta organización: abra otra para el mismo contribuyente y siga "
  + "en ella cada serie después del número más alto que tiene la AEAT («talonario registry compare» lo dice)."

/**
 * Notes what a comparison has found; returns when to look again. Comparing takes time, in which somebody may have decided to
 * send all the same: that stands, whatever was found.
 */
const noteFound = (
  organizationId: OrganizationId,
  note: (state: SubmissionState, supply: Supply) => Decision<Instant>,
): Command<Instant> =>
  changeSubmission(organizationId, (state, supply) =>
    state.vigilance === "regardless" ? unchanged(supply.clock) : note(state, supply))

/**
 * Notes that the tax authority holds records of this installation that are not here. Nothing is sent until that has changed
 * or somebody decides otherwise (`sendRegardless`). Returns when to look again. The activity log gets an entry if that is news.
 */
export const noteAhead = (
  organizationId: OrganizationId,
  foreign: ReadonlyArray<HeldRecord>,
): Command<Instant> =>
  noteFound(organizationId, (state, supply) => {
    const problem = storableText(aheadProblem(foreign))
    const notBefore = instant(supply.clock + againMillis)
    const failingSince = state.failingSince ?? supply.clock
    const row: SubmissionState = { ...state, vigilance: "ahead", problem, notBefore, failingSince }
    const entry = activityEntry(supply, {
      organizationId,
      tipo: "registry_ahead",
      mensaje: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. ${safeWay}`,
      recurso: "organizacion",
      recurso_id: organizationId,
    })
    const isNew = state.vigilance !== "ahead" || state.problem !== problem
    return { result: notBefore, rows: [{ table: "submissionState", row }, ...(isNew ? [entry] : [])], events: [] }
  })

/** What is wrong when the tax authority holds these records, as a Spanish phrase. */
const aheadProblem = (foreign: ReadonlyArray<HeldRecord>): string => {
  const [first] = foreign
  if (first === undefined) throw new Error("nothing is wrong")
  const more = foreign.length === 1 ? "" : ` y ${foreign.length - 1} más`
  const which = `factura ${first.numserie} de ${first.fecha.replaceAll("-", "/")}${more}`
  return `la AEAT tiene registros de esta instalación que aquí no están (${which})`
}

/** Notes that it could not be found out whether that has changed: nothing is sent. Returns when to look again. */
export const noteStillAhead = (organizationId: OrganizationId): Command<Instant> =>
  noteFound(organizationId, (state, { clock }) => {
    const notBefore = instant(clock + againMillis)
    return { ...noted({ ...state, notBefore }), result: notBefore }
  })

/** Notes that the tax authority no longer holds anything that is not here, so that sending goes on. Returns when: at once. */
export const noteInStep = (organizationId: OrganizationId): Command<Instant> =>
  noteFound(organizationId, (state, { clock }) => ({ ...freed(state, "watching", clock), result: clock }))

/** Lets all be sent although the tax authority is ahead, and ends the comparisons. */
export const sendRegardless = (organizationId: OrganizationId): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) => freed(state, "regardless", clock))

const freed = (state: SubmissionState, vigilance: SubmissionState["vigilance"], clock: Instant): Decision<void> => ({
  ...noted({ ...state, vigilance, problem: null, notBefore: null }),
  jobs: [registryJob(state.organizationId, clock)],
})
