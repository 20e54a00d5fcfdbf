import type { SESv2ClientConfig } from "@aws-sdk/client-sesv2"
import { Effect, type Scope, Schema } from "effect"
import type { Server } from "node:http"
import { closed, urlOf } from "../support/answeringServer.ts"

/** What of the stand-in (npm package aws-ses-v2-local) is used besides the protocol of SES itself. */
type Start = (config: { readonly host: string; readonly port: number }) => Promise<Server>

/** A CommonJS package: who imports it finds its default in a default, or there already. */
interface Loaded {
  readonly default: Start | { readonly default: Start }
}

const load = async (name: string): Promise<Start | undefined> =>
  import(name).then(
    ({ default: found }: Loaded) => (typeof found === "function" ? found : found.default),
    () => undefined,
  )

const standIn = await load("aws-ses-v2-local")

/** Why tests against SES are skipped; undefined where its stand-in is installed. */
export const skipped = standIn === undefined ? "the stand-in of SES is not installed (npm package aws-ses-v2-local)" : undefined

const Stored = Schema.parseJson(Schema.Struct({
  emails: Schema.Array(Schema.Struct({
    from: Schema.String,
    replyTo: Schema.Array(Schema.String),
    destination: Schema.Struct({ to: Schema.Array(Schema.String) }),
    subject: Schema.String,
    body: Schema.Struct({ text: Schema.optional(Schema.String) }),
    attachments: Schema.Array(Schema.Struct({
      filename: Schema.String,
      contentType: Schema.String,
      content: Schema.String,
    })),
  })),
}))

/** A letter as SES took it; contents of files in base64. */
export type SesLetter = typeof Stored.Type["emails"][number]

/** For clients of a server on this machine. */
export const clientOf = (server: Server) => ({
  endpoint: urlOf(server),
  region: "eu-south-2",
  credentials: { accessKeyId: "nobody", secretAccessKey: "secreta" },
})

/** A stand-in, and the letters to somebody: it keeps those of the whole process. */
export interface Ses {
  readonly client: SESv2ClientConfig
  readonly lettersTo: (address: string) => Effect.Effect<ReadonlyArray<SesLetter>>
}

/** The stand-in on a port of its own. */
export const openSes: Effect.Effect<Ses, never, Scope.Scope> = Effect.gen(function*() {
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      if (standIn === undefined) throw new Error(skipped)
      return standIn({ host: "127.0.0.1", port: 0 })
    }),
    closed,
  )
  const client = clientOf(server)
  const lettersTo = (address: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`${client.endpoint}/store`)
      const { emails } = Schema.decodeUnknownSync(Stored)(await answer.text())
      return emails.filter(({ destination }) => destination.to.join().includes(address))
    })
  return { client, lettersTo }
})
