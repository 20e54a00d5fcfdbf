import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, type Scope } from "effect"
import type { Controls } from "../../adapters/aeat/standIn/Controls.ts"
import { aeatDate } from "../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../core/calendar/civilZone.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Certificate, HeldPage, RegistryQuery, TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { chainOfRecords, taxpayer } from "../aeat/chainOfRecords.ts"

/** An empty tax authority behind the port, and a way to configure its behaviour. */
export interface ControlledAuthority {
  readonly authority: TaxAuthority["Type"]
  readonly certificate: Certificate
  readonly control: (change: Controls) => void
  /** How many messages with records it received. */
  readonly received: () => number
}

/** What every TaxAuthority promises (core/ports/TaxAuthority.ts), whichever adapter connects to it. */
export const taxAuthorityContract = (
  name: string,
  made: Effect.Effect<ControlledAuthority, never, Scope.Scope>,
): void => {
  const scene = Effect.gen(function*() {
    const { authority: { query, submit }, certificate, control, received } = yield* made
    const now = instant(yield* Clock.currentTimeMillis)
    const own = { obligado: taxpayer, certificate }
    const send = (...records: ReadonlyArray<RegistryRecord>) => submit({ ...own, incidencia: false, records })
    const chain = chainOfRecords()
    const alta = (numserie: string) => chain.alta(numserie, now)
    return { alta, chain, control, now, own, query, received, send, submit }
  })

  /** A query for the month of the record. */
  const monthOf = ({ campos }: RegistryRecord) => {
    const [year, month] = String(campos["FechaHoraHusoGenRegistro"]).split("-")
    return { ejercicio: Number(year), periodo: Number(month) }
  }

  describe(`TaxAuthority: ${name}`, () => {
    it.scopedLive("answers each record, in order", () =>
      Effect.gen(function*() {
        const { alta, chain, control, now, send } = yield* scene
        control({ wait: 7, reject: [{ number: "^F-2$", code: 1110 }, { number: "^F-3$", code: 2001, description: "Sin censo." }] })
        const sent = ["F-1", "F-2", "F-3"].map(alta)
        const { csv, espera, records } = yield* send(...sent, chain.anulacion("F-1", now))
        assert.match(csv ?? "", /^[\w-]{16}$/)
        assert.strictEqual(espera, 7)
        assert.deepStrictEqual(records.map(({ codigo, estado }) => [estado, codigo]),
          [["Correcto", null], ["Incorrecto", 1110], ["AceptadoConErrores", 2001], ["Correcto", null]])
        assert.strictEqual(records[2]?.descripcion, "Sin censo.")
        assert.deepStrictEqual(records[3]?.respuesta, {
          IDFactura: {
            IDEmisorFactura: "B12345674",
            NumSerieFactura: "F-1",
            FechaExpedicionFactura: aeatDate(civilDateAt("Europe/Madrid", now)),
          },
          Operacion: { TipoOperacion: "Anulacion" },
          EstadoRegistro: "Correcto",
        })
      }))

    it.scopedLive("gives no CSV for records it refuses", () =>
      Effect.gen(function*() {
        const { alta, control, send } = yield* scene
        control({ reject: [{ number: ".", code: 1110 }] })
        assert.isNull((yield* send(alta("F-1"))).csv)
      }))

    it.scopedLive("describes the record it holds when the same one comes again", () =>
      Effect.gen(function*() {
        const { alta, send } = yield* scene
        const record = alta("F-1")
        yield* send(record)
        const { records: [answer] } = yield* send(record)
        assert.deepInclude(answer, { estado: "Incorrecto", codigo: 3000 })
        assert.deepStrictEqual(answer?.duplicado, { estado: "Correcta", codigo: null, descripcion: null })
      }))

    it.scopedLive("tells apart several records of one invoice in one message", () =>
      Effect.gen(function*() {
        const { alta, chain, now, send } = yield* scene
        const { records } = yield* send(
          alta("F-1"),
          alta("F-1"),
          chain.anulacion("F-1", now),
          chain.alta("F-1", now, { Subsanacion: "S" }),
        )
        assert.deepStrictEqual(records.map(({ codigo }) => codigo), [null, 3000, null, null])
        assert.deepStrictEqual(records.map(({ respuesta }) => respuesta["Operacion"]), [
          { TipoOperacion: "Alta" },
          { TipoOperacion: "Alta" },
          { TipoOperacion: "Anulacion" },
          { TipoOperacion: "Alta", Subsanacion: "S" },
        ])
      }))

    it.scopedLive("takes numbers with every character they may contain", () =>
      Effect.gen(function*() {
        const { alta, own, query, send } = yield* scene
        const record = alta("A/1 & B-2#;:$%()*+,.?@[]^_`{|}~!\\")
        assert.isNull((yield* send(record)).records[0]?.codigo ?? null)
        const { records } = yield* query({ ...own, ...monthOf(record), numserie: null, after: null })
        assert.deepStrictEqual(records.map(({ huella, numserie }) => [numserie, huella]),
          [["A/1 & B-2#;:$%()*+,.?@[]^_`{|}~!\\", record.huella]])
      }))

    it.scopedLive("shows page by page what it holds of a month", () =>
      Effect.gen(function*() {
        const { alta, chain, control, now, own, query, send } = yield* scene
        control({ pageSize: 2 })
        const records = Array.from({ length: 5 }, (_, i) => alta(`F-${i}`))
        yield* send(...records, chain.anulacion("F-1", now))
        const [record] = records
        if (record === undefined) throw new Error("no record")
        const month: Omit<RegistryQuery, "after"> = { ...own, ...monthOf(record), numserie: null }
        const seen: Array<string> = []
        let after: RegistryQuery["after"] = null
        for (let pages = 1; pages <= 3; pages++) {
          const page: HeldPage = yield* query({ ...month, after })
          seen.push(...page.records.map(({ estado, numserie }) => `${numserie} ${estado}`))
          after = page.next
        }
        assert.isNull(after)
        assert.deepStrictEqual(seen, ["F-0 Correcto", "F-1 Anulado", "F-2 Correcto", "F-3 Correcto", "F-4 Correcto"])
        const one = yield* query({ ...month, numserie: "F-3", after: null })
        const seenThere: ReadonlyArray<unknown> = one.records.map(({ huella, instalacion }) => [huella, instalacion])
        assert.deepStrictEqual(seenThere, [[records[3]?.huella, record.organizationId]])
        assert.deepStrictEqual(yield* query({ ...month, ejercicio: 2025, after: null }), { records: [], next: null })
      }))

    it.scopedLive("accepts late records when they are marked as late", () =>
      Effect.gen(function*() {
        const { chain, now, own, submit } = yield* scene
        const old = [chain.alta("F-1", instant(now - 86_400_000))]
        assert.isNull((yield* submit({ ...own, incidencia: true, records: old })).records[0]?.codigo ?? null)
        const older = [chain.alta("F-2", instant(now - 86_400_000))]
        assert.strictEqual((yield* submit({ ...own, incidencia: false, records: older })).records[0]?.codigo, 2004)
      }))

    it.scopedLive("refuses a whole message, with AEAT's words", () =>
      Effect.gen(function*() {
        const { alta, control, send } = yield* scene
        control({
          trouble: [
            { kind: "fault", side: "client", code: 4104, message: "Error en la cabecera: NIF <B12345674> & nombre." },
            { kind: "fault", side: "server", code: 3501, message: "Error técnico de base de datos." },
          ],
        })
        const failures = [yield* Effect.flip(send(alta("F-1"))), yield* Effect.flip(send(alta("F-1")))]
        assert.deepStrictEqual(failures.map((one) => one._tag === "ShipmentRefused" ? [one.side, one.codigo, one.mensaje] : one._tag), [
          ["client", 4104, "Error en la cabecera: NIF <B12345674> & nombre."],
          ["server", 3501, "Error técnico de base de datos."],
        ])
      }))

    it.scopedLive("does not know what became of records when the answer was lost", () =>
      Effect.gen(function*() {
        const { alta, control, own, query, send } = yield* scene
        control({
          trouble: [
            { kind: "lose", registered: false },
            { kind: "lose", registered: true },
            { kind: "breakOff" },
            { kind: "http", status: 503 },
          ],
        })
        const records = ["F-1", "F-2", "F-3", "F-4"].map(alta)
        for (const record of records) {
          assert.strictEqual((yield* Effect.flip(send(record)))._tag, "TaxAuthorityUnreachable")
        }
        const [record] = records
        if (record === undefined) throw new Error("no record")
        const held = yield* query({ ...own, ...monthOf(record), numserie: null, after: null })
        assert.deepStrictEqual(held.records.map(({ numserie }) => numserie), ["F-2", "F-3"])
        assert.deepStrictEqual((yield* send(...records)).records.map(({ codigo }) => codigo), [2007, 3000, 3000, null])
      }))

    it.scopedLive("ends at once when it is interrupted", () =>
      Effect.gen(function*() {
        const { alta, control, received, send } = yield* scene
        control({ trouble: [{ kind: "delay", millis: 600_000 }] })
        const record = alta("F-1")
        const running = yield* Effect.fork(send(record))
        yield* Effect.repeat(Effect.delay(Effect.sync(received), 10), { until: (messages) => messages === 1 })
        yield* Fiber.interrupt(running)
        assert.strictEqual((yield* send(record)).records[0]?.codigo, 3000)
      }))
  })
}
