import { type ParseResult, SchemaAST } from "effect"
import type { FieldIssue } from "../refusals/refusal.ts"

/**
 * Every failing field of a decoding error, in Spanish (contract, section 7 rule 1): of each object the unknown properties first,
 * then the others in the order of its schema.
 */
export const fieldIssues = (issue: ParseResult.ParseIssue): ReadonlyArray<FieldIssue> => issuesAt("", issue)

/** The reason against an unknown property or query parameter. */
export const unknownProperty = "no es una propiedad conocida"

const missing = "es obligatorio"

/** Whether it is a property, not the whole body nor an item of a list. */
const isNamed = (campo: string): boolean => campo !== "" && !campo.endsWith("]")

const issuesAt = (campo: string, issue: ParseResult.ParseIssue): ReadonlyArray<FieldIssue> => {
  switch (issue._tag) {
    case "Pointer":
      return issuesAt(extend(campo, issue.path), issue.issue)
    case "Composite":
      return compositeIssues(campo, issue)
    case "Refinement":
    case "Transformation":
      return issuesAt(campo, issue.issue)
    case "Missing":
      return [fieldIssue(campo, missing)]
    case "Unexpected":
      return [fieldIssue(campo, unknownProperty)]
    case "Type":
    case "Forbidden": {
      const isMissing = issue.actual === null && isNamed(campo)
      return [fieldIssue(campo, isMissing ? missing : issue.message ?? expectation(issue.ast))]
    }
  }
}

/** Where a value fits no member of a union, only the member that it was meant for explains why. */
const compositeIssues = (campo: string, { ast, issues }: ParseResult.Composite): ReadonlyArray<FieldIssue> => {
  const all = isIssue(issues) ? [issues] : issues
  if (!SchemaAST.isUnion(ast)) return all.flatMap((one) => issuesAt(campo, one))
  const unfit = [fieldIssue(campo, expectation(ast))]
  if (ast.types.every((member) => isAbsence(member) || SchemaAST.isLiteral(member))) return unfit
  // A value of another type was not meant for that member: a list has wrong items, rather than being no text.
  const meant = all.filter((one) => one._tag !== "Type")
  const [first] = meant
  return meant.length === 1 && first !== undefined ? issuesAt(campo, first) : unfit
}

const isIssue = (issues: ParseResult.SingleOrNonEmpty<ParseResult.ParseIssue>): issues is ParseResult.ParseIssue =>
  !Array.isArray(issues)

const fieldIssue = (campo: string, motivo: string): FieldIssue => ({ campo: campo === "" ? "(cuerpo)" : campo, motivo })

const extend = (campo: string, path: ParseResult.Path): string => {
  let extended = campo
  for (const step of typeof path === "object" ? path : [path]) {
    if (typeof step === "number") extended += `[${step}]`
    else extended += extended === "" ? String(step) : `.${String(step)}`
  }
  return extended
}

/** Whether it is null or undefined, which every optional field accepts beside its own type. */
const isAbsence = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUndefinedKeyword(ast) || (SchemaAST.isLiteral(ast) && ast.literal === null)

const expectation = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "StringKeyword":
      return "debe ser un texto"
    case "NumberKeyword":
      return "debe ser un número"
    case "BooleanKeyword":
      return "debe ser verdadero o falso"
    case "TupleType":
      return "debe ser una lista"
    case "TypeLiteral":
      return "debe ser un objeto"
    case "Refinement":
      return expectation(ast.from)
    case "Transformation":
      return expectation(ast.from)
    case "Literal":
      return `debe ser ${String(ast.literal)}`
    case "Union":
      return unionExpectation(ast)
    default:
      return "no tiene la forma esperada"
  }
}

const unionExpectation = (ast: SchemaAST.Union): string => {
  const members = ast.types.filter((member) => !isAbsence(member))
  const [only] = members
  if (members.length === 1 && only !== undefined) return expectation(only)
  const values = members.flatMap((member) => (SchemaAST.isLiteral(member) ? [String(member.literal)] : []))
  return values.length === members.length
    ? `debe ser uno de estos valores: ${values.join(", ")}`
    : members.map(expectation).join(", o ")
}
