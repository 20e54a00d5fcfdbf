import { Either } from "effect"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import type { ShipmentAnswer } from "../../../core/ports/TaxAuthority.ts"
import type { Question } from "../messages/queryMessage.ts"
import { invoiceOf, type MessageRecord } from "../messages/recordKey.ts"
import type { ShipmentContents } from "../messages/shipmentMessage.ts"
import { ask, type HeldInvoices } from "./books/ask.ts"
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
  /** Neither full, nor after the wait that the answer before asked for (Orden HAC/1177/2024 art. 16.2). */
  readonly hasty: boolean
  readonly reaction: Reaction<unknown>["_tag"]
}

/** What a stand-in objects to besides its own rules. */
export interface StandInOptions {
  /** More objections to records than its own, such as others of AEAT's validations. */
  readonly objections?: Rules["objections"]
}

/** A tax authority for tests and development. It remembers, in this process only; the time is told to it. */
export interface StandIn {
  readonly submit: (message: ShipmentContents, at: Instant) => Reaction<ShipmentAnswer>
  readonly query: (question: Question) => Reaction<HeldInvoices>
  /** Changes how it behaves; what is not named stays. */
  readonly control: (change: Controls) => void
  /** How it was told to behave; what is used up is gone. */
  readonly controls: () => Controls
  /** Forgets everything, and behaves well again. */
  readonly reset: () => void
  readonly ledger: () => Ledger
  /** The last thousand messages. */
  readonly received: () => ReadonlyArray<ReceivedMessage>
}

/** A stand-in that holds nothing yet, in the memory of this process. */
export const makeStandIn = ({ objections = () => [] }: StandInOptions = {}): StandIn => {
  let ledger = emptyLedger
  let controls: Controls = {}
  let received: ReadonlyArray<ReceivedMessage> = []
  let nextAt: ReadonlyMap<string, Instant> = new Map()

  const asTold = (record: MessageRecord): ReadonlyArray<Objection> => {
    const { numserie } = invoiceOf(record)
    const rule = controls.reject?.find(({ number }) => new RegExp(number).test(numserie))
    if (rule === undefined) return []
    controls = { ...controls, reject: usedOnce(controls.reject ?? [], rule) }
    const { code: codigo, description: descripcion } = rule
    return [descripcion === undefined ? { codigo } : { codigo, descripcion }]
  }
  const nextTrouble = (of: "submit" | "query"): Trouble | undefined => {
    const trouble = controls.trouble?.find((one) => (one.of ?? "submit") === of)
    if (trouble !== undefined) controls = { ...controls, trouble: usedOnce(controls.trouble ?? [], trouble) }
    return trouble
  }
  const carryOut = (message: ShipmentContents, at: Instant) => {
    const rules: Rules = {
      espera: controls.wait ?? 60,
      annulsOnce: controls.annulsOnce ?? false,
      objections: (record, context) => [...asTold(record), ...objections(record, context)],
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
      reactionTo(nextTrouble("query"), () => Either.right(ask(ledger, question, controls.pageSize ?? 10_000))),
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
