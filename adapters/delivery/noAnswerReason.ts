import { unfinishedReason } from "../../core/text/unfinishedReason.ts"

/** Why no answer came, in Spanish, by the kind of error; its code where the kind is unknown. Its own words are not passed on. */
export const noAnswerReason = (cause: unknown): string => {
  const { code, message, name } = detailsOf(cause)
  if (name === "HTTPParserError") return notHttp
  return unexpectedAnswers.get(message) ?? reasons.get(code) ?? (isOfTls(code) ? noTls : unfinishedReason(code))
}

/** Whether the other side closed the connection. */
export const isClosed = (cause: unknown): boolean => {
  const { code, message } = detailsOf(cause)
  return closedCodes.includes(code) && !unexpectedAnswers.has(message)
}

/** The reason that is noted when time is up. */
export const tooLate = "el servidor no respondió a tiempo"
const noTls = "no se pudo establecer la conexión TLS"
const notHttp = "la respuesta no es HTTP/1.1 válido"
const closedCodes = ["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]

/**
 * What undici says when an answer begins with 100 or 101, which the request did not ask for, by its message: the code is the
 * same as that of a closed socket.
 */
const unexpectedAnswers = new Map([
  ["bad response", "el servidor envió un 100 Continue que no se le había pedido"],
  ["bad upgrade", notHttp],
])

const phrases: ReadonlyArray<readonly [phrase: string, codes: ReadonlyArray<string>]> = [
  ["el nombre del servidor no existe", ["ENOTFOUND", "ENODATA"]],
  ["no se pudo resolver el nombre del servidor", ["EAI_AGAIN", "EAI_FAIL", "ESERVFAIL", "ETIMEOUT"]],
  ["el servidor rechazó la conexión", ["ECONNREFUSED"]],
  ["el servidor cortó la conexión", closedCodes],
  ["no se pudo llegar al servidor", ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "EADDRNOTAVAIL"]],
  [
    tooLate,
    ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
  ],
  ["el certificado TLS ha caducado", ["CERT_HAS_EXPIRED"]],
  ["el certificado TLS todavía no es válido", ["CERT_NOT_YET_VALID"]],
  ["el certificado TLS es de otro nombre", ["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"]],
  [
    "el certificado TLS no es de confianza",
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_UNTRUSTED", "CERT_REJECTED",
      "CERT_REVOKED", "CERT_CHAIN_TOO_LONG", "CERT_SIGNATURE_FAILURE", "INVALID_CA", "INVALID_PURPOSE",
      "PATH_LENGTH_EXCEEDED",
    ],
  ],
  ["las cabeceras de la respuesta son demasiado grandes", ["UND_ERR_HEADERS_OVERFLOW"]],
  [notHttp, ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]],
]

const reasons = new Map(phrases.flatMap(([phrase, codes]) => codes.map((code) => [code, phrase] as const)))

const isOfTls = (code: string): boolean => code === "EPROTO" || /^ERR_(?:SSL|TLS)_/.test(code)

const detailsOf = (cause: unknown) => {
  if (!(cause instanceof Error)) return { code: "", message: "", name: "" }
  const { message, name } = cause
  return { code: "code" in cause && typeof cause.code === "string" ? cause.code : "", message, name }
}
