import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { removeCertificate } from "../../../core/certificates/certificateCommands.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import type { RecordVerdict } from "../../../core/registry/RecordVerdict.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import type { Answer } from "../../../runtimes/memory/exchange.ts"
import type { Company } from "../../../runtimes/memory/harness.ts"
import { chainOfRecords } from "../../aeat/chainOfRecords.ts"
import { day } from "../../webhooks/simulation/spans.ts"
import type { World } from "./World.ts"

const idOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))

const line = { descripcion: "Revisión", cantidad: 2, precio: 10 }

/** A company that issues invoices. Each of its requests must be answered at once, whatever happens to its records. */
export class Books {
  readonly company: Company
  /** Every issued invoice, by id. */
  readonly all: Array<string> = []
  hasCertificate = false
  /** Since when it has been possible to send what waits. */
  since: number
  private readonly customer: string
  /** Invoices that can still be rectified and annulled. */
  private readonly invoices: Array<string> = []
  private readonly tickets: Array<string> = []

  constructor(private readonly world: World, readonly nif: string) {
    this.company = world.openCompany(nif)
    this.since = world.time.now
    this.customer = idOf(this.taken(201, "POST", "/contactos", { nombre: "Cliente SL", nif: "12345678Z" }).json).id
  }

  certify(caduca = this.world.time.now + 800 * day): void {
    this.world.setCertificate(this.company, caduca)
    this.hasCertificate = true
  }

  uncertify(): void {
    const { organizationId } = this.company
    const remove = Effect.flatMap(GroupCommit, ({ run }) => run(removeCertificate(organizationId)))
    if (this.hasCertificate) this.world.run(remove)
    this.hasCertificate = false
  }

  issue(): void {
    this.issued({ contacto_id: this.customer, lineas: [line] }, this.invoices)
  }

  /** Simplified invoices. */
  sell(count = 1): void {
    for (let i = 0; i < count; i++) this.issued({ lineas: [line] }, this.tickets)
  }

  /** Issues an invoice in exchange for a simplified one. */
  exchange(): void {
    const ticket = this.tickets.pop()
    if (ticket === undefined) return
    this.issued({ contacto_id: this.customer, lineas: [line], facturas_sustituidas: [ticket] }, [])
  }

  rectify(n: number): void {
    const id = this.takeOne(n)
    if (id === undefined) return
    const motivo = "Devolución"
    const body = n % 2 === 0 ? { motivo, metodo: "diferencias" } : { motivo, metodo: "sustitucion", lineas: [line] }
    const { id: draft } = idOf(this.taken(201, "POST", `/facturas/${id}/rectificar`, body).json)
    this.taken(201, "POST", `/facturas/${draft}/emitir`)
    this.all.push(draft)
  }

  annul(n: number): void {
    const id = this.takeOne(n)
    if (id !== undefined) this.taken(200, "POST", `/facturas/${id}/anular`, { motivo: "Error" })
  }

  /** Makes every record again for which that is possible. */
  amend(): void {
    for (const id of this.all) {
      const { status, text } = this.request("POST", `/facturas/${id}/subsanar`)
      assert.include([201, 409], status, text)
    }
  }

  /** As if another program had used the next number. */
  loseNumber(): void {
    const { authority: { standIn }, time: { now } } = this.world
    const obligado = { nombre: "Talleres Núñez SL", nif: this.nif }
    const before = standIn.controls()
    standIn.control({ trouble: [], reject: [] })
    standIn.submit({ obligado, incidencia: true, records: [chainOfRecords(obligado).alta(this.nextNumber(), now)] }, now)
    standIn.control({ trouble: before.trouble ?? [], reject: before.reject ?? [] })
  }

  nextNumber(): string {
    const { organizationId } = this.company
    const last = this.world.run(Effect.flatMap(Storage, ({ find }) => find("series", organizationId, "invoice:A")))
    return `A-${Option.match(last, { onNone: () => 1, onSome: (series) => series.last + 1 })}`
  }

  /** Whether records wait. */
  isPending(): boolean {
    const { organizationId: id } = this.company
    const { head, state } = this.world.run(Effect.flatMap(Storage, ({ find }) =>
      Effect.all({ head: find("chainHead", id, id), state: find("submissionState", id, id) })))
    const answered = Option.match(state, { onNone: () => 0, onSome: ({ answeredThrough }) => answeredThrough })
    return Option.match(head, { onNone: () => 0, onSome: ({ orden }) => orden }) > answered
  }

  records(): ReadonlyArray<RegistryRecord> {
    const { organizationId } = this.company
    const query = { organizationId, orden: "antiguo", after: null, limit: 10_000, conditions: [] } as const
    return this.world.run(Effect.flatMap(Storage, ({ page }) => page("registryRecord", query))).rows
  }

  get(path: string): Answer {
    return this.taken(200, "GET", path)
  }

  private takeOne(n: number): string | undefined {
    return this.invoices.splice(n % Math.max(1, this.invoices.length), 1)[0] ?? this.tickets.pop()
  }

  private issued(body: object, into: Array<string>): void {
    const { id } = idOf(this.taken(201, "POST", "/facturas", body).json)
    this.taken(201, "POST", `/facturas/${id}/emitir`)
    into.push(id)
    this.all.push(id)
  }

  private request(method: string, path: string, body?: unknown): Answer {
    return this.world.request(method, path, { key: this.company.live, ...(body === undefined ? {} : { body }) })
  }

  private taken(status: number, method: string, path: string, body?: unknown): Answer {
    const answer = this.request(method, path, body)
    assert.strictEqual(answer.status, status, `${method} ${path}: ${answer.text}`)
    return answer
  }
}

/** The verdicts on these records so far. */
export const verdictsOf = (world: World, records: ReadonlyArray<RegistryRecord>): ReadonlyArray<RecordVerdict> =>
  world.run(Effect.flatMap(Storage, ({ find }) =>
    Effect.forEach(records, ({ id, organizationId }) => find("recordVerdict", organizationId, id))))
    .flatMap(Option.toArray)
