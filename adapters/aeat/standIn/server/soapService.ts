import { Either } from "effect"
import type { Instant } from "../../../../core/calendar/instant.ts"
import type { ShipmentRefused } from "../../../../core/ports/TaxAuthority.ts"
import { envelope, faultXml, readEnvelope } from "../../messages/soap.ts"
import { faultOf } from "../books/errorTexts.ts"
import type { Reaction } from "../Reaction.ts"
import type { StandIn } from "../StandIn.ts"
import { readMessage } from "./readMessage.ts"
import type { SchemaCheck } from "./schemaCheck.ts"
import { queryAnswerXml, shipmentAnswerXml } from "./writeAnswer.ts"

/** A SOAP message that came, and who sent it. */
export interface SoapRequest {
  readonly text: string
  readonly at: Instant
  /** NIF of the certificate's holder; null when it names none. */
  readonly presenter: string | null
}

/** The reaction to a SOAP message; its answer is a whole envelope. */
export const soapReaction = async (
  standIn: StandIn,
  { at, presenter, text }: SoapRequest,
  check: SchemaCheck | undefined,
): Promise<Reaction<string>> => {
  const content = readEnvelope(text)
  if (Either.isLeft(content)) return refusing(faultOf(4103))
  const fault = await check?.(text)
  if (fault !== undefined) return refusing(faultOf(4102, fault))
  const wanted = readMessage(content.right)
  if (Either.isLeft(wanted)) return refusing(wanted.left)
  if (wanted.right._tag === "Submit") {
    const { message } = wanted.right
    return answered(standIn.submit(message, at), (answer) =>
      envelope(shipmentAnswerXml(answer, message, at, presenter ?? message.obligado.nif)))
  }
  const { question } = wanted.right
  return answered(standIn.query(question), (held) =>
    envelope(queryAnswerXml(held, question, presenter ?? question.obligado.nif)))
}

/** The envelope of a refusal. */
export const faultEnvelope = (refusal: ShipmentRefused): string => envelope(faultXml(refusal))

/** The reaction that refuses a message at once. */
export const refusing = (refusal: ShipmentRefused): Reaction<never> => ({ _tag: "Refuses", delay: 0, refusal })

const answered = <A>(reaction: Reaction<A>, write: (answer: A) => string): Reaction<string> =>
  "answer" in reaction ? { ...reaction, answer: write(reaction.answer) } : reaction
