import { Effect, Layer } from "effect"
import { type Mail, Mailer } from "../../core/ports/Mailer.ts"

/** Letters kept in a list of the caller's, for tests and for the harness. */
export const layer = (sent: Array<Mail>): Layer.Layer<Mailer> =>
  Layer.succeed(Mailer, Mailer.of({ send: (mail) => Effect.sync(() => void sent.push(mail)) }))
