import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bookFaults } from "./audit/books.ts"
import { eventFaults } from "./audit/events.ts"
import { halfFaults } from "./audit/halves.ts"
import { periodFaults, periodsMillis } from "./audit/periods.ts"
import { restFaults } from "./audit/rest.ts"
import { makeDice } from "./dice.ts"
import { startClerks } from "./load/clerks.ts"
import { findSupplier, orderGoods } from "./load/purchaseOrders.ts"
import { connectStore, importOrder } from "./load/storeOrders.ts"
import { subscribe } from "./load/subscriptions.ts"
import { setStage } from "./stage.ts"

/** Harm to a company's rows ($1), done one after another, and what the audit then has to report besides. */
const harms: ReadonlyArray<readonly [sql: string, told: RegExp]> = [
  ["UPDATE counter SET n = n + 1 WHERE organization_id = $1 AND name = 'contact'", /^a counter that is no recount/],
  [
    "UPDATE invoice_group SET n = n + 1 WHERE organization_id = $1 AND scale = 'ever'",
    /^a group of invoices that is no recount/,
  ],
  [
    "UPDATE row_group SET n = n + 1 WHERE organization_id = $1 AND list = 'subscription'",
    /^a group of other rows that is no recount/,
  ],
  [
    "UPDATE group_part SET n = n + 1 WHERE organization_id = $1 AND kind = 'amount3'",
    /^a part of a group that is no recount/,
  ],
  [
    "UPDATE invoice_group SET large = true WHERE organization_id = $1 AND scale = 'contact'",
    /^a part of a group that is no recount/,
  ],
  ["UPDATE subscription SET periodos = periodos - 1 WHERE organization_id = $1", /active, with a period on 20/],
  ["UPDATE purchase_order SET estado = 'ordered' WHERE organization_id = $1", /estado ordered instead of received/],
  ["DELETE FROM store_order WHERE organization_id = $1", /^0 orders are kept of \d+ imported/],
  ["UPDATE product SET stock = stock - 1 WHERE organization_id = $1", /stock \d+ instead of \d+/],
  ["UPDATE invoice SET cobrado = cobrado + 1 WHERE organization_id = $1 AND lifecycle = 'issued'", /^collected otherwise/],
  ["UPDATE series SET last = last + 1 WHERE organization_id = $1", /^a series with a gap/],
  [
    "DELETE FROM idempotency_record WHERE id = (SELECT min(id) FROM idempotency_record WHERE organization_id = $1)",
    /^\d+ answers are kept of \d+ acknowledged writes/,
  ],
  [
    "UPDATE invoice SET serie = (SELECT serie FROM subscription WHERE organization_id = $1 LIMIT 1) WHERE id ="
    + " (SELECT id FROM invoice WHERE organization_id = $1 AND lifecycle = 'draft' AND serie = 'A' LIMIT 1)",
    /^subscription \w+ has \d invoices of \d periods/,
  ],
  ["DELETE FROM contact WHERE organization_id = $1", /^contact \w+ was acknowledged and is lost/],
  [
    "INSERT INTO payment SELECT p.* FROM invoice t, jsonb_populate_record(null::payment, jsonb_build_object("
    + " 'organization_id', $1::uuid, 'id', gen_random_uuid(), 'factura_id', t.id, 'importe', 100, 'fecha', '2026-01-01',"
    + " 'creado', now(), 'created_sequence', 999999, 'modified_sequence', 999999,"
    + " 'ever_group', t.id, 'month_group', t.id, 'day_group', t.id)) AS p WHERE t.organization_id = $1 LIMIT 1",
    /^payment \w+ is there and was never acknowledged/,
  ],
  ["UPDATE registry_record SET huella = repeat('0', 64) WHERE organization_id = $1 AND orden = 1", /has another huella/],
  ["UPDATE registry_record SET cadena = cadena || ' ' WHERE organization_id = $1 AND orden = 2", /^record 2 was hashed as/],
  ["DELETE FROM registry_record WHERE organization_id = $1 AND orden = 3", /^record 3 has the place 4/],
]

/** A letter of company $3 whose attempt $1 failed with the error $4, or with its sender; due again in $2. */
const delays = `
  WITH letter AS (
    INSERT INTO outgoing_mail
      (organization_id, id, factura_id, para, asunto, mensaje, estado, intentos, ultimo_error, proximo_intento, creado)
    SELECT organization_id, gen_random_uuid(), id, '{compras@example.org}', 'Sin nota', '', 'pending', $1, $4,
      now() + $2::interval, now()
    FROM invoice WHERE organization_id = $3 AND lifecycle = 'issued' LIMIT 1
    RETURNING organization_id, id, proximo_intento)
  INSERT INTO job (kind, organization_id, id, due) SELECT 'mail', organization_id, id, proximo_intento FROM letter`

describe("the audit of the torture", () => {
  it.scopedLive("finds nothing where all is well, and every harm that is done to a company's books", () =>
    Effect.gen(function*() {
      const load = { companies: 1, clerksPerCompany: 6, seconds: 0, pace: 1 }
      const stage = yield* setStage({ services: 1 }, load, makeDice(7))
      const told: Array<string> = []
      const clerks = yield* startClerks(stage, load, (what) => void told.push(what))
      yield* Effect.sleep("3 seconds")
      yield* clerks.stop
      const { books: [books], dice, line, receiver, site: { pool } } = stage
      if (books === undefined) return assert.fail("no company")
      const { client, company, ledger } = books
      const hand = { client, ledger, dice, accuse: (what: string) => void told.push(what) }
      const contacto = yield* findSupplier(hand)
      for (let i = 0; i < 4; i++) yield* Effect.zipRight(orderGoods(hand, contacto), subscribe(hand, contacto))
      const { invoice, units } = yield* importOrder(hand, yield* connectStore(hand), contacto)
      ledger.enter(invoice, contacto, units)
      const audit = Effect.gen(function*() {
        const halves = () => halfFaults(pool, company.id, line.acknowledgedUnder(company.clave), ledger)
        const periods = yield* periodFaults(pool, books, periodsMillis)
        return [...told, ...periods, ...(yield* bookFaults(client, ledger)), ...(yield* Effect.promise(halves))]
      })
      const sql = (text: string, values: ReadonlyArray<string | null>) => Effect.promise(() => pool.query(text, [...values]))

      assert.deepStrictEqual(yield* audit, [])
      yield* sql(delays, ["1", "2 seconds", company.id, null])
      yield* sql(delays, ["2", "5 minutes", company.id, null])
      yield* sql(delays, ["2", "5 minutes", company.id, "Error: ENOSPC: no space left on device, write"])
      const rest = yield* restFaults(stage, 0)
      assert.deepStrictEqual(rest.faults, [], "letters are waited for whose sender died or found the disk full")
      assert.include(rest.notes, "2 letters wait for minutes")
      yield* sql("DELETE FROM outgoing_mail WHERE asunto = 'Sin nota'", [])
      assert.isAbove([...ledger.invoices.values()].filter(({ huella }) => huella !== null).length, 3, "enough was issued")
      yield* sql("ALTER TABLE registry_record DISABLE TRIGGER ALL", [])
      for (const [harm, expected] of harms) {
        yield* sql(harm, [company.id])
        const found = yield* audit
        assert.isTrue(found.some((fault) => expected.test(fault)), `${harm}\n${found.join("\n")}`)
      }

      const [event = ""] = ledger.events.keys()
      ledger.events.delete(event)
      ledger.happened("contact.created", "nobody")
      const events = yield* eventFaults(receiver, [books], 5_000)
      assert.match(events.join("\n"), /1 events were not delivered .*nobody\n1 events came too often/s)
    }), 120_000)
})
