import { Either } from "effect"
import { ShipmentRefused } from "../../../core/ports/TaxAuthority.ts"
import type { Trouble } from "./Controls.ts"

/** How the stand-in reacts to a message, after `delay` milliseconds: with an answer, or with what may happen to one. */
export type Reaction<A> = { readonly delay: number } & (
  | { readonly _tag: "Answers"; readonly answer: A }
  | { readonly _tag: "Refuses"; readonly refusal: ShipmentRefused }
  /** The connection ends in the middle of the answer. */
  | { readonly _tag: "BreaksOff"; readonly answer: A }
  /** The connection ends without an answer. */
  | { readonly _tag: "Loses" }
  /** The answer is a page of HTML with this status. */
  | { readonly _tag: "Fails"; readonly status: number }
)

/** Reacts to a message with the trouble that it was told to make, if any; `carryOut` does what the message asks for. */
export const reactionTo = <A>(
  trouble: Trouble | undefined,
  carryOut: () => Either.Either<A, ShipmentRefused>,
): Reaction<A> => {
  switch (trouble?.kind) {
    case undefined:
      return answering(carryOut())
    case "delay":
      return { ...answering(carryOut()), delay: trouble.millis }
    case "lose":
      if (trouble.registered) carryOut()
      return { _tag: "Loses", delay: 0 }
    case "breakOff": {
      const answered = answering(carryOut())
      return answered._tag === "Answers" ? { ...answered, _tag: "BreaksOff" } : answered
    }
    case "duplicate":
      carryOut()
      return answering(carryOut())
    case "fault": {
      const { code: codigo, message: mensaje, side } = trouble
      return { _tag: "Refuses", delay: 0, refusal: new ShipmentRefused({ side, codigo, mensaje }) }
    }
    case "http":
      return { _tag: "Fails", delay: 0, status: trouble.status }
  }
}

const answering = <A>(outcome: Either.Either<A, ShipmentRefused>): Reaction<A> =>
  Either.isRight(outcome)
    ? { _tag: "Answers", delay: 0, answer: outcome.right }
    : { _tag: "Refuses", delay: 0, refusal: outcome.left }
