import { Effect, Fiber, type Scope } from "effect"
import type { Load, Stage } from "../stage.ts"
import { Clerk } from "./Clerk.ts"
import type { Accuse } from "./Hand.ts"

/** The longest pause between two deeds of a clerk, in milliseconds: the rest of the machine needs time too. */
const pauseMillis = 60

/** Clerks at work. */
export interface Clerks {
  /** Lets them finish what they are doing, and start nothing more. */
  readonly stop: Effect.Effect<void>
}

/** Sets the clerks of every company to work. */
export const startClerks = (
  { books, dice, receiver }: Stage,
  { clerksPerCompany }: Load,
  accuse: Accuse,
): Effect.Effect<Clerks, never, Scope.Scope> =>
  Effect.gen(function*() {
    let isOver = false
    const working: Array<Fiber.RuntimeFiber<void>> = []
    for (const [n, { client, company, ledger }] of books.entries()) {
      for (let i = 0; i < clerksPerCompany; i++) {
        const own = dice.of(`clerk ${n}/${i}`)
        const clerk = new Clerk(client, ledger, company.modo === "live", receiver.url("/never"), own, accuse)
        const pause = Effect.suspend(() => Effect.sleep(own.between(0, pauseMillis)))
        const work = Effect.repeat(Effect.zipRight(clerk.deed, pause), { while: () => !isOver })
        working.push(yield* Effect.forkScoped(Effect.catchAllCause(Effect.asVoid(work), (cause) =>
          Effect.sync(() => accuse(`a clerk gave up: ${cause.toString().slice(0, 600)}`)))))
      }
    }
    return {
      stop: Effect.suspend(() => {
        isOver = true
        return Effect.asVoid(Fiber.awaitAll(working))
      }),
    }
  })
