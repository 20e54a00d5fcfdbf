import { type Context, Redacted } from "effect"
import type { Entropy } from "../../core/ports/Entropy.ts"
import { urlOf } from "../../core/text/urlOf.ts"
import type { Fetch } from "./Answer.ts"

/** Where the service is and who calls it. */
export interface ClientOptions {
  /** Address of the interface, with its version: `https://facturas.example/api/v1`. */
  readonly baseUrl: string
  /** Access key. Keep it on servers (contract, section 5): a page would show it to anybody. */
  readonly clave: string | Redacted.Redacted
  /** How long an attempt may take, its whole answer included; 30 seconds by default. */
  readonly timeoutMillis?: number | undefined
  /** In place of the platform's own. */
  readonly fetch?: Fetch | undefined
  /** Where idempotency keys come from, in place of Web Crypto. */
  readonly entropy?: Context.Tag.Service<typeof Entropy> | undefined
}

/** What requests are sent with. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly origin: string
  readonly authorization: string
  readonly timeoutMillis: number
  readonly fetch: Fetch
  readonly newIdempotencyKey: () => string
}

const defaultTimeoutMillis = 30_000

/** Throws a TypeError for an address, a key or a time that no request can be sent with. Never shows the key. */
export const connection = (options: ClientOptions): Connection => {
  const { clave, entropy, fetch, timeoutMillis = defaultTimeoutMillis } = options
  // Settings often carry blanks or a line end; left in the address, they would make it that of another path, and 404.
  const baseUrl = String(options.baseUrl).trim()
  const text = Redacted.isRedacted(clave) ? Redacted.value(clave) : clave
  if (!/^[\x21-\x7E]+$/.test(text)) throw new TypeError("clave: debe ser el texto de una clave de acceso")
  const url = urlOf(baseUrl)
  // Paths are appended to it, and no `fetch` takes a user or a password.
  if (url === undefined || !/^https?:\/\/[^?#]+$/i.test(baseUrl) || `${url.username}${url.password}` !== "") {
    throw new TypeError("baseUrl: debe ser una dirección http o https, sin usuario, consulta ni fragmento")
  }
  if (!(timeoutMillis > 0)) throw new TypeError("timeoutMillis: debe ser mayor que 0")
  const bytes = entropy?.bytes ?? webCrypto
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    origin: url.origin,
    authorization: `Bearer ${text}`,
    timeoutMillis,
    // Looked up at each call, so that a test's or a monitor's replacement is used.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    newIdempotencyKey: () => Array.from(bytes(16), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  }
}

const webCrypto = (count: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(count))
