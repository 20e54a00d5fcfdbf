import pg from "pg"

const { builtins } = pg.types

/** Amounts and counters are safe integers, dates are civil days, identifiers have no hyphens. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.UUID, (value) => value.replaceAll("-", "")],
])

/** The 16 connections of the comparator; without `pipeline`, statements are sent one after another. */
export const comparatorPool = (connectionString: string, pipeline: boolean): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    pipeline,
    options: "-c TimeZone=UTC",
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // A broken connection makes the next query fail, so nothing has to be done here.
  pool.on("error", () => {})
  return pool
}
