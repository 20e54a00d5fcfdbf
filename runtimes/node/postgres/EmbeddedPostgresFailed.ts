import { Data, Effect } from "effect"
import { thrownText } from "../../../core/text/thrownText.ts"

/**
 * The embedded server could not be brought up, joined or stopped. `reason` says what was tried and what came
 * of it, `log` holds the last that PostgreSQL wrote, where it helps. Neither ever holds a password.
 */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{
  readonly reason: string
  readonly log?: string
}> {
  override get message(): string {
    return this.log ? `${this.reason}\nPostgreSQL wrote:\n${this.log}` : this.reason
  }
}

/** Runs a promise of Node or of the driver; its rejection becomes "<doing>: <its message>". */
export const attempt = <A>(doing: string, work: () => Promise<A>): Effect.Effect<A, EmbeddedPostgresFailed> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new EmbeddedPostgresFailed({ reason: `${doing}: ${thrownText(error)}` }),
  })
