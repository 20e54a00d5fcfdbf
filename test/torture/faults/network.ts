import { Effect } from "effect"
import type { Fault, Strike, Struck } from "../Fault.ts"
import type { Fate, Wire } from "../wire/Wire.ts"
import { endedInSilence } from "./processes.ts"

const seconds = 8

/** Does something to the wire, a few times. */
const cut = (name: string, act: (wire: Wire) => void): Strike => ({
  name,
  recoversWithinSeconds: seconds,
  run: ({ pause, site: { wire } }) =>
    Effect.gen(function*() {
      for (let i = 0; i < 5; i++) {
        yield* pause(20, 300)
        act(wire)
      }
    }),
})

/** For a while, lets a fate befall some of the statements. */
const fated = (
  name: string,
  isMeant: (texts: ReadonlyArray<string>) => boolean,
  fate: (struck: Struck) => Fate,
  chance: number,
): Strike => ({
  name,
  recoversWithinSeconds: seconds,
  run: (struck) =>
    Effect.gen(function*() {
      const { accuse, dice, pause, site: { wire } } = struck
      const before = wire.met()
      wire.decide = (texts) => (isMeant(texts) && dice.chance(chance) ? fate(struck) : { _tag: "Pass" })
      for (let i = 0; i < 5 && (i === 0 || wire.met() < before + 3); i++) yield* pause(2_000, 2_000)
      wire.decide = undefined
      if (wire.met() === before) accuse(`${name}: nothing was struck`)
    }),
})

const isCommit = (texts: ReadonlyArray<string>): boolean => texts.includes("COMMIT")
const anything = (texts: ReadonlyArray<string>): boolean => texts.length > 0

/** The commit happens, but nobody learns of it. */
export const answersLost = fated("answers to COMMIT lost", isCommit, () => ({ _tag: "CutAfter" }), 0.3)

const raised = (sqlstate: string, where: string, isMeant: (texts: ReadonlyArray<string>) => boolean, chance: number): Strike =>
  fated(`${sqlstate} raised ${where}`, isMeant, () => ({ _tag: "Raise", sqlstate }), chance)

/** A conflict with another writer that shows only at the commit. */
export const conflicting = raised("40001", "at COMMIT", isCommit, 0.3)

/** Nothing arrives any more, without any error, as with a lost route or a dead firewall. */
const silent: Strike = {
  name: "no packet arrives for 25 s",
  recoversWithinSeconds: seconds,
  run: ({ dark, site: { wire } }) =>
    Effect.gen(function*() {
      wire.freeze(true)
      yield* dark(Effect.sleep("25 seconds"))
      wire.freeze(false)
    }),
}

/** Existing connections stay silent for ever, while new ones work, as after a failover that lost its state. */
const forgotten: Strike = {
  name: "connections are silent for ever, new ones are not",
  recoversWithinSeconds: 45,
  run: ({ site: { wire } }) => Effect.sync(() => wire.forget()),
}

const refused: Strike = {
  name: "connections refused for 4 s",
  recoversWithinSeconds: seconds,
  run: ({ dark, site: { wire } }) =>
    Effect.gen(function*() {
      wire.refuses = true
      wire.cutAll("reset")
      yield* dark(Effect.sleep("4 seconds"))
      wire.refuses = false
    }),
}

const slow: Strike = {
  name: "everything takes 5 to 120 ms longer",
  recoversWithinSeconds: seconds,
  run: ({ dice, site: { wire } }) =>
    Effect.gen(function*() {
      wire.delayMillis = () => dice.between(5, 120)
      yield* Effect.sleep("8 seconds")
      wire.delayMillis = () => 0
    }),
}

const hungUp: Strike = {
  name: "clients hang up in the middle",
  recoversWithinSeconds: seconds,
  run: ({ line }) =>
    Effect.gen(function*() {
      line.hangUps = 0.4
      yield* Effect.sleep("5 seconds")
      line.hangUps = 0
    }),
}

const late = ({ dice }: Struck): Fate => ({ _tag: "CutThenPass", millis: dice.between(50, 2_500) })

export const network: Fault = {
  name: "network",
  needs: { services: 2 },
  strikes: [
    cut("connections ended", (wire) => wire.cutAll("end")),
    cut("connections reset", (wire) => wire.cutAll("reset")),
    cut("connections half closed towards the database", (wire) => wire.halfClose("server")),
    cut("connections half closed towards the service", (wire) => wire.halfClose("client")),
    answersLost,
    fated("COMMIT lost", isCommit, () => ({ _tag: "CutBefore" }), 0.3),
    fated("COMMIT arrives late, its client gone", isCommit, late, 0.1),
    fated("statements lost", anything, () => ({ _tag: "CutBefore" }), 0.02),
    refused,
    slow,
    hungUp,
  ],
  weight: 1.6,
}

export const silence: Fault = {
  name: "silence", needs: { services: 2 }, strikes: [silent, forgotten, endedInSilence], weight: 1.2,
}

export const sqlstates: Fault = {
  name: "sqlstates",
  needs: { services: 2 },
  strikes: [
    conflicting,
    raised("40P01", "anywhere", anything, 0.03),
    raised("55P03", "anywhere", anything, 0.03),
    raised("57P01", "anywhere", anything, 0.03),
    raised("53300", "anywhere", anything, 0.03),
    raised("53100", "at COMMIT", isCommit, 0.3),
    raised("25006", "anywhere", anything, 0.03),
  ],
  weight: 1,
}
