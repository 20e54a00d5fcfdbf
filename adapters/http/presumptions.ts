import { Either } from "effect"
import { bearerKey } from "../../core/access/bearer.ts"
import { keyFingerprint } from "../../core/access/keyText.ts"
import type { Principal } from "../../core/access/Principal.ts"
import type { Identified } from "./identify.ts"

/** Keys remembered at most; beyond, all are forgotten and met anew. */
const keysMax = 10_000

/**
 * Whom keys stood for when they were looked up last. That never changes; whether they still hold may, and is asked each
 * time: a presumption only lets that be asked together with what is read or written. Keys are remembered by their
 * fingerprints.
 */
export const makePresumptions = () => {
  const principals = new Map<string, Principal>()
  return {
    /** Whom the Authorization header stands for, if its key still holds; undefined for an unknown one. */
    of: (header: string | undefined): Principal | undefined => {
      const clave = bearerKey(header)
      return clave === undefined ? undefined : principals.get(keyFingerprint(clave))
    },
    /** Remembers what was found. */
    note: (header: string | undefined, caller: Identified): void => {
      const clave = bearerKey(header)
      if (clave === undefined || Either.isLeft(caller)) return
      if (principals.size >= keysMax) principals.clear()
      principals.set(keyFingerprint(clave), caller.right)
    },
  }
}
