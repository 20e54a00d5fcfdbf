import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import pg from "pg"
import { onPool } from "./onPool.ts"

/** Uses the only connection of one of our pools, on an empty database. */
const onConnection = <A>(use: (client: pg.PoolClient) => Promise<A>) =>
  onPool(1, async (pool) => {
    const client = await pool.connect()
    try {
      return await use(client)
    } finally {
      client.release()
    }
  })

const echo = (value: unknown, type: string, name?: string) =>
  ({ ...(name === undefined ? {} : { name }), text: `SELECT $1::${type} AS said`, values: [value] })

const said = ({ rows }: pg.QueryResult): unknown => rows[0]?.said

const anyText = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", ""))

interface Texted {
  readonly text: string
  readonly name?: string
}

const hasText = (asked: unknown): asked is Texted =>
  typeof asked === "object" && asked !== null && "text" in asked && typeof asked.text === "string"

const withRemark = ({ text }: Texted): string => `${text} /*traceparent='00-1-1-01'*/`

/** How monitoring tools for the driver add comments to statements. */
const monitors: ReadonlyArray<readonly [name: string, remarked: (asked: Texted) => object]> = [
  ["OpenTelemetry", (asked) => (asked.name === undefined ? { ...asked, text: withRemark(asked) } : asked)],
  ["Datadog", (asked) => {
    const { configurable = true } = Object.getOwnPropertyDescriptor(asked, "text") ?? {}
    return configurable ? Object.assign(asked, { text: withRemark(asked) }) : asked
  }],
]

describe("statements of one turn", () => {
  it.scopedLive("each get their own rows, named or not", () =>
    onConnection(async (client) => {
      for (let again = 0; again < 3; again++) {
        const answers = await Promise.all([
          client.query(echo(again, "integer", "number")),
          client.query("SELECT 'plain' AS said"),
          client.query(echo("a", "text")),
          client.query({ name: "none", text: "SELECT 1 AS said WHERE $1", values: [false] }),
          client.query(echo("b", "text", "text")),
        ])
        assert.deepStrictEqual(answers.map(said), [again, "plain", "a", undefined, "b"])
      }
    }))

  it.scopedLive("accept values of every type as the server writes them", () =>
    onConnection((client) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.option(anyText)), anyText, fc.integer(), fc.boolean(), async (list, text, number, yes) => {
          const answers = await Promise.all([
            client.query(echo(list, "text[]", "list")),
            client.query(echo(text, "text", "text")),
            client.query(echo(number, "bigint", "number")),
            client.query(echo(yes, "boolean", "yes")),
            client.query(echo({ text, list }, "jsonb", "object")),
            client.query(echo(null, "uuid", "null")),
            client.query(echo(Buffer.from(text), "bytea", "bytes")),
          ])
          assert.deepStrictEqual(answers.map(said), [list, text, number, yes, { text, list }, null, Buffer.from(text)])
        }),
        { numRuns: 50 },
      )))

  it.scopedLive("fail together if one fails, which undoes those before it, and leave the connection as it was", () =>
    onConnection(async (client) => {
      await client.query("CREATE TABLE kept (n integer)")
      const put = (n: number, name: string) => client.query({ name, text: "INSERT INTO kept VALUES ($1)", values: [n] })
      for (let again = 0; again < 2; again++) {
        const failed = await Promise.allSettled([put(1, "first"), client.query(echo("x", "integer")), put(2, "last")])
        assert.deepStrictEqual(failed.map(({ status }) => status), ["rejected", "rejected", "rejected"])
      }
      assert.strictEqual((await put(3, "last")).rowCount, 1)
      await put(4, "first")
      const { rows } = await client.query("SELECT n FROM kept ORDER BY n")
      assert.deepStrictEqual(rows, [{ n: 3 }, { n: 4 }])
    }))

  it.scopedLive("of a transaction do not commit after a failure", () =>
    onConnection(async (client) => {
      await client.query("CREATE TABLE kept (n integer UNIQUE)")
      const put = (n: number) => client.query({ name: "put", text: "INSERT INTO kept VALUES ($1)", values: [n] })
      await Promise.allSettled([client.query("BEGIN"), put(1), put(1), client.query("COMMIT")])
      await client.query("ROLLBACK")
      await Promise.all([client.query("BEGIN"), put(2), client.query("COMMIT")])
      assert.deepStrictEqual((await client.query("SELECT n FROM kept")).rows, [{ n: 2 }])
    }))

  for (const [monitor, remarked] of monitors) {
    it.scopedLive(`stay unchanged under ${monitor}, which adds comments to statements`, () =>
      Effect.gen(function*() {
        const { query } = pg.Client.prototype
        const monitored = function(this: pg.Client, asked: unknown, ...more: ReadonlyArray<unknown>): unknown {
          return Reflect.apply(query, this, [hasText(asked) ? remarked(asked) : asked, ...more])
        }
        yield* Effect.acquireRelease(
          Effect.sync(() => Object.assign(pg.Client.prototype, { query: monitored })),
          () => Effect.sync(() => Object.assign(pg.Client.prototype, { query })),
        )
        yield* onConnection(async (client) => {
          for (let again = 0; again < 3; again++) {
            const answers = await Promise.all([client.query(echo(again, "integer", "number")), client.query(echo("a", "text"))])
            assert.deepStrictEqual(answers.map(said), [again, "a"])
            assert.strictEqual(said(await client.query(echo("b", "text"))), "b")
            assert.strictEqual(said(await client.query("SELECT 'plain' AS said")), "plain")
          }
        })
      }))
  }

  it.scopedLive("with the same name are not mixed up", () =>
    onConnection(async (client) => {
      assert.strictEqual(said(await client.query(echo(1, "integer", "same"))), 1)
      const other = await client.query(echo("x", "text", "same")).catch(String)
      assert.match(String(other), /another statement is prepared as same/)
      assert.strictEqual(said(await client.query(echo(2, "integer", "same"))), 2)
    }))
})
