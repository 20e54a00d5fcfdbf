import { Either, Option, type Schema, SchemaAST } from "effect"

/** What an `acceptor` answers where it does not accept a value. */
export const refused: unique symbol = Symbol("refused")
type Refused = typeof refused

/**
 * A decoder that is several times as fast as Effect's parser, since it gathers no reasons. It only ever accepts what that
 * parser would accept, with the same result. What it answers with `refused`, Effect's parser has to judge: the value may be
 * invalid, or the schema of a kind that is unknown here. Unknown properties are refused.
 */
export const acceptor = <A, I>(
  { ast }: Schema.Schema<A, I>,
  options: SchemaAST.ParseOptions,
): (input: unknown) => A | Refused => {
  const accept = acceptorOf(ast, options) ?? (() => refused)
  // A schema of A decodes to A.
  return (input) => accept(input) as A | Refused
}

/** The decoded input, or `refused`. */
type Accept = (input: unknown) => unknown

/** Undefined for a schema of a kind that is unknown here, or that contains one. */
const acceptorOf = (ast: SchemaAST.AST, options: SchemaAST.ParseOptions): Accept | undefined => {
  const of = (ast: SchemaAST.AST) => acceptorOf(ast, options)
  switch (ast._tag) {
    case "StringKeyword":
      return (input) => (typeof input === "string" ? input : refused)
    case "NumberKeyword":
      return (input) => (typeof input === "number" ? input : refused)
    case "BooleanKeyword":
      return (input) => (typeof input === "boolean" ? input : refused)
    case "UndefinedKeyword":
      return (input) => (input === undefined ? input : refused)
    case "Literal":
      return (input) => (input === ast.literal ? input : refused)
    case "Union":
      return allOf(ast.types.map(of), union)
    case "Refinement":
      return allOf([of(ast.from)], ([from]) => refinement(from, ast, options))
    case "Transformation": {
      const { from, to, transformation: kind } = ast
      return SchemaAST.isFinalTransformation(kind)
        ? allOf([of(from), of(to)], ([from, to]) => transformation(from, to, ast, kind, options))
        : undefined
    }
    case "Declaration":
      return declaration(ast.decodeUnknown(...ast.typeParameters), ast, options)
    case "TupleType":
      return ast.elements.length === 0 ? allOf(ast.rest.map(({ type }) => of(type)), list) : undefined
    case "TypeLiteral":
      return ast.indexSignatures.length === 0
        ? allOf(ast.propertySignatures.map(({ type }) => of(type)), (accepts) => object(ast.propertySignatures, accepts))
        : undefined
    default:
      return undefined
  }
}

/** What `make` makes of all parts; undefined where one of them is of an unknown kind. */
const allOf = (
  accepts: ReadonlyArray<Accept | undefined>,
  make: (accepts: ReadonlyArray<Accept>) => Accept | undefined,
): Accept | undefined => {
  const known = accepts.filter((accept) => accept !== undefined)
  return known.length === accepts.length ? make(known) : undefined
}

const union = (members: ReadonlyArray<Accept>): Accept => (input) => {
  for (const accept of members) {
    const accepted = accept(input)
    if (accepted !== refused) return accepted
  }
  return refused
}

const refinement = (
  from: Accept | undefined,
  ast: SchemaAST.Refinement,
  options: SchemaAST.ParseOptions,
): Accept | undefined =>
  from && ((input) => {
    const accepted = from(input)
    return accepted === refused || Option.isSome(ast.filter(accepted, options, ast)) ? refused : accepted
  })

/** A value that was parsed at once. An effect that would have to be run is refused, so that Effect's parser runs it. */
const result = (parsed: unknown): unknown => (Either.isEither(parsed) && Either.isRight(parsed) ? parsed.right : refused)

const transformation = (
  from: Accept | undefined,
  to: Accept | undefined,
  ast: SchemaAST.Transformation,
  { decode }: SchemaAST.FinalTransformation,
  options: SchemaAST.ParseOptions,
): Accept | undefined =>
  from && to && ((input) => {
    const accepted = from(input)
    if (accepted === refused) return refused
    const decoded = result(decode(accepted, options, ast, input))
    return decoded === refused ? refused : to(decoded)
  })

const declaration = (
  parse: (input: unknown, options: SchemaAST.ParseOptions, self: SchemaAST.Declaration) => unknown,
  ast: SchemaAST.Declaration,
  options: SchemaAST.ParseOptions,
): Accept => (input) => result(parse(input, options, ast))

/** Only a list whose items are all of one kind is known here. */
const list = ([item, ...others]: ReadonlyArray<Accept>): Accept | undefined =>
  item === undefined || others.length > 0 ? undefined : (input) => {
    if (!Array.isArray(input)) return refused
    const items: Array<unknown> = []
    for (const one of input) {
      const accepted = item(one)
      if (accepted === refused) return refused
      items.push(accepted)
    }
    return items
  }

const object = (signatures: ReadonlyArray<SchemaAST.PropertySignature>, accepts: ReadonlyArray<Accept>): Accept => {
  const names = new Set(signatures.map(({ name }) => name))
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return refused
    for (const name of Reflect.ownKeys(input)) if (!names.has(name)) return refused
    const value: Record<PropertyKey, unknown> = {}
    for (const [i, { isOptional, name }] of signatures.entries()) {
      if (!Object.hasOwn(input, name)) {
        if (isOptional) continue
        return refused
      }
      const accepted = accepts[i]?.(Reflect.get(input, name))
      if (accepted === refused) return refused
      value[name] = accepted
    }
    return value
  }
}
