import { Clock, Effect, Redacted } from "effect"
import { makeStandIn, type StandIn } from "../../../adapters/aeat/standIn/StandIn.ts"
import * as TaxAuthorityStandIn from "../../../adapters/aeat/standIn/TaxAuthorityStandIn.ts"
import { CertificateUnusable, ShipmentRefused, TaxAuthority, type Shipment } from "../../../core/ports/TaxAuthority.ts"
import { invoiceNamed } from "../../../core/registry/recordText.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { silence } from "../../support/simulated.ts"

/** A message as it reached the tax authority. */
export interface Arrival {
  readonly at: number
  readonly process: number
  readonly records: ReadonlyArray<RegistryRecord>
  readonly incidencia: boolean
  /** The company's name in the message. */
  readonly nombre: string
  /** Whether its sender got the answer. */
  answered: boolean
  /** Whether it was not full and came before the wait that the previous answer asked for was over. */
  readonly hasty: boolean
  /** Whether a query after it failed. */
  isUnclear: boolean
}

/** A certificate that expires then. */
export const certificateUntil = (caduca: number): Uint8Array => new TextEncoder().encode(String(caduca))

const endOf = ({ certificate }: Pick<Shipment, "certificate">): number =>
  Number(new TextDecoder().decode(Redacted.value(certificate.pkcs12)))

const away = new ShipmentRefused({ side: "server", codigo: null, mensaje: "fuera de servicio" })

/** The stand-in behind a gate: refuses expired certificates, and whole messages for some records. */
export class Authority {
  standIn: StandIn = makeStandIn()
  readonly arrivals: Array<Arrival> = []
  /** Number of queries received. */
  questions = 0
  /** Whether it is out of service. */
  isAway = false
  /** Whether queries find nothing of what it holds. */
  isBlind = false
  /** How long it thinks about a query, in milliseconds. */
  thinking = 0
  /** Invoices that AEAT's schema refuses, by NIF and number. */
  readonly poison = new Set<string>()
  /** When the next message of a company may come, by its NIF. */
  private readonly nextAt = new Map<string, number>()
  onArrival: (arrival: Arrival) => void = () => {}

  /** The tax authority as a process reaches it; nothing comes from a process once it is dead. */
  serve(process: number, isDead: () => boolean): TaxAuthority["Type"] {
    const inner = Effect.suspend(() => Effect.provide(TaxAuthority, TaxAuthorityStandIn.layer(this.standIn)))
    const alive = Effect.suspend(() => (isDead() ? silence : Effect.void))
    const entering = (call: Pick<Shipment, "certificate">) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        endOf(call) <= now ? new CertificateUnusable({ reason: "el certificado caducó" }) : alive)
    return TaxAuthority.of({
      submit: (shipment) =>
        Effect.gen(this, function*() {
          yield* entering(shipment)
          const { incidencia, obligado: { nif, nombre }, records } = shipment
          const at = yield* Clock.currentTimeMillis
          const hasty = records.length < 1_000 && at < (this.nextAt.get(nif) ?? at)
          const arrival: Arrival = { at, process, records, incidencia, nombre, answered: false, hasty, isUnclear: false }
          this.arrivals.push(arrival)
          this.onArrival(arrival)
          if (this.isAway) return yield* away
          if (records.some((record) => this.poison.has(`${nif} ${invoiceNamed(record).numserie}`))) {
            return yield* new ShipmentRefused({ side: "client", codigo: 4102, mensaje: "no cumple el esquema" })
          }
          const answer = yield* Effect.tap(Effect.flatMap(inner, ({ submit }) => submit(shipment)), () => alive)
          this.nextAt.set(nif, (yield* Clock.currentTimeMillis) + (answer.espera ?? 60) * 1_000)
          arrival.answered = true
          return answer
        }),
      query: (query) =>
        Effect.gen(this, function*() {
          yield* entering(query)
          this.questions++
          if (this.thinking > 0) yield* Effect.sleep(this.thinking)
          if (this.isAway) return yield* away
          if (this.isBlind) return { records: [], next: null }
          return yield* Effect.tap(Effect.flatMap(inner, (service) => service.query(query)), () => alive)
        }).pipe(Effect.tapErrorCause(() => Effect.sync(() => this.leaveUnclear(query.obligado.nif)))),
    })
  }

  private leaveUnclear(nif: string): void {
    const isTheirs = ({ records }: Arrival) => records.some((record) => invoiceNamed(record).nif === nif)
    const last = this.arrivals.findLast(isTheirs)
    if (last !== undefined) last.isUnclear = true
  }
}
