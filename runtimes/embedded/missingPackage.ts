/** The package that an import did not find; undefined for any other error. */
export const missingPackage = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1]
}
