import { Cause, Layer } from "effect"
import { thrownText } from "../../../core/text/thrownText.ts"
import { CannotStart } from "../Installation.ts"
import { missingPackage } from "../missingPackage.ts"

/** Tells which part of the configuration could not be used, and why; a package that is not installed, by its name. */
export const cannotStart = (part: string) => (cause: unknown): CannotStart => {
  if (cause instanceof CannotStart) return cause
  const missing = missingPackage(cause)
  // The newest one need not fit: that of @effect/sql-pg is of Effect 4.
  const message = missing === undefined
    ? thrownText(cause)
    : `the package ${missing} is needed, in the version of talonario's peerDependencies`
  return new CannotStart({ message: `${part}: ${message}`, cause })
}

/** An adapter that fails with `CannotStart`, which names the part, whatever it fails with or throws at its start. */
export const started = <A, R>(part: string, layer: Layer.Layer<A, unknown, R>): Layer.Layer<A, CannotStart, R> =>
  Layer.catchAllCause(layer, (cause) => Layer.fail(cannotStart(part)(Cause.squash(cause))))
