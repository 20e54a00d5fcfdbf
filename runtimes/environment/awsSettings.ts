import { Config, ConfigError, Either, Option } from "effect"
import { isMailAddress } from "../../adapters/mail/asciiAddress.ts"
import { optionalText, refusedText } from "./readSetting.ts"

/** A queue of SQS that names of jobs travel through; null: none. */
export const sqsUrl: Config.Config<string | null> = Config.mapOrFail(optionalText("TALONARIO_SQS_URL"), (given) => {
  const text = Option.getOrNull(given)
  if (text !== null && !/^https?:\/\/[^/\s]+\/\S+$/.test(text)) return wrongQueue(`the address of a queue, not ${refusedText(text)}`)
  // SQS refuses what is sent there: a message has no delay of its own, and has to have a group.
  return text?.endsWith(".fifo") === true ? wrongQueue("a standard queue, not a FIFO queue") : Either.right(text)
})

const wrongQueue = (expected: string) => Either.left(ConfigError.InvalidData(["TALONARIO_SQS_URL"], `expected ${expected}`))

/** The address that SES sends letters from; null: SES sends none. */
export const sesFrom: Config.Config<string | null> = Config.mapOrFail(optionalText("TALONARIO_SES_FROM"), (given) => {
  const text = Option.getOrNull(given)
  return text === null || isMailAddress(text)
    ? Either.right(text)
    : Either.left(ConfigError.InvalidData(["TALONARIO_SES_FROM"], `expected an e-mail address, not ${refusedText(text)}`))
})
