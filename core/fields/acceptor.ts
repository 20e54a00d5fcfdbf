import { Either, Option, type Schema, SchemaAST } from "effect"

/** What a schema does not accept, as far as this can tell. */
export const refused: unique symbol = Symbol("refused")
type Refused = typeof refused

/**
 * Decodes what a schema accepts, several times as fast as Effect's parser, since it does not gather reasons against what
 * it tries and refuses. Whatever it refuses, and all of a schema of a kind that it does not know, is for that parser to
 * judge. Unknown properties are refused.
 */
export const acceptor = <A, I>(
  { ast }: Schema.Schema<A, I>,
  options: SchemaAST.ParseOptions,
): (input: unknown) => A | Refused => {
  const accept = acceptorOf(ast, options) ?? (() => refused)
  // What the schema of an A decodes is one.
  return (input) => accept(input) as A | Refused
}

/** Decodes what it accepts. */
type Accept = (input: unknown) => unknown

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

/** Nothing where one of them is missing. */
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

/** What an effect would have to be run for is refused: the other parser runs it. */
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

/** The first of them is that of every item. */
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
