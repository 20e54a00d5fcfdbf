import { Data, Effect } from "effect"
import { errors } from "undici/index.js"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { type Connection, endConnection } from "./Connection.ts"
import { isClosed, noAnswerReason } from "./noAnswerReason.ts"

/** A request that got no whole answer. */
export class AnswerBroken extends Data.TaggedError("AnswerBroken")<{
  readonly reason: string
  /** The connection had carried an answer before, and was closed by the other side before this one began. */
  readonly closedWhileKept: boolean
}> {}

/** Of an answer's body no more is read. */
const bodyLimit = 64 * 1024

/** Nor of all that comes: headers, interim answers, sizes of chunks and what stands beside them, TLS. */
const readLimit = 2 * bodyLimit

/**
 * Sends the request over the open connection: the status of its answer, once that has ended or a limit is
 * reached. The body is thrown away as it comes. When it is interrupted, the holder of the connection ends it.
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
        // Interim answers come here too.
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
          // A header that cannot be sent is our mistake.
          if (error instanceof errors.InvalidArgumentError) return resume(Effect.die(error))
          fail(noAnswerReason(error), connection.isUsed && !answered && isClosed(error))
        },
      },
    )
  })

const userAgent = "Talonario-Webhooks"
const tooLarge = "la respuesta es demasiado grande"
