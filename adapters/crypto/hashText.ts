import crypto from "node:crypto"

/**
 * SHA-256 of the text in UTF-8, 64 upper-case hex digits: Node's, many times as fast as the core's own. From 20.12 on it
 * takes one call.
 */
export const hashText: (text: string) => string = "hash" in crypto
  ? (text) => crypto.hash("sha256", text, "hex").toUpperCase()
  : (text) => crypto.createHash("sha256").update(text).digest("hex").toUpperCase()
