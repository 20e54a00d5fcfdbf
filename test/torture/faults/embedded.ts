import { Effect } from "effect"
import type { Fault, Strike, Struck } from "../Fault.ts"
import type { DatabaseServer } from "../site/DatabaseServer.ts"
import { diskObstacle, smallDisk } from "../site/smallDisk.ts"
import { killed, rolled } from "./processes.ts"

const moment = ({ pause }: Struck) => pause(0, 1_500)

/** Ends PostgreSQL; only the services that use it can start it again. */
const ended = (name: string, signal: "SIGQUIT" | "SIGKILL"): Strike => ({
  name,
  recoversWithinSeconds: 15,
  run: (struck) => Effect.zipRight(moment(struck), struck.site.database.end(signal)),
})

/** Like a crash of the whole machine, except its disk. */
const everythingKilled: Strike = {
  name: "embedded: everything killed at once",
  recoversWithinSeconds: 25,
  run: (struck) =>
    Effect.gen(function*() {
      const { database, services } = struck.site
      yield* moment(struck)
      const all = [database.end("SIGKILL"), ...services.map(({ kill }) => kill)]
      yield* Effect.all(all, { concurrency: "unbounded", discard: true })
      yield* Effect.forkDaemon(Effect.forEach(services, ({ start }) => start, { concurrency: "unbounded" }))
    }),
}

export const embedded: Fault = {
  name: "embedded",
  needs: { services: 2, embedded: true },
  strikes: [
    ended("embedded: PostgreSQL killed (SIGKILL)", "SIGKILL"),
    ended("embedded: PostgreSQL stopped at once (SIGQUIT)", "SIGQUIT"),
    killed,
    rolled,
    everythingKilled,
  ],
  weight: 1,
}

/** Fills the disk completely, and frees it after a while. */
const full = (
  name: string,
  seconds: number,
  harm: (database: DatabaseServer, filling: Effect.Effect<void>) => Effect.Effect<void>,
): Strike => ({
  name: `embedded: disk full for ${seconds} s${name}`,
  // Starting a server that could not start is tried again every fifteen seconds.
  recoversWithinSeconds: 40,
  run: ({ site: { database } }) =>
    Effect.gen(function*() {
      yield* harm(database, smallDisk.fill(database.home))
      yield* Effect.sleep(`${seconds} seconds`)
      yield* smallDisk.free(database.home)
    }),
})

export const disk: Fault = {
  name: "disk",
  needs: { services: 1, embedded: true, home: smallDisk.mounted },
  strikes: [
    full("", 5, (_, filling) => filling),
    full(", in the middle of its log", 12, ({ exhaustLog }, filling) => exhaustLog(filling)),
    full(", PostgreSQL killed meanwhile", 12, ({ end }, filling) => Effect.zipRight(filling, end("SIGKILL"))),
  ],
  weight: 1,
  obstacle: diskObstacle,
}
