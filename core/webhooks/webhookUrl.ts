import { parseIpAddress } from "../text/ipAddress.ts"
import { urlOf } from "../text/urlOf.ts"
import { isPublicAddress } from "./publicAddress.ts"
import { isAllowedAddress, type WebhookAllow } from "./webhookAllow.ts"

/**
 * Authority and fragment of an address in RFC 3986's characters. URL parsing alone would take away blanks and
 * line ends, turn backslashes round and read full-width digits.
 */
const form =
  /^https?:\/\/([\w\-.~:@!$&'()*+,;=%[\]]+)(?:[/?](?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?(#.*)?$/i

/**
 * Why a webhook cannot be sent to the address, in Spanish; undefined when it can (decisions, sections 2 and 5).
 * It is https, at a public name or address, port 443 or any from 1024 up, without user or fragment. A host that
 * is allowed need not be public, and may be http. To what a name resolves is not known here.
 */
export const webhookUrlProblem = (text: string, allow: WebhookAllow): string | undefined => {
  const [, authority = "", fragment] = form.exec(text) ?? []
  const url = urlOf(text)
  if (authority === "" || url === undefined) {
    return "debe ser una dirección completa y ya codificada, como https://ejemplo.es/avisos"
  }
  if (authority.includes("@")) return "no puede llevar usuario ni contraseña"
  if (fragment !== undefined) return "no puede llevar fragmento (#)"
  const { hostname, port, protocol } = url
  if (port !== "" && port !== "443" && Number(port) < 1024) return "el puerto debe ser 443, o 1024 o mayor"
  const address = parseIpAddress(hostname.replace(/^\[(.+)\]$/, "$1"))
  if (allow.hosts.has(hostname) || (address !== undefined && isAllowedAddress(allow, address))) return undefined
  if (protocol !== "https:") return "debe empezar por https://"
  if (address === undefined) {
    return isPublicName(hostname) ? undefined : "debe tener un nombre público completo, como avisos.ejemplo.es"
  }
  return isPublicAddress(address) ? undefined : "debe ser una dirección pública de Internet"
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Endings that never leave a local network (RFC 6761, 6762, 7686, 8375; `internal` by ICANN). Those for examples and tests lead
 * nowhere, and may be asked for.
 */
const localEnding = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa|onion)$/

/** `hostname` as URL parsing writes it, in lower case. A final dot is an empty label, and refused. */
const isPublicName = (hostname: string): boolean => {
  const labels = hostname.split(".")
  if (hostname.length > 253 || labels.length === 1 || localEnding.test(hostname)) return false
  return labels.every((one) => label.test(one))
}
