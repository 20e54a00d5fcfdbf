/** Why a request to elsewhere failed when no more is known than a code, such as EMFILE: it is for whoever runs the service. */
export const unfinishedReason = (code = ""): string =>
  `no se pudo completar la petición${/^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ""}`
