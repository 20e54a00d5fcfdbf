// Vitest's setup file. The worker of a run that was killed (kill -9) would spin on its closed channel for
// ever. This ends it, by a signal, as Vitest forbids process.exit in its workers.
const end = (): void => void process.kill(process.pid)

// A worker runs this before each of its files.
const heardBy = Symbol.for("talonario/endWithRun")
if (!Reflect.has(globalThis, heardBy)) {
  Reflect.set(globalThis, heardBy, true)
  process.once("disconnect", end)
}
