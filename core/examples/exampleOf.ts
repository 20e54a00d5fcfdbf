import { Either, Option, Schema, SchemaAST as AST } from "effect"
import { needed, shown, usual } from "./samples.ts"

/** What the example is for: a request's body, which leaves out what it may, or an answer, which has every field. */
export type Side = "sent" | "answered"

/**
 * An example of a schema, as JSON. It is the one that the schema declares, or that `known` has under the schema's name;
 * otherwise it is made of values that go by the names of fields (samples.ts), or just by their types. The same schema always
 * has the same example, and the schema accepts it: where none can be made this throws, and samples.ts lacks a value.
 */
export const exampleOf = <A, I>(
  schema: Schema.Schema<A, I>,
  side: Side = "answered",
  known: Readonly<Record<string, unknown>> = {},
): I => {
  const example = exampleAt(schema.ast, { name: "", kind: "", side, known, within: [] })
  Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(example)
  return Schema.decodeUnknownSync(Schema.encodedSchema(schema))(example)
}

/** Where in the example a value stands. */
interface Place {
  /** Name of the field; empty for the example as a whole. */
  readonly name: string
  /** Which resource the object around it is, by its key in `shown`. */
  readonly kind: string
  readonly side: Side
  readonly known: Readonly<Record<string, unknown>>
  /** The objects around it, so that a schema which contains itself comes to an end. */
  readonly within: ReadonlyArray<AST.AST>
}

const exampleAt = (ast: AST.AST, place: Place): unknown => {
  const declared = declaredExample(ast) ?? place.known[nameOf(ast)]
  if (declared !== undefined) return declared
  const base = baseOf(ast)
  switch (base._tag) {
    case "TypeLiteral":
      return objectAt(base, { ...place, kind: kindOf(ast, place), within: [...place.within, base] })
    case "TupleType":
      return sampleFor(ast, place, true) ?? listAt(base, place)
    case "Union":
      return choiceAt(ast, place)
    default:
      return sampleFor(ast, place, true) ?? plainValue(base)
  }
}

const objectAt = (ast: AST.TypeLiteral, place: Place): unknown =>
  Object.fromEntries(ast.propertySignatures.flatMap(({ isOptional, name, type }) => {
    const at = { ...place, name: String(name) }
    const isThere = place.side === "answered" || !isOptional || isWorthSending(type, at)
    return isThere ? [[at.name, exampleAt(type, at)]] : []
  }))

const listAt = ({ rest: [item] }: AST.TupleType, place: Place): ReadonlyArray<unknown> =>
  item === undefined || place.within.includes(baseOf(item.type)) ? [] : [exampleAt(item.type, place)]

const choiceAt = (ast: AST.AST, place: Place): unknown => {
  const choices = choicesOf(ast)
  const values = choices.filter((one) => !isNull(one) && !place.within.includes(baseOf(one)))
  const [first] = values
  if (first === undefined) return null
  const isNullable = values.length < choices.length
  if (isNullable && !isStructure(first)) return declaredExample(first) ?? sampleFor(ast, place, false) ?? null
  return values.length === 1 ? exampleAt(first, place) : sampleFor(ast, place, true) ?? exampleAt(first, place)
}

/** Whether a body has the field although it may be left out: where there is a sample for it, or it is a list of objects. */
const isWorthSending = (ast: AST.AST, place: Place): boolean => {
  const choices = choicesOf(ast)
  if (choices.some((one) => declaredExample(one) !== undefined)) return true
  if (sampleFor(ast, place, false) !== undefined) return true
  return choices.map(baseOf).some((one) =>
    AST.isTupleType(one) && one.rest.some(({ type }) => AST.isTypeLiteral(baseOf(type))))
}

/** The sample for a field of this name, if there is one that the schema accepts. Those in `needed` only where `isNeeded`. */
const sampleFor = (ast: AST.AST, { kind, name, side }: Place, isNeeded: boolean): unknown => {
  const named = side === "answered" || name in usual ? shown[kind]?.[name] : undefined
  const id = name.endsWith("_id") ? shown[name.slice(0, -"_id".length)]?.["id"] ?? needed["id"] : undefined
  const sample = named ?? usual[name] ?? (isNeeded ? id ?? needed[name] : undefined)
  return sample !== undefined && takes(ast, sample) ? sample : undefined
}

const takes = (ast: AST.AST, value: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(Schema.make<unknown>(ast))(value))

/** A schema and what its refinements, transformations and references wrap, down to the form that JSON has. */
const layersOf = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return [ast, ...layersOf(ast.from)]
    case "Suspend":
      return [ast, ...layersOf(ast.f())]
    default:
      return [ast]
  }
}

const baseOf = (ast: AST.AST): AST.AST => layersOf(ast).at(-1) ?? ast

const declaredExample = (ast: AST.AST): unknown =>
  layersOf(ast).map((layer) => Option.getOrUndefined(AST.getExamplesAnnotation(layer))?.[0])
    .find((example) => example !== undefined)

/** The name of a schema; empty when it has none. */
const nameOf = (ast: AST.AST): string =>
  layersOf(ast).flatMap((layer) => Option.toArray(AST.getJSONIdentifier(layer)))[0] ?? ""

/** The first word of the schema's name (producto for `ProductoNuevo`), else the name of its field: a key in `shown`. */
const kindOf = (ast: AST.AST, { name }: Place): string =>
  (/^\p{Lu}\p{Ll}+/u.exec(nameOf(ast))?.[0] ?? name).toLowerCase()

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

/** The members of a union, unions within it resolved; anything else is its own only choice. */
const choicesOf = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  const base = baseOf(ast)
  if (base._tag === "Union") return base.types.flatMap(choicesOf)
  return base._tag === "UndefinedKeyword" ? [] : [ast]
}

const isStructure = (ast: AST.AST): boolean => {
  const base = baseOf(ast)
  return AST.isTypeLiteral(base) || AST.isTupleType(base)
}

/** Some value of the type. */
const plainValue = (ast: AST.AST): unknown => {
  switch (ast._tag) {
    case "Literal":
      return ast.literal
    case "StringKeyword":
      return "texto"
    case "NumberKeyword":
      return 0
    case "BooleanKeyword":
      return false
    default:
      return {}
  }
}
