import { Either, Schema } from "effect"

const Severity = Schema.Literal("info", "low", "moderate", "high", "critical")

/** What `npm audit --json` prints when the registry answered. */
const Report = Schema.parseJson(Schema.Struct({
  vulnerabilities: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ severity: Severity, range: Schema.String, nodes: Schema.Array(Schema.String) }),
  }),
}))

/** What it prints when the registry did not answer. */
const Refusal = Schema.parseJson(Schema.Struct({ message: Schema.String }))

/** The lines to print, and whether a vulnerability is bad enough to fail. */
export interface AuditVerdict {
  readonly bad: boolean
  readonly lines: ReadonlyArray<string>
}

/** Judges what `npm audit --json` printed. Bad is a high or critical vulnerability in a package that ships with ours. */
export const auditVerdict = (printed: string, shipped: ReadonlySet<string>): AuditVerdict => {
  const report = Schema.decodeEither(Report)(printed)
  if (Either.isLeft(report)) {
    const { message } = Either.getOrElse(Schema.decodeEither(Refusal)(printed), () => ({ message: "no answer" }))
    return { bad: false, lines: [`The audit could not be asked, so nothing is known of vulnerabilities: ${message}`] }
  }
  const known = Object.entries(report.right.vulnerabilities).map(([name, { nodes, range, severity }]) => {
    const isShipped = nodes.some((node) => shipped.has(node))
    const bad = isShipped && (severity === "high" || severity === "critical")
    return { bad, line: `${severity}: ${name} ${range}${isShipped ? "" : ", for development only"}` }
  })
  const bad = known.some((one) => one.bad)
  const summary = known.length === 0
    ? "No vulnerability is known of any package."
    : `${known.length} packages have known vulnerabilities.`
  return { bad, lines: [summary, ...known.map(({ line }) => line)] }
}
