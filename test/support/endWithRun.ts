// A setup file of Vitest's. When a run is killed (kill -9), its workers would spin on their closed channel for ever. This ends
// them, by a signal because Vitest forbids process.exit in its workers.
const end = (): void => void process.kill(process.pid)

// A worker runs this before each of its test files, but one listener is enough.
const heardBy = Symbol.for("talonario/endWithRun")
if (!Reflect.has(globalThis, heardBy)) {
  Reflect.set(globalThis, heardBy, true)
  process.once("disconnect", end)
}
