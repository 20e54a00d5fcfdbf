import { Effect } from "effect"
import type { Answer, RequestOptions } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { answerProblems, failingFields, isNamed } from "./answerChecks.ts"
import type { BrokenShot } from "./brokenShots.ts"
import { companyContents } from "./companyContents.ts"
import { openLists } from "./operations.ts"
import { refuseRecords } from "./refuseRecords.ts"
import { seedCompany, type Seeded } from "./seeding.ts"
import { type KeyKind, type Shot, shown } from "./shots.ts"

/** A system under test, with a company that has something of every kind. */
export interface Target {
  readonly request: Harness["request"]
  readonly live: string
  readonly keys: Readonly<Record<KeyKind, string | undefined>>
  readonly seeded: Seeded
}

/** Fills a company of the system. */
export const makeTarget = ({ openCompany, openKey, provide, request }: Harness): Effect.Effect<Target> =>
  Effect.gen(function*() {
    const { live, organizationId, test } = yield* openCompany()
    const narrow = yield* openKey(organizationId, "live", [])
    const seeded = yield* seedCompany(request, live, { meanwhile: provide(refuseRecords(organizationId)) })
    const keys = { live, test, narrow, false: `svc_live_${"0".repeat(43)}`, none: undefined }
    return { request, live, keys, seeded }
  })

/** Sends requests one by one and reports what is wrong with an answer, or that a refused request wrote something. */
export const makeMarksman = (target: Target) =>
  Effect.gen(function*() {
    let before = yield* newest(target)
    return (shot: Shot): Effect.Effect<string | undefined> =>
      Effect.gen(function*() {
        const { answer, options, path } = yield* fire(target, shot)
        const problems = answerProblems(shot.method, path, options, answer)
        if (shot.method === "GET") return problemText(problems, shot, path, answer)
        const after = yield* newest(target)
        const isWritten = answer.status >= 400 && after !== before
        const written = isWritten ? [`something was written: ${differing(before, after)}`] : []
        before = after
        return problemText([...problems, ...written], shot, path, answer)
      })
  })

/** Sends a body with broken fields and reports those that the refusal does not name, and anything else wrong. */
export const fireBroken = (target: Target, { broken, shot }: BrokenShot): Effect.Effect<string | undefined> =>
  Effect.map(fire(target, shot), ({ answer, options, path }) => {
    const named = failingFields(answer) ?? []
    const silent = broken.filter((name) => !isNamed(named, name))
      .map((name) => `${JSON.stringify(name)} is not named`)
    return problemText([...answerProblems(shot.method, path, options, answer), ...silent], shot, path, answer)
  })

/** Reads all that exists, with at most `files` files of each kind, and reports every answer that is wrong. */
export const unreadable = ({ live, request }: Pick<Target, "live" | "request">, files: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(companyContents(request, live, files), (answers) =>
    [...answers].flatMap(([path, answer]) => {
      const problems = answerProblems("GET", path, { key: live }, answer)
      const isRead = answer.status === 200 && problems.length === 0
      const seen = `${answer.status} ${answer.text.slice(0, 500)}`
      return isRead ? [] : [`GET ${path}: ${problems.join("; ")} ${seen}`]
    }))

/** Sends a request with its identifiers filled in. What it creates joins the pool. */
const fire = ({ keys, request, seeded: { pool } }: Target, { body, headers, key, method, path }: Shot) => {
  const options: RequestOptions = {
    ...(keys[key] === undefined ? {} : { key: keys[key] }),
    ...(body === undefined ? {} : { body: typeof body === "string" ? pool.resolve(body) : body }),
    headers,
  }
  const sent = pool.resolve(path)
  return Effect.map(request(method, sent, options), (answer) => {
    pool.addMade(answer)
    return { path: sent, options, answer }
  })
}

/** Every list's length and last changed item, as one text. */
const newest = ({ live: key, request }: Target): Effect.Effect<string> =>
  Effect.forEach(openLists, ({ path }) => request("GET", `${path}?limite=1&orden=modificado`, { key }))
    .pipe(Effect.map((answers) => answers.map(({ text }) => text).join("\n")))

const differing = (before: string, after: string): string => {
  const lines = before.split("\n")
  return after.split("\n").filter((line, i) => line !== lines[i]).join("\n").slice(0, 1_000)
}

const problemText = (
  problems: ReadonlyArray<string>,
  shot: Shot,
  path: string,
  { status, text }: Answer,
): string | undefined =>
  problems.length === 0
    ? undefined
    : [problems.join("; "), shown({ ...shot, path }), `${status} ${text.slice(0, 1_000)}`].join("\n")
