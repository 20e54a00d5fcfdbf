import { unfinishedReason } from "../../../core/text/unfinishedReason.ts"

/** Why no answer came, in Spanish, by the kind of error; its code where the kind is unknown. Its own words are not passed on. */
export const brokenReason = (error: unknown): string => {
  const codes = codesOf(error)
  const [, phrase] = phrases.find(([pattern]) => codes.some((code) => pattern.test(code))) ?? []
  return phrase ?? unfinishedReason(codes[0])
}

/** Whether the server refused our certificate in the handshake, or says that it got none (alerts of RFC 8446, section 6). */
export const isOfCertificate = (error: unknown): boolean => codesOf(error).some((code) => refused.test(code))

/** The reason when no answer came in time. */
export const tooLate = "no respondió a tiempo"

/** The reason when the connection ended before there was an answer. */
export const brokenOff = "su servidor cortó la conexión"

const refused =
  /^ERR_SSL_.*_ALERT_(?:CERTIFICATE_\w+|\w+_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/

/** The first pattern that fits a code of the error gives the phrase. */
const phrases: ReadonlyArray<readonly [pattern: RegExp, phrase: string]> = [
  [/CERTIFICATE_EXPIRED$/, "el servidor dice que el certificado ha caducado"],
  [/CERTIFICATE_REVOKED$/, "el servidor dice que el certificado está revocado"],
  [/CERTIFICATE_REQUIRED$/, "el servidor no ha recibido ningún certificado"],
  [refused, "el servidor no admite el certificado"],
  [/^(?:ENOTFOUND|ENODATA)$/, "el nombre de su servidor no existe"],
  [/^(?:EAI_AGAIN|EAI_FAIL|ESERVFAIL)$/, "no se pudo resolver el nombre de su servidor"],
  [/^ECONNREFUSED$/, "su servidor rechazó la conexión"],
  [/TIMEOUT|^ETIMEDOUT$/, tooLate],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES)$/, "no se pudo llegar a su servidor"],
  [/^CERT_HAS_EXPIRED$/, "el certificado de su servidor ha caducado"],
  [/ALTNAME|HOSTNAME_MISMATCH/, "el certificado de su servidor es de otro nombre"],
  [/CERT|ISSUER|VERIFY|^INVALID_(?:CA|PURPOSE)$/, "el certificado de su servidor no es de confianza"],
  [/^EPROTO$|^ERR_(?:SSL|TLS)_/, "no se pudo establecer la conexión TLS"],
  [/^HPE_|HEADERS_OVERFLOW/, "la respuesta no es HTTP/1.1 válido"],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_(?:SOCKET|ABORTED|RES_CONTENT_LENGTH_MISMATCH))$/, brokenOff],
]

/** Undici's parser has no codes of its own. */
const codeByName = new Map([["HTTPParserError", ["HPE_UNKNOWN"]]])

/** The codes of an error, of its causes, and of the errors that it holds together. */
const codesOf = (error: unknown): ReadonlyArray<string> => {
  if (!(error instanceof Error)) return []
  const own = "code" in error && typeof error.code === "string" ? [error.code] : codeByName.get(error.name) ?? []
  const several: ReadonlyArray<unknown> = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...several].flatMap(codesOf)]
}
