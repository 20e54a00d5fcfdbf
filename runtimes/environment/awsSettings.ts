import { Config, ConfigError, Either, Option } from "effect"
import { optionalText } from "./readSetting.ts"

/** A queue of SQS that names of jobs travel through; null: none. */
export const sqsUrl: Config.Config<string | null> = Config.mapOrFail(optionalText("TALONARIO_SQS_URL"), (given) => {
  const text = Option.getOrNull(given)
  return text === null || /^https?:\/\/[^/\s]+\/\S+$/.test(text)
    ? Either.right(text)
    : Either.left(ConfigError.InvalidData(["TALONARIO_SQS_URL"], `expected the address of a queue, not "${text}"`))
})

/** The address that SES sends letters from; null: SES sends none. */
export const sesFrom: Config.Config<string | null> = Config.mapOrFail(optionalText("TALONARIO_SES_FROM"), (given) => {
  const text = Option.getOrNull(given)
  return text === null || /^[^\s@<>]+@[^\s@<>]+$/.test(text)
    ? Either.right(text)
    : Either.left(ConfigError.InvalidData(["TALONARIO_SES_FROM"], `expected an e-mail address, not "${text}"`))
})
