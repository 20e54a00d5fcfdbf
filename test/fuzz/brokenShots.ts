import * as fc from "fast-check"
import { step } from "../support/openApiValidator.ts"
import { hostileName, hostileValue } from "./hostile.ts"
import { type Entry, objectText } from "./jsonValues.ts"
import { meant, type Operation, operations, validator } from "./operations.ts"
import { pathOf, type Shot, shotThat } from "./shots.ts"

/** A request with broken properties in its body. */
export interface BrokenShot {
  readonly shot: Shot
  /** Those properties. Each breaks its schema, is required and missing, or is unknown. */
  readonly broken: ReadonlyArray<string>
}

type Body = NonNullable<Operation["body"]>

/** A request with broken properties, to any operation that takes a body. */
export const anyBroken: fc.Arbitrary<BrokenShot> = fc.constantFrom(...operations).chain((operation) =>
  operation.body === undefined ? fc.constant(null) : brokenShot(operation, operation.body)
).filter((made) => made !== null)

const brokenShot = (operation: Operation, body: Body): fc.Arbitrary<BrokenShot> => {
  const properties = Object.keys(Object(meant(body.schema)["properties"]))
  const size = { minLength: Math.min(1, properties.length), maxLength: Math.min(6, properties.length) }
  const unknown = hostileName.filter((name) => name !== "" && !properties.includes(name))
  return fc.record({
    path: pathOf(operation, 0),
    chosen: fc.subarray(properties, size),
    added: fc.uniqueArray(unknown, { maxLength: 2 }),
  }).chain(({ added, chosen, path }) => {
    const sound = Object.entries(body.example).filter(([name]) => !chosen.includes(name))
      .map(([name, value]): Entry => [name, JSON.stringify(value)])
    const unknowns = added.map((name): Entry => [name, "1"])
    return fc.tuple(...chosen.map((name) => brokenProperty(body, name))).map((entries) => ({
      broken: [...chosen, ...added],
      shot: shotThat({
        method: operation.method,
        path,
        key: "live",
        headers: {},
        body: objectText([...sound, ...entries.flat(), ...unknowns]),
      }),
    }))
  })
}

/** The property with an invalid value, small enough not to have the whole body refused; or left out if required. */
const brokenProperty = ({ pointer, schema }: Body, name: string): fc.Arbitrary<ReadonlyArray<Entry>> => {
  const { required } = meant(schema)
  const place = `${pointer}/properties${step(name)}`
  const entry = hostileValue
    .filter((value) => value.length < 3_000 && !validator.body(place, JSON.parse(value)).valid)
    .map((value): ReadonlyArray<Entry> => [[name, value]])
  const isNeeded = Array.isArray(required) && required.includes(name)
  return isNeeded ? fc.oneof(entry, fc.constant<ReadonlyArray<Entry>>([])) : entry
}
