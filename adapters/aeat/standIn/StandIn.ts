import { Either } from "effect"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import type { ShipmentAnswer } from "../../../core/ports/TaxAuthority.ts"
import type { Question } from "../messages/queryMessage.ts"
import { invoiceOf, type MessageRecord } from "../messages/recordKey.ts"
import type { ShipmentContents } from "../messages/shipmentMessage.ts"
import { heldInvoices, type HeldInvoices } from "./books/heldInvoices.ts"
import { emptyLedger, type Ledger } from "./books/Ledger.ts"
import { type Objection, register, type Rules } from "./books/register.ts"
import type { Controls, Trouble } from "./Controls.ts"
import { type Reaction, reactionTo } from "./Reaction.ts"

/** A message that handed over records. */
export interface ReceivedMessage {
  readonly at: Instant
  readonly nif: string
  readonly records: number
  readonly incidencia: boolean
  /**
   * Whether it came before the wait was over that the answer before had asked for, and was not full (Orden HAC/1177/2024 art.
   * 16.2).
   */
  readonly hasty: boolean
  /** How the stand-in met it. */
  readonly reaction: Reaction<unknown>["_tag"]
}

/** How a stand-in differs from the usual one. */
export interface StandInOptions {
  /** Further objections to records beside its own, such as others of AEAT's validations. */
  readonly objections?: Rules["objections"]
}

/**
 * A tax authority for tests and development. It keeps everything in the memory of this process, and is told what time it is.
 */
export interface StandIn {
  readonly submit: (message: ShipmentContents, at: Instant) => Reaction<ShipmentAnswer>
  readonly query: (question: Question) => Reaction<HeldInvoices>
  /** Changes how it behaves; what is absent stays as it is. */
  readonly control: (change: Controls) => void
  /** How it was told to behave, without what is used up. */
  readonly controls: () => Controls
  /** Forgets everything, and behaves well again. */
  readonly reset: () => void
  readonly ledger: () => Ledger
  /** The last thousand messages. */
  readonly received: () => ReadonlyArray<ReceivedMessage>
}

/** A stand-in that holds nothing yet. */
export const makeStandIn = ({ objections = () => [] }: StandInOptions = {}): StandIn => {
  let ledger = emptyLedger
  let controls: Controls = {}
  let received: ReadonlyArray<ReceivedMessage> = []
  let nextAt: ReadonlyMap<string, Instant> = new Map()

  /** The objection that it was told to make to this record, if any. */
  const toldObjections = (record: MessageRecord): ReadonlyArray<Objection> => {
    const { numserie } = invoiceOf(record)
    const rule = controls.reject?.find(({ number }) => new RegExp(number).test(numserie))
    if (rule === undefined) return []
    controls = { ...controls, reject: usedOnce(controls.reject ?? [], rule) }
    const { code: codigo, description: descripcion } = rule
    return [descripcion === undefined ? { codigo } : { codigo, descripcion }]
  }
  /** The trouble that it was told to make with this message, if any. */
  const nextTrouble = (of: "submit" | "query"): Trouble | undefined => {
    const trouble = controls.trouble?.find((one) => (one.of ?? "submit") === of)
    if (trouble !== undefined) controls = { ...controls, trouble: usedOnce(controls.trouble ?? [], trouble) }
    return trouble
  }
  const carryOut = (message: ShipmentContents, at: Instant) => {
    const rules: Rules = {
      espera: controls.wait ?? 60,
      annulsOnce: controls.annulsOnce ?? false,
      objections: (record, context) => [...toldObjections(record), ...objections(record, context)],
    }
    return Either.map(register(ledger, message, at, rules), ({ answer, ledger: after }) => {
      ledger = after
      return answer
    })
  }
  return {
    submit: (message, at) => {
      const { incidencia, obligado: { nif }, records } = message
      const reaction = reactionTo(nextTrouble("submit"), () => carryOut(message, at))
      const hasty = records.length < 1_000 && at < (nextAt.get(nif) ?? at)
      const came = { at, nif, records: records.length, incidencia, hasty, reaction: reaction._tag }
      received = [...received, came].slice(-1_000)
      if (reaction._tag === "Answers") {
        nextAt = new Map([...nextAt, [nif, instant(at + (reaction.answer.espera ?? 0) * 1_000)]])
      }
      return reaction
    },
    query: (question) =>
      reactionTo(nextTrouble("query"), () => Either.right(heldInvoices(ledger, question, controls.pageSize ?? 10_000))),
    control: ({ trouble, ...change }) => {
      const once = trouble?.map((one) => ({ ...one, times: one.times ?? 1 }))
      controls = { ...controls, ...change, ...(once === undefined ? {} : { trouble: once }) }
    },
    controls: () => controls,
    reset: () => {
      ledger = emptyLedger
      controls = {}
      received = []
      nextAt = new Map()
    },
    ledger: () => ledger,
    received: () => received,
  }
}

/** The list with one use less of one of its items; what has no `times` is never used up. */
const usedOnce = <Item extends { readonly times?: number | undefined }>(
  items: ReadonlyArray<Item>,
  used: Item,
): ReadonlyArray<Item> =>
  items.flatMap((item) => {
    if (item !== used || item.times === undefined) return [item]
    return item.times > 1 ? [{ ...item, times: item.times - 1 }] : []
  })
