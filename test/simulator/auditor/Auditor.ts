import { Effect, Either, FiberRef } from "effect"
import type { Command, Decision } from "../../../core/commit/Command.ts"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { ChangeSet, TableRow } from "../../../core/commit/tables.ts"
import type { Refusal } from "../../../core/refusals/refusal.ts"
import { fieldsOf } from "../requests/Fields.ts"
import { Books, type CompanyFacts, type Happened } from "./Books.ts"
import type { Call, Remembered } from "./Call.ts"
import { fannedOut, noted } from "./deliveries.ts"
import { difference } from "./difference.ts"
import { type Expected, type Facts, written } from "./Expected.ts"
import { lettersNoted } from "./letters.ts"
import { advanced } from "./periods.ts"
import { judge } from "./rules.ts"

/** The request that a fiber is answering; fibers that it forks answer none. */
export const currentCall = FiberRef.unsafeMake<Call | undefined>(undefined, { fork: () => undefined })

/** A decision, which counts once its transaction is committed. */
interface Decided {
  readonly call: Call | undefined
  readonly organizationId: string
  readonly decision: Either.Either<Decision<unknown>, Refusal>
  readonly clock: number
  readonly now: number
}

const retentionMillis = 24 * 3_600_000
const keptMillis = 30 * retentionMillis

/** The kinds of activity log entries that these books predict. */
const foreseen = new Set([
  "test_issue_in_live_series", "mixed_series", "quote_accepted", "quote_rejected", "webhook_deactivated",
  "subscription_paused", "subscription_not_issued", "mail_failed",
])

/**
 * Knows the rules, and keeps its own books by them. It sees every decision in the order of the commits, which is the order in
 * which things happened whatever ran at the same time, and every answer and every webhook notice.
 */
export class Auditor {
  /** Problems, in the order in which they were found. */
  readonly problems: Array<string> = []
  readonly companies = new Map<string, Books>()
  /** Ids of deliveries that a receiver accepted. */
  readonly succeeded = new Set<string>()
  private readonly keys = new Map<string, Remembered>()
  private commits = 0
  /** Whether the last commit may not be visible yet. */
  private isLagging = false
  private decided: Array<Decided> = []

  open(facts: CompanyFacts): Books {
    const books = new Books(facts, () => this.commits)
    this.companies.set(facts.organizationId, books)
    return books
  }

  problem(text: string): void {
    this.problems.push(text)
  }

  /** How many commits are certainly visible now. */
  get seen(): number {
    return this.isLagging ? this.commits - 1 : this.commits
  }

  /** How many commits may be visible now. */
  get made(): number {
    return this.commits
  }

  /** The same group commit, but the auditor sees each decision. */
  watch(inner: GroupCommit["Type"]): GroupCommit["Type"] {
    return {
      run: <A>(command: Command<A>) =>
        Effect.flatMap(FiberRef.get(currentCall), (call) =>
          inner.run<A>({
            ...command,
            decide: (view, supply) => {
              const decision = command.decide(view, supply)
              const { clock, now } = supply
              this.decided.push({ call, organizationId: command.organizationId, decision, clock, now })
              return decision
            },
          })),
    }
  }

  /** A notice reaches a receiver: it has to be one that was made, with the content it was made with. */
  attempted(envio: string, body: string): void {
    const delivery = [...this.companies.values()].flatMap(({ deliveries }) => deliveries.get(envio) ?? [])[0]
    if (delivery?.cuerpo !== body) {
      this.problem(`a receiver got ${envio}, which is ${delivery === undefined ? "none of ours" : "another"}`)
    }
  }

  /** A transaction begins: decisions of an earlier one that was not committed are void. */
  begins(): void {
    this.decided = []
  }

  /** A transaction is being committed. */
  commit(changes: ChangeSet): void {
    this.commits++
    this.isLagging = true
    const told = new Map<Books, ReadonlyArray<Happened>>()
    const entries = new Map<Books, Array<string>>()
    for (const one of this.decided) {
      const books = this.companies.get(one.organizationId)
      if (books === undefined) continue
      const result = this.carriedOut(books, one)
      const happened = result.events.map((event) => ({ ...event, at: one.now, order: books.nextPlace() }))
      told.set(books, [...(told.get(books) ?? []), ...happened])
      entries.set(books, [...(entries.get(books) ?? []), ...result.entries])
      for (const fault of books.faults.splice(0)) this.problem(fault)
    }
    this.decided = []
    for (const books of this.companies.values()) {
      this.checkEvents(books, changes, told.get(books) ?? [])
      this.checkEntries(books, changes, entries.get(books) ?? [])
    }
  }

  /** The last commit is visible. */
  applied(): void {
    this.isLagging = false
  }

  private carriedOut(books: Books, { call, clock, decision, now }: Decided) {
    const rows: ReadonlyArray<TableRow> = Either.isRight(decision) ? decision.right.rows : []
    const removed = Either.isRight(decision) ? decision.right.removed : undefined
    const facts: Facts = { modo: call?.modo ?? "live", clock, now, rows, refused: Either.isLeft(decision) }
    if (now !== Math.max(clock, books.lastInstant)) this.problem(`instant ${now} at ${clock} after ${books.lastInstant}`)
    if (rows.length > 0 || removed !== undefined) books.lastInstant = now
    if (rows.some(({ row }) => row.organizationId !== books.company.organizationId)) this.problem("a row of another company")
    return call === undefined ? this.byItself(books, facts, removed ?? []) : this.asked(call, facts, decision)
  }

  /** Judges what no request asked for: the work of workers, and cleaning up. */
  private byItself(books: Books, facts: Facts, removed: NonNullable<Decision<unknown>["removed"]>) {
    const nothing = { events: [], entries: [] }
    const outbox = removed.filter(({ table }) => table === "outboxEvent")
    if (outbox.length > 0) {
      fannedOut(books, facts, outbox)
      return nothing
    }
    const subscriptions = written(facts, "subscription")
    if (subscriptions.length > 0) return advanced(books, facts, subscriptions)
    for (const { id, table } of removed) if (table === "idempotencyRecord") this.forgotten(id, facts.clock)
    for (const { id, table } of removed) if (table === "delivery") this.pruned(books, id, facts.clock)
    const invoices = written(facts, "invoice").toSorted((a, b) => a.modifiedSequence - b.modifiedSequence)
    for (const row of invoices) {
      const known = books.documents.get(row.id)
      const fault = difference(
        known && [known.lifecycle, known.numero, known.total, known.cobrado, known.fecha_emision],
        [row.lifecycle, row.numero, row.total, row.cobrado, row.fecha_emision],
      )
      if (fault !== undefined) this.problem(`a worker changed document ${row.id}${fault}`)
      books.documents.touch(row.id)
    }
    return { ...nothing, entries: [...lettersNoted(books, facts), ...noted(books, facts, this.succeeded)] }
  }

  /** A delivery has to be kept for thirty days after it was settled. */
  private pruned({ deliveries }: Books, id: string, clock: number): void {
    const settled = deliveries.get(id)?.settled
    if (typeof settled !== "number" || clock - settled < keptMillis) this.problem(`delivery ${id} was forgotten too early`)
    deliveries.delete(id)
  }

  /** An answer under an Idempotency-Key has to be kept for a day. */
  private forgotten(row: string, clock: number): void {
    for (const [id, known] of this.keys) {
      if (known.row !== row) continue
      if (clock < known.at + retentionMillis) this.problem(`key ${id} was forgotten too early`)
      this.keys.delete(id)
    }
  }

  private asked(call: Call, facts: Facts, decision: Decided["decision"]) {
    const { ask, books } = call
    const name = `${ask.method} ${ask.path}`
    if (call.outcome !== undefined) this.problem(`${name} was carried out twice`)
    const id = ask.once === null ? undefined : `${call.key} ${ask.once}`
    const fingerprint = JSON.stringify([ask.method, ask.path, ask.body])
    const known = id === undefined ? undefined : this.keys.get(id)
    const isKnown = known !== undefined && facts.clock < known.at + retentionMillis
    if (isKnown && known.fingerprint === fingerprint) {
      call.outcome = { expected: known.expected, remembered: known, replayed: true }
      if (Either.isLeft(decision) || facts.rows.length > 0) this.problem(`${name} under a known key was not only repeated`)
      return { events: [], entries: [] }
    }
    const expected: Expected = isKnown
      ? { _tag: "Refused", status: 409, reasons: ["clave_reutilizada"] }
      : judge(books, ask.method, ask.path, ask.body, facts)
    const fault = decisionFault(expected, decision)
    if (fault !== undefined) this.problem(`${name}: ${fault}`)
    const tookEffect = Either.isRight(decision)
    const remembered = tookEffect && id !== undefined
      ? { fingerprint, row: written(facts, "idempotencyRecord")[0]?.id, at: facts.now, expected }
      : undefined
    if (remembered !== undefined && id !== undefined) this.keys.set(id, remembered)
    call.outcome = { expected, remembered, replayed: false }
    return expected._tag === "Done" ? expected : { events: [], entries: [] }
  }

  /** The events of the commit have to be exactly those that the rules ask for. */
  private checkEvents(books: Books, { outboxEvent }: ChangeSet, told: ReadonlyArray<Happened>): void {
    const { organizationId } = books.company
    const made = outboxEvent.flatMap(({ after, before }) =>
      after !== undefined && before === undefined && after.organizationId === organizationId ? [after] : [])
    const events = made.toSorted((a, b) => a.sequence - b.sequence)
    const found = events.map(({ creado, datos, suceso }) => ({ suceso, datos, at: Number(creado) }))
    const fault = difference(told.map(({ at, datos, suceso }) => ({ suceso, datos, at })), found)
    if (fault !== undefined) this.problem(`events of a commit${fault}`)
    for (const [place, { datos, id, suceso }] of events.entries()) {
      if (suceso === "subscription.invoiced") noteInvoiced(books, datos)
      const happened = told[place]
      if (happened !== undefined) books.outbox.set(id, happened)
    }
  }

  private checkEntries(books: Books, { activityEntry }: ChangeSet, expected: ReadonlyArray<string>): void {
    const made = activityEntry.flatMap(({ after }) =>
      after?.organizationId === books.company.organizationId ? [after.tipo] : [])
    const fault = difference(expected, made.filter((tipo) => foreseen.has(tipo)))
    if (fault !== undefined) this.problem(`activity log${fault}`)
    books.entries.push(...made)
  }
}

const noteInvoiced = ({ invoicedTold }: Books, datos: unknown): void => {
  const id = String(fieldsOf(fieldsOf(datos)["factura"])["id"])
  invoicedTold.set(id, (invoicedTold.get(id) ?? 0) + 1)
}

/** What is wrong with a decision; undefined when it is as expected. */
const decisionFault = (expected: Expected, decision: Decided["decision"]): string | undefined => {
  if (expected._tag === "Unsure") return undefined
  if (Either.isRight(decision)) {
    return expected._tag === "Done" ? undefined : `done, and ought to be refused (${expected.status})`
  }
  const found = refused(decision.left)
  if (expected._tag === "Done") return `refused (${JSON.stringify(found)}), and ought to be done`
  return difference({ status: expected.status, reasons: expected.reasons }, found)
}

const refused = (refusal: Refusal) => {
  switch (refusal._tag) {
    case "NotFound":
      return { status: 404, reasons: [] }
    case "Conflict":
      return { status: 409, reasons: [refusal.motivo] }
    case "InvalidInput":
      return { status: 422, reasons: [...new Set(refusal.campos.map(({ campo }) => campo))].toSorted() }
  }
}
