import { Data, Effect } from "effect"
import { errors } from "undici/index.js"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { type Connection, endConnection } from "./Connection.ts"
import { isClosed, noAnswerReason } from "./noAnswerReason.ts"

/** A request got no whole answer. */
export class AnswerBroken extends Data.TaggedError("AnswerBroken")<{
  readonly reason: string
  /** The connection had carried an answer before, and was closed by the other side before this one began. */
  readonly closedWhileKept: boolean
}> {}

/** How much is read of an answer's body, in bytes. */
const bodyLimit = 64 * 1024

/** How much is read of all that comes, in bytes: with headers, interim answers, chunk sizes and their extensions, and TLS. */
const readLimit = 2 * bodyLimit

/**
 * Sends the request over an open connection. Answers the status, once the answer has ended or a limit is reached; the body is
 * thrown away as it comes. When this is interrupted, the holder of the connection has to end it.
 */
export const cappedAnswer = (
  connection: Connection,
  path: string,
  { body, headers }: WebhookRequest,
): Effect.Effect<{ readonly codigo: number }, AnswerBroken> =>
  Effect.async((resume) => {
    const { client, socket } = connection
    if (client === undefined || socket === undefined) throw new Error("the connection is not open")
    let codigo: number | undefined
    let answered = false
    let read = 0
    const fail = (reason: string, closedWhileKept = false): void =>
      resume(Effect.fail(new AnswerBroken({ reason, closedWhileKept })))
    const succeed = (): void => codigo === undefined ? fail(tooLarge) : resume(Effect.succeed({ codigo }))
    const stopReading = (): void => {
      succeed()
      endConnection(connection)
    }
    connection.readLimit = socket.bytesRead + readLimit
    connection.onReadLimit = stopReading
    client.dispatch(
      { path, method: "POST", headers: { "user-agent": userAgent, ...headers }, body },
      {
        onRequestStart: () => {},
        onResponseStarted: () => {
          answered = true
        },
        // Interim answers (1xx) come here too.
        onResponseStart: (_controller, status) => {
          if (status >= 200) codigo = status
        },
        onResponseData: (_controller, chunk) => {
          read += chunk.length
          if (read >= bodyLimit) stopReading()
        },
        onResponseEnd: () => {
          connection.isUsed = true
          succeed()
        },
        onResponseError: (_controller, error) => {
          // Undici refuses to send it, such as for a header that cannot be: our mistake.
          if (error instanceof errors.InvalidArgumentError) return resume(Effect.die(error))
          fail(noAnswerReason(error), connection.isUsed && !answered && isClosed(error))
        },
      },
    )
  })

const userAgent = "Talonario-Webhooks"
const tooLarge = "la respuesta es demasiado grande"
