import { paths } from "../workload.ts"
import type { Job, Target } from "./load.ts"
import type { Account, HttpSide, Listed } from "./sides.ts"

/** An operation that is measured over HTTP. */
export interface HttpOperation {
  readonly name: string
  /** The ratio to the comparator that is required at 32 connections. */
  readonly budget: number
  /** Prepares that many requests, where each needs something of its own. */
  readonly prepare?: (side: HttpSide, call: Call, count: number) => Promise<void>
  readonly request: (side: HttpSide) => Omit<Job, "address" | "connections" | "millis">
}

/** Has the caller carry out a job. */
export type Call = (job: Job) => Promise<unknown>

const first = <A>([one]: ReadonlyArray<A>): A => {
  if (one === undefined) throw new Error("a side without accounts")
  return one
}

const get = (targets: ReadonlyArray<Target>, repeats = true) =>
  ({ method: "GET", targets, repeats, expectedStatus: 200 }) as const
const post = (targets: ReadonlyArray<Target>, repeats = false) =>
  ({ method: "POST", targets, repeats, expectedStatus: 201 }) as const

const target = ({ clave: accessKey }: Pick<Account, "clave">, path: string, body = ""): Target => ({ accessKey, path, body })
/** Requests that issue these drafts. */
export const issueTargets = (account: Pick<Account, "clave">, ids: ReadonlyArray<string>) => ids.map((id) => target(account, paths.issue(id)))

/** The targets of all lists in turn: one of the first list, one of the second, and so on, round and round. */
export const interleaved = (lists: ReadonlyArray<ReadonlyArray<Target>>): ReadonlyArray<Target> => {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
}

/** Invoices of each side that were issued to be read, from all accounts in turn. */
const issued = new WeakMap<HttpSide, Array<Target>>()

const issuedOf = (side: HttpSide): Array<Target> => {
  const known = issued.get(side) ?? []
  issued.set(side, known)
  return known
}

/** Issues invoices until that many can be read. */
const issueSome = async (side: HttpSide, call: Call, count: number): Promise<void> => {
  const ready = issuedOf(side)
  const each = Math.ceil((count - ready.length) / side.accounts.length)
  if (each <= 0) return
  const lists: Array<ReadonlyArray<Target>> = []
  const issues: Array<ReadonlyArray<Target>> = []
  for (const account of side.accounts) {
    await account.drafts.fill(each)
    const ids = account.drafts.takeAll()
    lists.push(ids.map((id) => target(account, `${paths.invoices}/${id}`)))
    issues.push(issueTargets(account, ids))
  }
  const { address } = side.server
  await call({ ...post(interleaved(issues)), address, connections: 32, millis: 120_000 })
  ready.push(...interleaved(lists))
}

const printed = ({ path, ...rest }: Target): Target => ({ ...rest, path: `${path}/pdf` })

/** How many invoices are read over and over: several, so that the same request does not come all the time. */
const read = 500
const readPrinted = 100

const listOf = (rows: number): HttpOperation => ({
  name: `first page of 50, of ${rows.toLocaleString("en-US").replace(",", " ")}`,
  budget: 3,
  request: ({ listed }) => get([target(first(listed.filter((one: Listed) => one.rows === rows)), paths.invoices)]),
})

/** All operations, in the order in which they are measured. */
export const httpOperations: ReadonlyArray<HttpOperation> = [
  {
    name: "create a draft of 3 lines",
    budget: 3,
    request: ({ accounts }) => post([target(first(accounts), paths.invoices, first(accounts).body)], true),
  },
  {
    name: "issue, one company",
    budget: 8,
    prepare: ({ accounts }, _, count) => first(accounts).drafts.fill(count),
    request: ({ accounts }) => post(issueTargets(first(accounts), first(accounts).drafts.takeAll())),
  },
  {
    name: "issue, fifty companies",
    budget: 4,
    prepare: async ({ accounts }, _, count) => {
      for (const { drafts } of accounts) await drafts.fill(Math.ceil(count / accounts.length))
    },
    request: ({ accounts }) =>
      post(interleaved(accounts.map((account) => issueTargets(account, account.drafts.takeAll())))),
  },
  {
    name: "get an issued invoice",
    budget: 1,
    prepare: (side, call) => issueSome(side, call, read),
    request: (side) => get(issuedOf(side).slice(0, read)),
  },
  {
    name: "get a draft",
    budget: 1,
    request: ({ accounts }) => get(accounts.map((account) => target(account, `${paths.invoices}/${account.draftId}`))),
  },
  listOf(1_000),
  listOf(10_000),
  {
    name: "first page of 50, of 500 companies in turn",
    budget: 3,
    request: ({ visited }) => get(visited.map((one) => target(one, paths.invoices))),
  },
  {
    name: "PDF, for the first time",
    budget: 1,
    prepare: (side, call, count) => issueSome(side, call, Math.min(count, 3_000)),
    request: (side) => get(issuedOf(side).splice(0).map(printed), false),
  },
  {
    name: "PDF, once more",
    budget: 1,
    prepare: (side, call) => issueSome(side, call, readPrinted),
    request: (side) => get(issuedOf(side).slice(0, readPrinted).map(printed)),
  },
]
