import { Effect, Option } from "effect"
import { Settling } from "../../embedded/Settling.ts"
import { type Deadline, remainingMillis } from "./remainingMillis.ts"

/** How long an event waits at its end for commits that are under way; they try for about so long. */
const settleMillis = 5_000

/** How much of the time that is left to answer in may be used for waiting. */
const graceMillis = 250

/** Waits for the commits under way, as far as the time goes; answers whether all have ended. */
export const settled = (context: Deadline | undefined): Effect.Effect<boolean> =>
  Effect.suspend(() =>
    Effect.timeoutOption(Effect.flatten(Settling), Math.min(settleMillis, remainingMillis(context) + graceMillis))
  ).pipe(Effect.map(Option.isSome))
