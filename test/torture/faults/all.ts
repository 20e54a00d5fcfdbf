import type { Fault } from "../Fault.ts"
import { clocks } from "./clocks.ts"
import { database, sessions } from "./database.ts"
import { disk, embedded } from "./embedded.ts"
import { network, silence, sqlstates } from "./network.ts"
import { kill, kill2, kill4, roll, standstill } from "./processes.ts"

/** Every fault, in the order in which they are tried. */
export const allFaults: ReadonlyArray<Fault> = [
  kill, kill2, kill4, roll, standstill, database, sessions, network, silence, sqlstates,
  embedded, disk, clocks,
]
