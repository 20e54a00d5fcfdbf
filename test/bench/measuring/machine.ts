import { cpus, loadavg, totalmem } from "node:os"

/** What the figures were measured on. */
export const machine = (): string => {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? "unknown processor"
  return `${processors.length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}

/** Processes that want a core, on average over the last minute: above the number of cores, figures suffer. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** The day of the measurement, in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)
