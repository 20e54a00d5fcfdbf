import { Either } from "effect"
import type { StoredCertificate } from "../certificates/StoredCertificate.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { submissionIn } from "./changeSubmission.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** What was read before a message. Until it leaves, the tax authority may be asked something, which takes up to minutes. */
export interface Grounds {
  readonly certificate: StoredCertificate
  readonly state: SubmissionState
}

/**
 * The command, if nobody has decided anything since its grounds were read: the certificate is still the same, nobody has said
 * to send regardless, and the present state is as `expected`. Otherwise nothing is written and it results in undefined: all is
 * to be read anew.
 */
export const onSameGrounds = <A>(
  { certificate, state }: Grounds,
  command: Command<A>,
  expected: (present: SubmissionState) => boolean = () => true,
): Command<A | undefined> => {
  const { organizationId } = state
  const certificateKey = key("certificate", organizationId, organizationId)
  return {
    organizationId,
    reads: (view) => [certificateKey, key("submissionState", organizationId, organizationId), ...command.reads(view)],
    decide: (view, supply) => {
      const present = submissionIn(view, organizationId)
      const isSame = view.get("certificate", organizationId, organizationId)?.sealedPkcs12 === certificate.sealedPkcs12
        && (present.vigilance !== "regardless" || state.vigilance === "regardless")
        && expected(present)
      return isSame ? command.decide(view, supply) : Either.right(unchanged(undefined))
    },
  }
}
