import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { Answer, RequestOptions } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { companyContents } from "../fuzz/companyContents.ts"
import { seedCompany, type Seeded } from "../fuzz/seeding.ts"
import { validated } from "../support/validatedResponses.ts"
import {
  bodiesNameNothing,
  cursorsAreForeign,
  filtersFindNothing,
  idempotencyKeysAreApart,
  pathsLeadNowhere,
} from "./trespasses.ts"

/** Every text of the first company contains this, and none of the other does. */
const mark = "reservado7431"

/** The NIF of the first company, which no example has. */
const nif = "B99999997"

/**
 * A company that uses another's identifiers, cursors and Idempotency-Keys in any operation gets nothing, learns
 * nothing and changes nothing.
 */
export const companiesAreApart = (harness: Effect.Effect<Harness, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const { openCompany, request } = yield* harness
    const { live: key } = yield* openCompany({ nombre: `Una ${mark}`, razon_social: `Una ${mark} SL`, nif })
    const { live: otherKey } = yield* openCompany()
    const other = yield* seedCompany(request, otherKey, { rounds: 1 })
    const one = yield* seedCompany(request, key, { mark })
    const contents = Effect.map(companyContents(request, key, 0), textsOf)
    const before = yield* contents

    const secrets = secretsOf(one, before)
    assert.isAbove(secrets.size, 100)
    const { ask, leaks } = listening(request, otherKey, secrets)
    const neighbours = { one, other, mark, ask }
    yield* companyContents(ask, otherKey, 2)
    yield* pathsLeadNowhere(neighbours)
    yield* bodiesNameNothing(neighbours)
    yield* filtersFindNothing(neighbours)
    yield* cursorsAreForeign(neighbours)
    yield* idempotencyKeysAreApart(neighbours)
    assert.deepStrictEqual(leaks, [])
    assert.deepStrictEqual(yield* contents, before)
  })

const textsOf = (answers: ReadonlyMap<string, Answer>): ReadonlyArray<string> =>
  [...answers].map(([path, { text }]) => `${path} ${text}`)

/** An identifier, a fingerprint, a webhook's secret, a NIF. */
const secretForm = /\b[0-9a-f]{32}\b|\b[0-9A-F]{64}\b|whsec_[\w+/=]+|\b[A-Z]\d{8}\b/g

/** All secrets in the answers that a company got. */
const secretsOf = ({ taken }: Seeded, contents: ReadonlyArray<string>): ReadonlySet<string> => {
  const texts = [...contents, ...taken.map(({ answer }) => answer.text)].join("\n")
  const found = (texts.match(secretForm) ?? []).filter((word) => !/^[A-Z]\d/.test(word))
  return new Set([...found, nif])
}

/** Asks with the other company's key, holds every answer against openapi.json and searches it for secrets. */
const listening = (request: Harness["request"], key: string, secrets: ReadonlySet<string>) => {
  const leaks: Array<string> = []
  const send = validated(request)
  const ask = (method: string, path: string, options: RequestOptions = {}): Effect.Effect<Answer> =>
    Effect.tap(send(method, path, { ...options, key }), ({ headers, text }) =>
      Effect.sync(() => {
        const answer = JSON.stringify(headers) + text
        const sent = JSON.stringify(options.body ?? "") + path
        const leaked = (answer.match(secretForm) ?? []).filter((word) => secrets.has(word))
        // A marked text that was sent may come back.
        if (answer.includes(mark) && !sent.includes(mark)) leaked.push(mark)
        const what = `${method} ${path} ${sent.slice(0, 500)}`
        if (leaked.length > 0) leaks.push(`${what} shows ${leaked.join(", ")}: ${answer.slice(0, 500)}`)
      }))
  return { ask, leaks }
}
