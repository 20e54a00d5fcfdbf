import { counter, histogram, secondsBounds, type Update } from "./instruments.ts"

/** Counts an answer, by its HTTP status and the seconds that it took. */
export type Answered = (status: number, seconds: number) => void

/**
 * Makes the function that counts the answers of one operation, as the contract names it. Its metrics are made at the first
 * answer, so that operations nobody calls have none.
 */
export const answersOf = (method: string, operation: string): Answered => {
  const counters: Array<Update | undefined> = []
  let time: Update | undefined
  return (status, seconds) => {
    const group = Math.floor(status / 100)
    const count = counters[group] ??= counter(
      "talonario_http_requests_total",
      "Requests answered.",
      { method, operation, status: `${group}xx` },
    )
    time ??= histogram(
      "talonario_http_request_seconds",
      "Time to the answer of a request that has arrived whole.",
      secondsBounds,
      { operation },
    )
    count(1)
    time(seconds)
  }
}
