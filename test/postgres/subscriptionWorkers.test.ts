import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Schema } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { addDays } from "../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../core/calendar/civilZone.ts"
import { instant } from "../../core/calendar/instant.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { invoiceSubscription } from "../../core/subscriptions/invoiceSubscription.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { idOf } from "../http/scene.ts"
import { migratedDatabase } from "../support/testStorage.ts"

const weeks = 20

const referenced = Schema.decodeUnknownSync(
  Schema.Struct({ total: Schema.Int, datos: Schema.Array(Schema.Struct({ referencia: Schema.NullOr(Schema.String) })) }),
)

describe("workers of several processes at one subscription, on PostgreSQL", () => {
  it.scopedLive("make one invoice for each period, whichever of them does it, and one event", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const open = makeHarness({
        rateLimit: { limit: 1000, windowSeconds: 60 },
        storage: StoragePostgres.layer.pipe(
          Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 4 })),
          Layer.provideMerge(EntropyWebCrypto.layer),
        ),
      })
      const processes = [yield* open, yield* open, yield* open] as const
      const [first] = processes
      const { live: key, organizationId } = yield* first.openCompany()
      const post = (path: string, body: unknown) => first.request("POST", path, { key, body })
      yield* post("/webhooks", { url: "https://avisos.ejemplo.es/", sucesos: ["subscription.invoiced"] })
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana SL", nif: "B87654323" }))
      const today = civilDateAt("Europe/Madrid", instant(yield* Clock.currentTimeMillis))
      const id = idOf(yield* post("/suscripciones", {
        contacto_id, nombre: "Cuota", periodicidad: "weekly", emitir: true, lineas: [{ descripcion: "Cuota", precio: 10 }],
        inicio: addDays(today, -7 * (weeks - 1)),
      }))

      // One lease that the queue knows, and others that have ended without their holders knowing.
      const job = {
        kind: "subscription", organizationId, id, due: instant(0), lease: "", mayBegin: () => Effect.succeed(true),
        mayNote: Effect.succeed(true),
      } as const
      const straying = processes.flatMap(({ provide }) => [1, 2].map(() => provide(invoiceSubscription(job))))
      yield* Effect.all([...processes.map(({ workOff }) => workOff), ...straying], { concurrency: "unbounded", discard: true })
      yield* first.workOff

      const { datos, total } = referenced((yield* first.request("GET", "/facturas?orden=antiguo&limite=200", { key })).json)
      assert.strictEqual(total, weeks)
      assert.deepStrictEqual(datos.map(({ referencia }) => referencia), Array.from({ length: weeks }, (_, i) => `A-${i + 1}`))
      const told = processes.flatMap(({ notices }) => notices.map(({ headers }) => headers["x-svc-envio"]))
      assert.lengthOf(new Set(told), weeks)
      assert.lengthOf(told, weeks)
      const { json } = yield* first.request("GET", `/suscripciones/${id}`, { key })
      assert.deepInclude(json, { estado: "active", proxima: addDays(today, 7) })
      assert.strictEqual((yield* first.provide(Effect.flatMap(Queue, ({ depth }) => depth("subscription")))).due, 0)
    }), 60_000)
})
