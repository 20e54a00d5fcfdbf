import { cpus, loadavg, totalmem } from "node:os"

/** The machine on which the figures were measured. */
export const machine = (): string => {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? "unknown processor"
  return `${processors.length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}

/** How many processes wanted a core, on average over the last minute. Above the number of cores, figures suffer. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** Today, in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)
