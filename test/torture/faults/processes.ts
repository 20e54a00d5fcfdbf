import { Effect, Fiber } from "effect"
import type { Fault, Strike, Struck } from "../Fault.ts"
import type { Service } from "../site/Service.ts"

/** How long a started process may take until it answers writes, on a busy machine. */
const startSeconds = 15

const struckService = ({ dice, site }: Struck): Service => {
  const service = dice.one(site.services)
  if (service === undefined) throw new Error("a site without a service")
  return service
}

/** Kills a service (kill -9) and starts it again after a moment, as a supervisor would. */
const killedOf = (chosen: (struck: Struck) => Service | undefined): Strike => ({
  name: "service killed (kill -9)",
  recoversWithinSeconds: startSeconds,
  run: (struck) =>
    Effect.gen(function*() {
      const service = chosen(struck)
      if (service === undefined) return yield* Effect.dieMessage("a site without a service")
      yield* struck.pause(0, 1_500)
      yield* service.kill
      yield* struck.pause(0, 300)
      yield* Effect.forkDaemon(service.start)
    }),
})

export const killed = killedOf(struckService)

/** Kills the first service, always. */
export const firstKilled = killedOf(({ site }) => site.services[0])

/** Kills all services at the same moment. */
const allKilled: Strike = {
  name: "all services killed at once",
  recoversWithinSeconds: startSeconds,
  run: (struck) =>
    Effect.gen(function*() {
      yield* struck.pause(0, 1_500)
      yield* Effect.forEach(struck.site.services, ({ kill }) => kill, { concurrency: "unbounded" })
      yield* Effect.forkDaemon(Effect.forEach(struck.site.services, ({ start }) => start, { concurrency: "unbounded" }))
    }),
}

/** Restarts one service after another, as for a new version. */
export const rolled: Strike = {
  name: "services restarted in turn (SIGTERM)",
  recoversWithinSeconds: startSeconds,
  run: ({ accuse, site }) =>
    Effect.forEach(site.services, (service) =>
      Effect.gen(function*() {
        // After an earlier strike it may still be starting.
        yield* service.start
        const code = yield* service.terminate
        if (code !== 0) accuse(`a service that was asked to end ended with ${code}`)
        yield* service.start
      }), { discard: true }),
}

/** A service that is asked to end must not wait for answers that will never come. */
export const endedInSilence: Strike = {
  name: "a service asked to end while its connections are silent",
  recoversWithinSeconds: startSeconds,
  run: (struck) =>
    Effect.gen(function*() {
      const service = struckService(struck)
      struck.site.wire.forget()
      yield* Effect.sleep("500 millis")
      const code = yield* service.terminate
      if (code === null) struck.accuse("a service that was asked to end did not, in 60 s, with its connections silent")
      yield* service.start
    }),
}

/** Kills a service again and again before it is up. */
const killedAtStart: Strike = {
  name: "service killed while it starts",
  recoversWithinSeconds: startSeconds,
  run: (struck) =>
    Effect.gen(function*() {
      const service = struckService(struck)
      yield* service.kill
      for (let i = 0; i < 3; i++) {
        const starting = yield* Effect.fork(service.start)
        yield* struck.pause(100, 1_600)
        yield* Fiber.interrupt(starting)
        yield* service.kill
      }
      yield* Effect.forkDaemon(service.start)
    }),
}

/** Like a virtual machine that is being moved: the service comes back and believes that no time has passed. */
const paused = (seconds: number): Strike => ({
  name: `a service stands still for ${seconds} s (SIGSTOP)`,
  recoversWithinSeconds: 15,
  run: (struck) =>
    Effect.gen(function*() {
      const service = struckService(struck)
      yield* service.signal("SIGSTOP")
      yield* Effect.sleep(`${seconds} seconds`)
      yield* service.signal("SIGCONT")
    }),
})

export const kill: Fault = { name: "kill", needs: { services: 1 }, strikes: [killed, killed, killedAtStart], weight: 1 }

export const kill2: Fault = { name: "kill2", needs: { services: 2 }, strikes: [killed, killed, allKilled], weight: 1 }

/** Two processes that only serve, and two that also run workers. */
export const kill4: Fault = {
  name: "kill4",
  needs: { services: 4, options: (service) => (service < 2 ? ["--no-workers"] : []) },
  strikes: [killed, killed, allKilled],
  weight: 1,
}

export const roll: Fault = { name: "roll", needs: { services: 2 }, strikes: [rolled], weight: 0.6 }

export const standstill: Fault = {
  name: "standstill",
  needs: { services: 2 },
  strikes: [paused(4), paused(12), paused(40)],
  weight: 1,
}
