import { type Effect, Exit, Runtime, Stream } from "effect"
import { callersContext, inPresentContext, presentContext } from "./callersContext.ts"
import type { Engine } from "./engine.ts"
import type { Runner } from "./faces/promiseFace.ts"
import { EngineClosed } from "./Result.ts"

/** Runs calls on an engine; once this is closed, each fails with `EngineClosed`. */
export interface EngineRunner extends Runner {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Engine>) => Promise<Exit.Exit<A, E>>
}

/** What the host has begun on an engine. */
export interface Begun {
  isClosed: boolean
  /** Calls, and steps of walks: none rejects. */
  readonly steps: Set<Promise<unknown>>
  /** What is walked step by step, and may hold a connection in between. */
  readonly walks: Set<AsyncIterator<unknown>>
}

/** For an engine that has just been made. */
export const nothingBegun = (): Begun => ({ isClosed: false, steps: new Set(), walks: new Set() })

/** Lets nothing more begin, waits for the calls that are under way, and ends walks where they have come to. */
export const endBegun = async (begun: Begun): Promise<void> => {
  begun.isClosed = true
  await Promise.all(begun.steps)
  await Promise.all(Array.from(begun.walks, (walk) => walk.return?.()))
}

/** A runner on this runtime, which notes in `begun` what is under way. */
export const makeRunner = (begun: Begun, runtime: Runtime.Runtime<Engine>): EngineRunner => {
  const { steps, walks } = begun
  const run = Runtime.runPromiseExit(runtime)
  const note = (step: Promise<unknown>): void => {
    steps.add(step)
    void step.then(() => steps.delete(step))
  }

  async function* walked<A>(pieces: AsyncIterable<A>): AsyncGenerator<A> {
    const walk = pieces[Symbol.asyncIterator]()
    walks.add(walk)
    try {
      for (;;) {
        if (begun.isClosed) throw new EngineClosed()
        const step = walk.next()
        note(step.catch(() => {}))
        const { done, value } = await step
        if (done === true) return
        yield value
      }
    } finally {
      walks.delete(walk)
      await walk.return?.()
    }
  }

  return {
    run: (effect) => {
      if (begun.isClosed) return Promise.resolve(Exit.die(new EngineClosed()))
      const call = run(inPresentContext(effect))
      note(call)
      return call
    },
    iterate: (stream) => {
      const pieces = Stream.toAsyncIterableRuntime(stream, Runtime.setFiberRef(runtime, callersContext, presentContext()))
      return { [Symbol.asyncIterator]: () => walked(pieces) }
    },
  }
}
