import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import type { Instant } from "../../../core/calendar/instant.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { verifyRegistry } from "../../../core/verification/verifyRegistry.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { removeCertificate } from "../../../core/submission/certificateCommands.ts"
import type { RecordVerdict } from "../../../core/submission/RecordVerdict.ts"
import { SubmissionResource } from "../../../core/submission/readSubmission.ts"
import type { Answer } from "../../../runtimes/memory/exchange.ts"
import type { Company } from "../../../runtimes/memory/harness.ts"
import type { Trouble } from "../../../adapters/aeat/standIn/Controls.ts"
import { chainOfRecords } from "../../aeat/chainOfRecords.ts"
import { healthy } from "../../webhooks/simulation/faults.ts"
import type { Arrival } from "./Authority.ts"
import { agree } from "./agree.ts"
import { type Act, type Script, type Step, troubles } from "./script.ts"
import { day, hour, second, World } from "./World.ts"

const idOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
const submissionOf = Schema.decodeUnknownSync(SubmissionResource)

const nifs = ["B12345674", "B87654323"]
const line = { descripcion: "Revisión", cantidad: 2, precio: 10 }

/** What a company has issued that may still be corrected, by id. */
interface Books {
  readonly company: Company
  readonly nif: string
  readonly customer: string
  /** Open for rectifying and annulling. */
  readonly invoices: Array<string>
  readonly tickets: Array<string>
  readonly all: Array<string>
  hasCertificate: boolean
  /** When it last became possible to send what waits. */
  since: number
}

/** Two companies that live as the script has it; whatever happens that must not throws. */
export class Life {
  readonly world: World
  private readonly books: ReadonlyArray<Books>
  private readonly without: ReadonlySet<Act>

  constructor({ certified, seed, without }: Omit<Script, "steps">) {
    this.world = new World(seed)
    this.without = new Set(without)
    this.world.authority.onArrival = (arrival) => this.look(arrival)
    this.books = nifs.map((nif) => {
      const company = this.world.openCompany(nif)
      const { json } = this.world.request("POST", "/contactos", {
        key: company.live,
        body: { nombre: "Cliente SL", nif: "12345678Z" },
      })
      const { id: customer } = idOf(json)
      return { company, nif, customer, invoices: [], tickets: [], all: [], hasCertificate: false, since: this.now }
    })
    if (certified || this.without.has("removeCertificate")) for (const books of this.books) this.certify(books)
  }

  step({ act, gap, n }: Step): void {
    this.world.pass(gap, () => this.watch())
    const books = this.books[n % 2] ?? assert.fail("no company")
    if (!this.without.has(act)) this.carryOut(act, books, n >> 1)
  }

  /** All is well again: whatever waited is settled, and agrees with what the tax authority has. */
  end(): void {
    const { authority } = this.world
    this.carryOut("goodStores", this.first, 0)
    this.carryOut("wake", this.first, 0)
    this.carryOut("back", this.first, 0)
    authority.standIn.control({ trouble: [], reject: [] })
    for (const books of this.books) this.certify(books)
    this.world.pass(3 * hour, () => this.watch())
    for (const books of this.books) this.settled(books)
    this.checkArrivals()
  }

  private settled(books: Books): void {
    const { company: { live, organizationId }, all } = books
    const records = this.recordsOf(books)
    const verdicts = this.verdictsOf(records)
    assert.strictEqual(verdicts.length, records.length, "a record without its verdict")
    // Those that come late say so; AEAT then makes no fuss of it.
    assert.isFalse(verdicts.some(({ codigo }) => codigo === 2004), "late, and did not say so")
    const told = submissionOf(this.get("/registro/envio", live).json)
    assert.deepInclude(told, { pendientes: 0, desde: null, proximo_envio: null, problema: null })
    const report = this.world.run(verifyRegistry(organizationId))
    assert.deepStrictEqual([report.primer_error, report.registros], [null, records.length])
    agree(this.world, live, organizationId, all, records, verdicts)
  }

  /** What must be true of the messages of a whole history. */
  private checkArrivals(): void {
    const { arrivals } = this.world.authority
    for (const { company: { organizationId } } of this.books) {
      const own = arrivals.filter(({ records }) => records[0]?.organizationId === organizationId)
      let last = 0
      const answered = new Set<number>()
      for (const arrival of own) {
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

  /** No process is killed, and every commit is made. */
  private get isCalm(): boolean {
    return this.without.has("kill") && this.without.has("badStores")
  }

  /** A message that comes: nothing in it has a verdict, and it is neither too long nor in disorder. */
  private look({ records }: Arrival): void {
    assert.isAtMost(records.length, 1_000)
    assert.isAbove(records.length, 0)
    assert.deepStrictEqual(records.map(({ orden }) => orden), records.map(({ orden }) => orden).toSorted((a, b) => a - b))
    assert.deepStrictEqual(this.verdictsOf(records), [], "sent again after it was settled")
    assert.lengthOf([...new Set(records.map(({ organizationId }) => organizationId))], 1)
  }

  /** Something is tried every hour at least while records wait that could be sent. */
  private watch(): void {
    for (const books of this.books) {
      const { company: { organizationId }, hasCertificate } = books
      const isPossible = this.world.isWorking && hasCertificate && this.world.condition === healthy
      const waits = this.pendingOf(books)
      if (!isPossible || !waits) books.since = this.now
      const tried = Math.max(this.world.noted.get(organizationId) ?? 0, books.since)
      assert.isAtMost(this.now - tried, hour, "nothing was tried for an hour")
    }
  }

  private pendingOf({ company: { organizationId } }: Books): boolean {
    return this.world.run(Effect.gen(function*() {
      const { find } = yield* Storage
      const head = yield* find("chainHead", organizationId, organizationId)
      const state = yield* find("submissionState", organizationId, organizationId)
      const made = Option.match(head, { onNone: () => 0, onSome: ({ orden }) => orden })
      return made > Option.match(state, { onNone: () => 0, onSome: ({ answeredThrough }) => answeredThrough })
    }))
  }

  private carryOut(act: Act, books: Books, n: number): void {
    const { authority } = this.world
    const trouble = (...given: ReadonlyArray<Trouble>) => authority.standIn.control({ trouble: given })
    switch (act) {
      case "issue":
        return void this.issue(books, { contacto_id: books.customer, lineas: [line] }, books.invoices)
      case "burst":
        for (let i = 0; i <= n % 12; i++) this.issue(books, { lineas: [line] }, books.tickets)
        return
      case "simplified":
        return void this.issue(books, { lineas: [line] }, books.tickets)
      case "exchange":
        return this.exchange(books)
      case "rectify":
        return this.rectify(books, n)
      case "annul":
        return this.annul(books, n)
      case "amend":
        return this.amend(books)
      case "lose":
        return trouble({ kind: "lose", registered: false, times: 1 + n % 3 })
      case "registerAndLose":
        return trouble({ kind: "lose", registered: true, times: 1 + n % 3 })
      case "breakOff":
        return trouble({ kind: "breakOff" })
      case "delay":
        return trouble({ kind: "delay", millis: n % 50_000 })
      case "tooLate":
        return trouble({ kind: "delay", millis: 90_000, times: 1 + n % 2 })
      case "duplicate":
        return trouble({ kind: "duplicate" })
      case "serverFault":
        return trouble({ kind: "fault", side: "server", code: 4108, message: "Error técnico", times: 1 + n % 9 })
      case "clientFault":
        return trouble({ kind: "fault", side: "client", code: 4112, message: "Sin \u0000 autorización", times: 1 + n % 4 })
      case "unavailable":
        return trouble({ kind: "http", status: 503, times: 1 + n % 9 })
      case "loseQuery":
        return trouble(
          { kind: "lose", registered: true },
          { kind: "lose", registered: false, of: "query", times: 1 + n % 4 },
        )
      case "reject":
        return authority.standIn.control({ reject: [{ number: ".", code: codeOf([1110, 1244, 1189, 3000, 1237], n), times: 1 + n % 3 }] })
      case "acceptWithErrors":
        return authority.standIn.control({ reject: [{ number: ".", code: codeOf([2000, 2001, 2009], n), times: 1 + n % 3 }] })
      case "foreign":
        return this.takeNumber(books)
      case "poison":
        return void authority.poison.add(`${books.nif} ${this.nextNumber(books)}`)
      case "wait":
        return authority.standIn.control({ wait: n % 180 })
      case "away":
      case "back":
        authority.isAway = act === "away"
        return
      case "removeCertificate":
        return this.uncertify(books)
      case "setCertificate":
        return this.certify(books)
      case "endCertificate":
        return this.certify(books, this.now + n % (2 * day))
      case "kill":
        return this.world.kill()
      case "rest":
      case "wake":
        this.world.isWorking = act === "wake"
        return
      case "badStores":
        this.world.condition = { failing: 0.3, slow: 0.3, slowMillis: 20 * second }
        return
      case "goodStores":
        this.world.condition = healthy
        return
    }
  }

  private certify(books: Books, caduca = this.now + 800 * day): void {
    this.world.setCertificate(books.company, caduca)
    books.hasCertificate = true
  }

  private uncertify(books: Books): void {
    const { organizationId } = books.company
    if (books.hasCertificate) this.world.run(Effect.flatMap(GroupCommit, ({ run }) => run(removeCertificate(organizationId))))
    books.hasCertificate = false
  }

  private issue(books: Books, body: object, into: Array<string>): string {
    const { live } = books.company
    const { id } = idOf(this.taken(201, "POST", "/facturas", live, body).json)
    this.taken(201, "POST", `/facturas/${id}/emitir`, live)
    into.push(id)
    books.all.push(id)
    return id
  }

  private exchange(books: Books): void {
    const ticket = books.tickets.pop()
    if (ticket === undefined) return
    this.issue(books, { contacto_id: books.customer, lineas: [line], facturas_sustituidas: [ticket] }, [])
  }

  private rectify(books: Books, n: number): void {
    const id = books.invoices.splice(n % Math.max(1, books.invoices.length), 1)[0] ?? books.tickets.pop()
    if (id === undefined) return
    const { live } = books.company
    const motivo = "Devolución"
    const body = n % 2 === 0 ? { motivo, metodo: "diferencias" } : { motivo, metodo: "sustitucion", lineas: [line] }
    const { id: draft } = idOf(this.taken(201, "POST", `/facturas/${id}/rectificar`, live, body).json)
    this.taken(201, "POST", `/facturas/${draft}/emitir`, live)
    books.all.push(draft)
  }

  private annul(books: Books, n: number): void {
    const id = books.invoices.splice(n % Math.max(1, books.invoices.length), 1)[0] ?? books.tickets.pop()
    if (id !== undefined) this.taken(200, "POST", `/facturas/${id}/anular`, books.company.live, { motivo: "Error" })
  }

  /** Makes every record again that can be. */
  private amend({ all, company: { live } }: Books): void {
    for (const id of all) {
      const { status, text } = this.request("POST", `/facturas/${id}/subsanar`, live)
      assert.include([201, 409], status, text)
    }
  }

  /** Another program has invoiced under the next number. */
  private takeNumber(books: Books): void {
    const { standIn } = this.world.authority
    const obligado = { nombre: "Talleres Núñez SL", nif: books.nif }
    const before = standIn.controls()
    standIn.control({ trouble: [], reject: [] })
    const record = chainOfRecords(obligado).alta(this.nextNumber(books), this.now)
    standIn.submit({ obligado, incidencia: true, records: [record] }, this.now)
    standIn.control({ trouble: before.trouble ?? [], reject: before.reject ?? [] })
  }

  private nextNumber({ company: { organizationId } }: Books): string {
    const last = this.world.run(Effect.flatMap(Storage, ({ find }) => find("series", organizationId, "invoice:A")))
    return `A-${Option.match(last, { onNone: () => 1, onSome: (series) => series.last + 1 })}`
  }

  private recordsOf({ company: { organizationId } }: Books): ReadonlyArray<RegistryRecord> {
    const query = { organizationId, orden: "antiguo", after: null, limit: 10_000, conditions: [] } as const
    return this.world.run(Effect.flatMap(Storage, ({ page }) => page("registryRecord", query))).rows
  }

  private verdictsOf(records: ReadonlyArray<RegistryRecord>): ReadonlyArray<RecordVerdict> {
    return this.world.run(Effect.flatMap(Storage, ({ find }) =>
      Effect.forEach(records, ({ id, organizationId }) => find("recordVerdict", organizationId, id)))).flatMap(Option.toArray)
  }

  private get(path: string, key: string): Answer {
    return this.taken(200, "GET", path, key)
  }

  private request(method: string, path: string, key: string, body?: unknown): Answer {
    return this.world.request(method, path, { key, ...(body === undefined ? {} : { body }) })
  }

  /** Sends a request, which has to be answered so: invoicing never waits for the tax authority. */
  private taken(status: number, method: string, path: string, key: string, body?: unknown): Answer {
    const answer = this.request(method, path, key, body)
    assert.strictEqual(answer.status, status, `${method} ${path}: ${answer.text}`)
    return answer
  }

  private get now(): Instant {
    return this.world.time.now
  }

  private get first(): Books {
    return this.books[0] ?? assert.fail("no company")
  }
}

const codeOf = (codes: ReadonlyArray<number>, n: number): number => codes[n % codes.length] ?? 1_110
