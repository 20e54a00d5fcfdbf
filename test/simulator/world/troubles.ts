import { Effect } from "effect"
import type { Trouble } from "../../../adapters/aeat/standIn/Controls.ts"
import { instant } from "../../../core/calendar/instant.ts"
import { setCertificate } from "../../../core/certificates/certificateCommands.ts"
import { prune } from "../../../core/retention/prune.ts"
import type { Engine } from "../../../runtimes/memory/harness.ts"
import { certificateUntil } from "../../submission/simulation/Authority.ts"
import { nextTurn } from "../auditor/civil.ts"
import type { Chance } from "../Chance.ts"
import type { TroubleAct } from "../History.ts"
import type { Clients } from "./Clients.ts"
import type { Firm } from "./Firm.ts"
import { fair, foul } from "./Network.ts"
import type { Process } from "./Process.ts"
import type { World } from "./World.ts"

const day = 24 * 3_600_000

/** Troubles the system; `who` chooses the process or company that is hit. */
export const befall = (act: TroubleAct, world: World, clients: Clients, who: number, chance: Chance): void => {
  const process = world.process(who)
  const firm = world.firms[who % world.firms.length]
  switch (act) {
    case "badStores":
      return world.fail({ failing: chance.pick(0.05, 0.3), slow: 0.5, slowMillis: chance.pick(50, 2_000, 15_000) })
    case "badNetwork":
      clients.network = foul
      return
    case "calm":
      return calm(world, clients)
    case "kill":
      return world.kill(process)
    case "rest":
      return process.isWorking ? process.rest() : world.wake(process)
    case "skew":
      process.skew = chance.pick(0, chance.between(-90, 90) * 1_000, chance.between(-20, 20) * 3_600_000)
      return world.wake(process)
    case "eve":
      return untilEve(world, firm, chance)
    case "prune":
      return aside(process, prune)
    case "certify":
      return firm && certify(process, firm, world.time.now)
    case "authority":
      return world.authority.standIn.control(
        chance.odds(50) ? { trouble: [misfortune(chance)] } : { reject: [objection(chance)] },
      )
    case "mailDown":
      world.mailServer = chance.pick("down", "silent")
  }
}

/** Ends all troubles. */
export const calm = (world: World, clients: Clients): void => {
  world.recover()
  world.mailServer = "well"
  clients.network = fair
  world.authority.standIn.control({ trouble: [], reject: [] })
  for (const process of world.processes) process.skew = 0
}

/** Lets time pass until just before the calendar or the clocks change. */
const untilEve = (world: World, firm: Firm | undefined, chance: Chance): void => {
  const which = chance.pick("day", "day", "day", "year", "summer")
  const turn = nextTurn(firm?.region ?? "peninsula", world.time.now, which)
  const eve = turn - chance.pick(1, 30, 1_000, 1_800_000, 3_600_000)
  const isFar = eve - world.time.now > 20 * day
  if (!isFar) world.pass(Math.max(0, eve - world.time.now))
}

/** Runs an effect on its own. It may fail, like anything that the operator or a schedule starts. */
const aside = <A, E>(process: Process, effect: Effect.Effect<A, E, Engine>): void =>
  process.begin(Effect.catchAllCause(effect, () => Effect.void))

/** Gives the company a certificate: it sends its records from now on. */
const certify = (process: Process, { books }: Firm, now: number): void => {
  const caduca = now + 800 * day
  const given = { tipo: "personal", password: "x", titular: "ANA", caduca: instant(caduca) } as const
  aside(process, setCertificate(books.company.organizationId, { ...given, pkcs12: certificateUntil(caduca) }))
}

const misfortune = (chance: Chance): Trouble => {
  const trouble = chance.pick<Trouble>(
    { kind: "lose", registered: false, times: 2 },
    { kind: "lose", registered: true, times: 2 },
    { kind: "breakOff" },
    { kind: "delay", millis: 40_000 },
    { kind: "duplicate" },
    { kind: "fault", side: "server", code: 4108, message: "Error técnico", times: 3 },
    { kind: "http", status: 503, times: 3 },
  )
  // An hour is longer than anybody waits.
  return trouble.kind === "delay" && chance.odds(50) ? { ...trouble, millis: 3_600_000 } : trouble
}

/** Has the next records refused, or accepted with errors. */
const objection = (chance: Chance) => ({ number: ".", code: chance.pick(1110, 1244, 2000, 2001), times: chance.between(1, 3) })
