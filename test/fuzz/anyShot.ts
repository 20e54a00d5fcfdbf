import * as fc from "fast-check"
import { type Operation, operations } from "./operations.ts"
import { type Shot, shotOf, spoiledShot, strayShot } from "./shots.ts"

/** Printing is rare because it costs as much as hundreds of requests; deleting, because it leaves less to ask for. */
const weightOf = ({ answersFile, method }: Operation): number => {
  if (answersFile) return 1
  if (method === "DELETE") return 5
  return method === "GET" ? 10 : 25
}

const shots = (of: (operation: Operation) => fc.Arbitrary<Shot>, from = operations): fc.Arbitrary<Shot> =>
  fc.oneof(...from.map((operation) => ({ weight: weightOf(operation), arbitrary: of(operation) })))

/** Any request: valid, odd, hostile, with a corrupted body, or to no known path. */
export const anyShot: fc.Arbitrary<Shot> = fc.oneof(
  { weight: 4, arbitrary: shots((operation) => shotOf(operation, 0)) },
  { weight: 6, arbitrary: shots((operation) => shotOf(operation, 20)) },
  { weight: 3, arbitrary: shots((operation) => shotOf(operation, 80)) },
  { weight: 3, arbitrary: shots(spoiledShot, operations.filter(({ body }) => body !== undefined)) },
  { weight: 1, arbitrary: strayShot },
)
