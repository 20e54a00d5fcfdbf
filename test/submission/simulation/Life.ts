import { assert } from "@effect/vitest"
import { Schema } from "effect"
import type { Trouble } from "../../../adapters/aeat/standIn/Controls.ts"
import { SubmissionResource } from "../../../core/submission/readSubmission.ts"
import { verifyRegistry } from "../../../core/verification/verifyRegistry.ts"
import { healthy } from "../../webhooks/simulation/faults.ts"
import { day, hour, second } from "../../webhooks/simulation/spans.ts"
import { agree } from "./agree.ts"
import type { Arrival } from "./Authority.ts"
import { Books, verdictsOf } from "./Books.ts"
import { type Act, duplicates, type Script, type Step, troubles } from "./script.ts"
import { World } from "./World.ts"

const submissionOf = Schema.decodeUnknownSync(SubmissionResource)

/** Two companies that live as the script says. Throws when something happens that must not. */
export class Life {
  readonly world: World
  private readonly books: ReadonlyArray<Books>
  private readonly without: ReadonlySet<Act>

  constructor({ certified, seed, without }: Omit<Script, "steps">) {
    this.world = new World(seed)
    this.without = new Set(without)
    this.world.authority.onArrival = (arrival) => this.look(arrival)
    this.books = ["B12345674", "B87654323"].map((nif) => new Books(this.world, nif))
    if (certified || this.without.has("removeCertificate")) for (const books of this.books) books.certify()
  }

  step({ act, gap, n }: Step): void {
    this.world.pass(gap, () => this.watch())
    const books = this.books[n % 2] ?? assert.fail("no company")
    if (!this.without.has(act)) this.carryOut(act, books, n >> 1)
  }

  /** Ends all trouble, then checks that everything was settled and agrees with what the tax authority holds. */
  end(): void {
    const { world } = this
    world.condition = healthy
    world.isWorking = true
    world.authority.isAway = false
    world.authority.standIn.control({ trouble: [], reject: [] })
    for (const books of this.books) books.certify()
    world.pass(3 * hour, () => this.watch())
    for (const books of this.books) this.settled(books)
    this.checkArrivals()
  }

  private settled(books: Books): void {
    const { organizationId } = books.company
    const records = books.records()
    const verdicts = verdictsOf(this.world, records)
    assert.strictEqual(verdicts.length, records.length, "a record without its verdict")
    // Late records are marked as late, to which AEAT does not object.
    assert.isFalse(verdicts.some(({ codigo }) => codigo === 2004), "late, and did not say so")
    if (duplicates.every((act) => this.without.has(act))) {
      assert.isFalse(verdicts.some(({ codigo }) => codigo === 3000), "our own, and taken for another's")
    }
    const told = submissionOf(books.get("/registro/envio").json)
    assert.deepInclude(told, { pendientes: 0, desde: null, proximo_envio: null, problema: null })
    const report = this.world.run(verifyRegistry(organizationId))
    assert.deepStrictEqual([report.primer_error, report.registros], [null, records.length])
    agree(this.world, books, records, verdicts)
  }

  /** Checks what must hold for all messages of a history. */
  private checkArrivals(): void {
    const { arrivals } = this.world.authority
    for (const { company: { organizationId } } of this.books) {
      let last = 0
      const answered = new Set<number>()
      for (const arrival of arrivals.filter(({ records }) => records[0]?.organizationId === organizationId)) {
        for (const { orden } of arrival.records) {
          assert.isAtMost(orden, last + 1, "in the order of their generation")
          last = Math.max(last, orden)
          if (this.isCalm) assert.isFalse(answered.has(orden), "answered, and sent again")
        }
        if (arrival.answered && !arrival.isUnclear) for (const { orden } of arrival.records) answered.add(orden)
      }
    }
    if (this.isCalm) assert.isFalse(arrivals.some(({ hasty }) => hasty), "earlier than AEAT had asked for")
    if (troubles.every((act) => this.without.has(act))) {
      assert.isFalse(arrivals.some(({ incidencia }) => incidencia), "late without an outage")
    }
  }

  /** Whether no process is killed and every commit succeeds. */
  private get isCalm(): boolean {
    return this.without.has("kill") && this.without.has("badStores")
  }

  /** Checks an incoming message: it has no settled record, is not too long, and is in order. */
  private look({ records }: Arrival): void {
    const places = records.map(({ orden }) => orden)
    assert.isAtMost(records.length, 1_000)
    assert.isAbove(records.length, 0)
    assert.deepStrictEqual(places, places.toSorted((a, b) => a - b))
    assert.deepStrictEqual(verdictsOf(this.world, records), [], "sent again after it was settled")
    assert.lengthOf([...new Set(records.map(({ organizationId }) => organizationId))], 1)
  }

  /** Checks that something is tried at least every hour while there are records that could be sent. */
  private watch(): void {
    const { condition, isWorking, noted, time: { now } } = this.world
    for (const books of this.books) {
      const isPossible = isWorking && books.hasCertificate && condition === healthy
      if (!isPossible || !books.isPending()) books.since = now
      const tried = Math.max(noted.get(books.company.organizationId) ?? 0, books.since)
      assert.isAtMost(now - tried, hour, "nothing was tried for an hour")
    }
  }

  private carryOut(act: Act, books: Books, n: number): void {
    const { world } = this
    const { authority, time: { now } } = world
    const befalls = troubleOf(act, n)
    if (befalls.length > 0) return authority.standIn.control({ trouble: befalls })
    switch (act) {
      case "issue":
        return books.issue()
      case "burst":
        return books.sell(1 + n % 12)
      case "simplified":
        return books.sell()
      case "exchange":
        return books.exchange()
      case "rectify":
        return books.rectify(n)
      case "annul":
        return books.annul(n)
      case "amend":
        return books.amend()
      case "reject":
        return authority.standIn.control({ reject: objection([1110, 1244, 1189, 3000, 1237], n) })
      case "acceptWithErrors":
        return authority.standIn.control({ reject: objection([2000, 2001, 2009], n) })
      case "foreign":
        return books.loseNumber()
      case "poison":
        return void authority.poison.add(`${books.nif} ${books.nextNumber()}`)
      case "wait":
        return authority.standIn.control({ wait: n % 61 })
      case "away":
      case "back":
        authority.isAway = act === "away"
        return
      case "removeCertificate":
        return books.uncertify()
      case "setCertificate":
        return books.certify()
      case "endCertificate":
        return books.certify(now + n % (2 * day))
      case "kill":
        return world.kill()
      case "rest":
      case "wake":
        world.isWorking = act === "wake"
        return
      case "badStores":
        world.condition = { failing: 0.3, slow: 0.3, slowMillis: 20 * second }
        return
      case "goodStores":
        world.condition = healthy
        return
    }
  }
}

const objection = (codes: ReadonlyArray<number>, n: number) =>
  [{ number: ".", code: codes[n % codes.length] ?? 1110, times: 1 + n % 3 }]

/** The trouble that an act causes for the next messages, if any. */
const troubleOf = (act: Act, n: number): ReadonlyArray<Trouble> => {
  switch (act) {
    case "lose":
      return [{ kind: "lose", registered: false, times: 1 + n % 3 }]
    case "registerAndLose":
      return [{ kind: "lose", registered: true, times: 1 + n % 3 }]
    case "breakOff":
      return [{ kind: "breakOff" }]
    case "delay":
      return [{ kind: "delay", millis: n % 50_000 }]
    case "tooLate":
      return [{ kind: "delay", millis: 90_000, times: 1 + n % 2 }]
    case "duplicate":
      return [{ kind: "duplicate" }]
    case "serverFault":
      return [{ kind: "fault", side: "server", code: 4108, message: "Error técnico", times: 1 + n % 9 }]
    case "clientFault":
      return [{ kind: "fault", side: "client", code: 4112, message: "Sin \u0000 autorización", times: 1 + n % 4 }]
    case "unavailable":
      return [{ kind: "http", status: 503, times: 1 + n % 9 }]
    case "loseQuery":
      return [
        { kind: "lose", registered: true },
        { kind: "lose", registered: false, of: "query", times: 1 + n % 4 },
      ]
    default:
      return []
  }
}
