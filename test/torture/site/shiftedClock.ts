import type { Variables } from "./Service.ts"

/** Code that shifts a process's clock by the first of these numbers of milliseconds, and by the next one at each SIGUSR2. */
const source = (shifts: ReadonlyArray<number>): string => `
  const shifts = ${JSON.stringify(shifts)}
  const now = Date.now
  let at = 0
  process.on("SIGUSR2", () => { at = (at + 1) % shifts.length })
  Date.now = () => now() + shifts[at]
  globalThis.Date = new Proxy(Date, {
    construct: (target, given) => given.length === 0 ? new target(Date.now()) : new target(...given),
    apply: () => new Date().toString(),
  })`

/** Environment variables of a process whose clock is to jump: Node runs the code before anything else. */
export const shiftedClock = (shifts: ReadonlyArray<number>): Variables => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source(shifts)).replaceAll("'", "%27")}`,
})
