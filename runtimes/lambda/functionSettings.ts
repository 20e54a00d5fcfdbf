import { Config, ConfigError, ConfigProvider, Effect, Either, Option } from "effect"
import { sesFrom, sqsUrl } from "../environment/awsSettings.ts"
import { databaseSession, databaseUrl } from "../environment/databaseSettings.ts"
import { optionalText, text } from "../environment/readSetting.ts"
import { serviceSettings } from "../environment/serviceSettings.ts"
import { settingMessage } from "../environment/settingMessage.ts"

/** Several containers share one installation, so neither has a default that is made and kept. */
const required = <A>(name: string, expected: string, config: Config.Config<Option.Option<A>>): Config.Config<A> =>
  Config.mapOrFail(config, Either.fromOption(() => ConfigError.MissingData([name], `required: ${expected}`)))

const installationSecret = Config.map(serviceSettings, ({ secret }) => secret)

/** Settings that Lambda gives a function by itself; only `endpoint` is for stand-ins. */
const aws = Config.all({
  region: text("AWS_REGION", "us-east-1"),
  endpoint: Config.map(optionalText("AWS_ENDPOINT_URL_SQS"), Option.getOrNull),
  credentials: Config.all({
    accessKeyId: text("AWS_ACCESS_KEY_ID", ""),
    secretAccessKey: text("AWS_SECRET_ACCESS_KEY", ""),
    sessionToken: Config.map(optionalText("AWS_SESSION_TOKEN"), Option.getOrNull),
  }),
})

/** Where the database is. */
const database = Config.all({
  url: required("DATABASE_URL", "postgres://…", databaseUrl),
  session: databaseSession("pooled"),
})

/** The settings of functions, from the environment: see docs/lambda.md. */
const config = Config.all({
  service: serviceSettings,
  database,
  secret: required("TALONARIO_SECRET", "32 bytes or more, the same in every function", installationSecret),
  /** Queue of SQS that names of jobs travel through; null: the schedule alone does what is due. */
  sqsUrl,
  aws,
  /** Address that SES sends letters from; null: they go over SMTP. */
  sesFrom,
})
export type FunctionSettings = Config.Config.Success<typeof config>

const fromEnvironment = ConfigProvider.fromEnv()

/** Throws an error that names each setting that is wrong. */
const read = <A>(settings: Config.Config<A>, environment: ConfigProvider.ConfigProvider): A => {
  const outcome = Effect.runSync(Effect.either(environment.load(settings)))
  if (Either.isRight(outcome)) return outcome.right
  throw new Error(settingMessage(outcome.left))
}

/** Reads the environment, or another place; throws for what is wrong with it. */
export const functionSettings = (environment = fromEnvironment): FunctionSettings => read(config, environment)

/** The settings of the function that changes the schema; throws too. */
export const migrationSettings = (environment = fromEnvironment) => read(database, environment)
