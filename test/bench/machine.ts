import { cpus, loadavg, totalmem } from "node:os"

/** What the figures were measured on. */
export const machine = (): string => {
  const processors = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${processors.length} x ${processors[0]?.model.trim() ?? "unknown processor"}, ${memory}, Node ${process.version}`
}

/** Processes that want a core, on average over the last minute: above the number of cores, figures suffer. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`
