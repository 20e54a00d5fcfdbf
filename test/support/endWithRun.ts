// Vitest's setup file. The worker of a run that was killed (kill -9) would spin on its closed channel for
// ever. This ends it, by a signal, as Vitest forbids process.exit in its workers.
process.once("disconnect", () => process.kill(process.pid))
