import { Cause, Duration, Effect, Random } from "effect"
import type { Answer, Fetched } from "./Answer.ts"
import type { Connection } from "./ClientOptions.ts"
import { NoAnswer } from "./errors.ts"
import type { Request } from "./Request.ts"

/** At most so many attempts, the first one included (contract, section 7). */
const attemptsMax = 5

/**
 * The longest Retry-After that is waited for, in seconds. Where the service, or a proxy before it, asks for more, the
 * caller is given that answer at once.
 */
const waitSecondsMax = 120

/** By which share a wait is lengthened at most, by chance. */
const jitterMax = 0.25

/**
 * Sends the request until it is answered with something else than 429 or 5xx, or for the fifth time. Between
 * attempts it waits 1, 2, 4 and 8 seconds, or as long as Retry-After asks where that is longer, and up to a
 * quarter more by chance; where it asks for more than two minutes that answer is the last. A request that nobody
 * answered, or not in time, is not repeated (contract, section 7).
 */
export const send = (connection: Connection, request: Request): Effect.Effect<Answer, NoAnswer> => {
  const attempt = (number: number): Effect.Effect<Answer, NoAnswer> =>
    Effect.flatMap(sendOnce(connection, request), (answer) => {
      const { retryAfterSeconds, status } = answer
      if (number === attemptsMax || (status !== 429 && status < 500)) return Effect.succeed(answer)
      const leastSeconds = Math.max(2 ** (number - 1), retryAfterSeconds ?? 0)
      if (leastSeconds > waitSecondsMax) return Effect.succeed(answer)
      return Random.next.pipe(
        Effect.flatMap((chance) => Effect.sleep(Duration.seconds(leastSeconds * (1 + jitterMax * chance)))),
        Effect.zipRight(attempt(number + 1)),
      )
    })
  return attempt(1)
}

const sendOnce = (
  { authorization, baseUrl, fetch, timeoutMillis }: Connection,
  { address, body, idempotencyKey, method }: Request,
): Effect.Effect<Answer, NoAnswer> => {
  const unanswered = (message: string, cause: unknown) =>
    new NoAnswer({ status: null, message, detalles: null, idempotencyKey, cause })

  return Effect.clockWith((clock) =>
    Effect.tryPromise({
      try: async (signal) => {
        const headers = {
          Authorization: authorization,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
        }
        const url = address.startsWith("/") ? `${baseUrl}${address}` : address
        const content = body === undefined ? {} : { body }
        const response = await fetch(url, { method, headers, signal, redirect: "manual", ...content })
        const { headers: answered, status } = response
        const bytes = new Uint8Array(await response.arrayBuffer())
        const contentType = answered.get("Content-Type")
        const retryAfterSeconds = secondsAsked(answered, clock.unsafeCurrentTimeMillis())
        return { status, retryAfterSeconds, contentType, bytes }
      },
      catch: (cause) => unanswered("El servicio no responde.", cause),
    })
  ).pipe(
    Effect.timeoutFail({
      duration: Duration.millis(timeoutMillis),
      onTimeout: () => unanswered("El servicio no responde a tiempo.", new Cause.TimeoutException()),
    }),
  )
}

/**
 * The seconds that a Retry-After asks for; null without one that is well formed. The service writes seconds, and some proxies
 * a date: it is read by the date of the answer itself, where that has one, as clocks differ.
 */
const secondsAsked = (headers: Fetched["headers"], now: number): number | null => {
  const asked = headers.get("Retry-After") ?? ""
  if (/^\d+$/.test(asked)) return Number(asked)
  const until = httpDate(asked)
  return until === null ? null : Math.max(0, Math.ceil((until - (httpDate(headers.get("Date")) ?? now)) / 1000))
}

/** Milliseconds since 1970; null for what is no date of HTTP (RFC 9110, section 5.6.7). */
const httpDate = (text: string | null): number | null => {
  const millis = text?.endsWith(" GMT") === true ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? null : millis
}
