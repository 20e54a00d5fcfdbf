/** For hosts on Effect: the same calls as Effects over the ports, and the engine as a Layer. */
import { Console, Effect, Layer, Redacted, Stream } from "effect"
import { strict as assert } from "node:assert"
import pg from "pg"
import { effects, layer } from "talonario"
import { MailNotSent, Mailer } from "talonario/core"

const url = process.env["DATABASE_URL"] ?? "postgres://localhost/mi_plataforma"

/** An adapter of one's own, as a Layer; it may stand on Storage, Queue and Entropy. */
const mailer = Layer.succeed(Mailer, {
  send: ({ asunto }) => asunto === "" ? new MailNotSent({ reason: "sin asunto", transient: false }) : Effect.log(asunto),
})

const engine = layer({
  storage: { url: Redacted.make(url), schema: "talonario" },
  secret: Redacted.make(process.env["TALONARIO_SECRET"] ?? "only for trying out: 32 bytes or more"),
  software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
  mailer,
})

const program = Effect.gen(function*() {
  const { id } = yield* effects.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" })
  const { facturas } = effects.company(id, "live")

  const draft = yield* facturas.createInvoice({ lineas: [{ descripcion: "Horas", precio: 60 }] })
  const { referencia } = yield* facturas.issueInvoice(draft)
  yield* Console.log(referencia)

  // Refusals are in the error channel, by their tags.
  const why = yield* facturas.deleteInvoice(draft).pipe(
    Effect.as("gone"),
    Effect.catchTag("Conflict", ({ motivo }) => Effect.succeed(motivo)),
  )
  assert.equal(why, "factura_emitida")

  // In a transaction of the host's own: its statements and ours commit together.
  const issued = yield* Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query("BEGIN")
      return client
    }),
    (client) =>
      Effect.gen(function*() {
        const { afterCommit, within } = yield* effects.joinTransaction(client)
        const made = yield* within(Effect.flatMap(
          facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }),
          facturas.issueInvoice,
        ))
        yield* Effect.promise(() => client.query("COMMIT"))
        yield* afterCommit
        return made.referencia
      }),
    (client) => Effect.promise(() => client.end()),
  )
  assert.equal(issued, "S-2")

  const all = yield* Stream.runCollect(Stream.map(facturas.listInvoices.all(), ({ referencia: one }) => one))
  assert.deepEqual([...all], ["S-1", "S-2"])
})

await Effect.runPromise(Effect.provide(program, engine))
