import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { instant } from "../calendar/instant.ts"
import { type Command, loaded, type Supply, type View } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, RegistryLink } from "../invoices/Invoice.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import { submissionIn } from "./changeSubmission.ts"
import { annulledThere, unknownThere } from "./heldErrors.ts"
import type { SubmissionState } from "./SubmissionState.ts"
import { verdictText } from "./verdictOf.ts"

/** What else is noted together with verdicts. */
export interface Settled {
  /** `orden` up to which every record is answered now. */
  readonly through: number
  /** Whether the verdict is on a single record for which a whole message was refused. */
  readonly alone: boolean
}

/**
 * Notes AEAT's verdicts on records, which come in the records' order: each beside its record, in words on its invoice, and in
 * the activity log where something has to be done. A verdict that was noted before is left as it is. `espera`: seconds until
 * the next message may be sent.
 */
export const noteVerdicts = (
  organizationId: OrganizationId,
  verdicts: ReadonlyArray<RecordVerdict>,
  espera: number,
  settled: Settled,
): Command<void> => ({
  organizationId,
  reads: (view) => [
    key("submissionState", organizationId, organizationId),
    ...verdicts.flatMap(({ factura_id, id }) => [
      key("recordVerdict", organizationId, id),
      key("invoice", organizationId, factura_id),
      ...lastVerdictKeys(view, organizationId, factura_id),
    ]),
  ],
  decide: (view, supply) => {
    const state = submissionIn(view, organizationId)
    const fresh = verdicts.filter(({ id }) => view.get("recordVerdict", organizationId, id) === undefined)
    return Either.right({
      result: undefined,
      rows: [
        { table: "submissionState", row: answered(state, fresh, espera, settled, supply) },
        ...fresh.map((verdict) => ({ table: "recordVerdict" as const, row: verdict })),
        ...invoiceRows(view, organizationId, fresh, supply),
        ...fresh.flatMap((verdict) => entriesOf(verdict, supply)),
        ...(state.failingSince === null ? [] : [resumed(organizationId, supply)]),
      ],
      events: [],
    })
  },
})

const answered = (
  state: SubmissionState,
  fresh: ReadonlyArray<RecordVerdict>,
  espera: number,
  { alone, through }: Settled,
  { clock }: Supply,
): SubmissionState => {
  const last = fresh.reduce((orden, verdict) => Math.max(orden, verdict.orden), 0)
  const suspects = (state.suspects ?? 0) - fresh.length
  return {
    ...state,
    answeredThrough: Math.max(state.answeredThrough, through),
    sentThrough: Math.max(state.sentThrough, last),
    notBefore: instant(clock + espera * 1_000),
    failures: 0,
    failingSince: null,
    problem: null,
    suspects: alone || suspects <= 0 ? null : suspects,
    refusedAlone: alone ? state.refusedAlone + fresh.length : 0,
  }
}

/** The key of the verdict on the invoice's newest record: once there is one, the verdict on an older record is not shown. */
const lastVerdictKeys = (view: View, organizationId: OrganizationId, id: string) => {
  const last = loaded(view, "invoice", organizationId, id)?.registry?.lastRecord
  return last === undefined ? [] : [key("recordVerdict", organizationId, last)]
}

/** The invoices with their verdicts in words; of several records of one invoice the last one's verdict is shown. */
const invoiceRows = (
  view: View,
  organizationId: OrganizationId,
  verdicts: ReadonlyArray<RecordVerdict>,
  supply: Supply,
): ReadonlyArray<TableRow<"invoice">> => {
  const invoices = new Map<string, Invoice>()
  for (const verdict of verdicts) {
    const invoice = invoices.get(verdict.factura_id) ?? view.get("invoice", organizationId, verdict.factura_id)
    if (invoice === undefined || invoice.registry === null) continue
    if (view.get("recordVerdict", organizationId, invoice.registry.lastRecord) !== undefined) continue
    const registry = { ...invoice.registry, held: isHeld(verdict, invoice.registry), aeat: verdictText(verdict) }
    invoices.set(invoice.id, { ...invoice, registry, modifiedSequence: supply.sequence() })
  }
  return [...invoices.values()].map((row) => ({ table: "invoice", row }))
}

/** Whether AEAT has a record of the invoice after this verdict. What AEAT says of that itself counts more than what we know. */
const isHeld = ({ codigo, estado }: RecordVerdict, { held }: RegistryLink): boolean =>
  codigo === annulledThere || (codigo !== unknownThere && (estado !== "rejected" || held === true))

const entriesOf = (verdict: RecordVerdict, supply: Supply): ReadonlyArray<TableRow<"activityEntry">> => {
  const { estado, factura_id: recurso_id, organizationId } = verdict
  if (estado === "accepted") return []
  const tipo = estado === "rejected" ? "record_rejected" as const : "record_accepted_with_errors" as const
  return [activityEntry(supply, { organizationId, tipo, mensaje: verdictText(verdict), recurso: "factura", recurso_id })]
}

const resumed = (organizationId: OrganizationId, supply: Supply): TableRow<"activityEntry"> =>
  activityEntry(supply, {
    organizationId,
    tipo: "submission_resumed",
    mensaje: "Los registros vuelven a llegar a la AEAT: los pendientes se están enviando.",
    recurso: "organizacion",
    recurso_id: organizationId,
  })
