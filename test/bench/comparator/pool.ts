import pg from "pg"

const { builtins } = pg.types

/** Amounts and counters are safe integers, dates are civil days, identifiers have no hyphens. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.UUID, (value) => value.replaceAll("-", "")],
])

/** The connections of the comparator: 16, with statements one after another unless they are to be pipelined. */
export const comparatorPool = (connectionString: string, pipeline: boolean): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    pipeline,
    options: "-c TimeZone=UTC",
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  pool.on("error", () => {}) // the query that next needs the connection tells
  return pool
}
