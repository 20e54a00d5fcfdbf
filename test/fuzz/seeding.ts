import { Effect } from "effect"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { type IdField, idFieldsOf, pathWith, samples, variants } from "./bodies.ts"
import { collections, cursorsOf, nameOf, type Operation, operations } from "./operations.ts"
import { makePool, type Pool } from "./pool.ts"

/** A company in which every operation has been carried out. */
export interface Seeded {
  readonly pool: Pool
  /** Statuses that were answered, by operation (`nameOf`). */
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>
  /** The successful writes, in order. */
  readonly taken: ReadonlyArray<Taken>
}

/** A successful write. */
export interface Taken {
  readonly operation: Operation
  readonly path: string
  readonly body: unknown
  readonly idempotencyKey: string
  readonly answer: Answer
}

export interface SeedSettings {
  /** Added to the texts that only serve as examples, and to the Idempotency-Keys. */
  readonly mark?: string
  /** How often all actions are tried, each time on what the last round led to; two rounds reach them all. */
  readonly rounds?: number
  /** What others, such as the tax authority, do after each round. */
  readonly meanwhile?: Effect.Effect<void>
}

/**
 * Fills a company over HTTP, knowing only the document: creates everything that can be created, with and without
 * references to other resources, carries out each action on two of three resources, and finally deletes one of
 * each kind.
 */
export const seedCompany = (
  request: Harness["request"],
  key: string,
  { mark = "", meanwhile = Effect.void, rounds = 2 }: SeedSettings = {},
): Effect.Effect<Seeded> =>
  Effect.gen(function*() {
    const { pool, send, sendOneOf, statuses, taken } = makeSender(request, key, mark)
    const named = operations.filter(({ parameters }) => parameters.length > 0)
    const unnamed = operations.filter(({ parameters }) => parameters.length === 0)
    const creations = unnamed.filter(({ method }) => method === "POST")
    const actions = named.filter(({ method }) => method !== "DELETE")

    for (const operation of creations) {
      const bodies = variants(operation)
      for (const body of [...bodies, ...bodies]) {
        yield* sendOneOf(operation, operation.path, [body, ...samples(operation)])
      }
    }
    const done = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      for (const operation of creations) {
        for (const field of idFieldsOf(operation)) {
          const name = `${nameOf(operation)} ${field.campo}`
          for (const body of done.has(name) ? [] : variants(operation)) {
            const bodies = candidates(field, pool).map((id) => field.set(body, id))
            if (yield* sendOneOf(operation, operation.path, bodies)) done.add(name)
          }
        }
      }
      for (const [number, operation] of actions.entries()) {
        const bodies = [...variants(operation), ...samples(operation)]
        for (const [place, { path }] of pathsOf(operation, pool).entries()) {
          // Each action skips different resources, so that none leaves all of a kind in one state.
          const isSkipped = (place + Math.trunc(place / 7) + number) % 3 === 0
          // Printing is slow.
          if (isSkipped || (operation.answersFile && place > 1)) continue
          yield* sendOneOf(operation, path, operation.body === undefined ? [undefined] : bodies)
        }
      }
      yield* harvest(request, key, pool)
      yield* meanwhile
    }
    for (const operation of named.filter(({ method }) => method === "DELETE")) {
      // The newest first: most others depend on the oldest.
      for (const { path } of pathsOf(operation, pool).toReversed()) {
        if ((yield* send(operation, path)) < 300) break
      }
    }
    yield* takeCursors(request, key, pool)
    const reads = unnamed.filter(({ method }) => method === "GET")
    for (const operation of reads) yield* send(operation, operation.path)
    return { pool, statuses, taken }
  })

/** Sends requests and keeps their results. */
const makeSender = (request: Harness["request"], key: string, mark: string) => {
  const pool = makePool()
  const statuses = new Map<string, Set<number>>()
  const taken: Array<Taken> = []

  const send = (operation: Operation, path: string, plainBody?: unknown): Effect.Effect<number> => {
    const body = plainBody === undefined ? undefined : marked(plainBody, mark)
    const idempotencyKey = `semilla${mark} ${taken.length} ${nameOf(operation)}`
    const isWrite = operation.method !== "GET"
    const options = {
      key,
      ...(body === undefined ? {} : { body }),
      ...(isWrite ? { headers: { "idempotency-key": idempotencyKey } } : {}),
    }
    return Effect.map(request(operation.method, path, options), (answer) => {
      const seen = statuses.get(nameOf(operation)) ?? new Set()
      statuses.set(nameOf(operation), seen.add(answer.status))
      if (isWrite && answer.status < 300) taken.push({ operation, path, body, idempotencyKey, answer })
      pool.addMade(answer)
      return answer.status
    })
  }

  /** Sends the bodies until one is not answered with 422; whether that one succeeded. */
  const sendOneOf = (operation: Operation, path: string, bodies: ReadonlyArray<unknown>) =>
    Effect.gen(function*() {
      for (const body of bodies) {
        const status = yield* send(operation, path, body)
        if (status !== 422) return status < 300
      }
      return false
    })

  return { pool, statuses, taken, send, sendOneOf }
}

const marked = (body: unknown, mark: string): unknown => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return JSON.parse(text.replaceAll(/[Ee]jemplo|Consultoría|Papel|Material|Devolución|correo|caro|veces/g, (example) => example + mark))
}

/** The operation's paths to all that exists. */
const pathsOf = (operation: Operation, pool: Pool) =>
  (operation.collection === undefined ? [[]] : pool.of(operation.collection))
    .map((values) => ({ values, path: pathWith(operation, values) }))

/** Some existing identifiers that the field may hold. */
const candidates = ({ collections }: IdField, pool: Pool): ReadonlyArray<string> =>
  collections.flatMap((collection) => pool.of(collection).slice(0, 12)).flatMap((values) => values.slice(-1))

/** Adds to the pool what only lists show, such as deliveries. */
const harvest = (request: Harness["request"], key: string, pool: Pool) =>
  Effect.gen(function*() {
    const lists = operations.filter(({ answersList, path }) => answersList && collections.includes(path))
    for (const operation of lists) {
      for (const { path, values } of pathsOf(operation, pool)) {
        const datos: unknown = Object((yield* request("GET", path, { key })).json).datos
        for (const { id } of Array.isArray(datos) ? datos.map(Object) : []) {
          if (typeof id === "string") pool.add(operation.path, [...values, id])
        }
      }
    }
  })

/** Adds to the pool a cursor of each list with more than one item. */
const takeCursors = (request: Harness["request"], key: string, pool: Pool) =>
  Effect.gen(function*() {
    for (const operation of operations.filter(({ answersList }) => answersList)) {
      for (const { path } of pathsOf(operation, pool)) {
        const { json } = yield* request("GET", `${path}?limite=1`, { key })
        const [, cursor] = /[?&]desde=([^&]+)/.exec(String(Object(json).siguiente)) ?? []
        if (cursor === undefined) continue
        pool.add(cursorsOf(operation.path), [cursor])
        break
      }
    }
  })
