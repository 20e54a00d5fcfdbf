import { Either } from "effect"
import type { Principal } from "../../core/access/Principal.ts"
import type { Identified } from "./identify.ts"

/** Keys remembered at most; beyond, all are forgotten and met anew. */
const keysMax = 10_000

/**
 * Whom keys stood for when they were looked up last. That never changes; whether they still hold may, and is asked each
 * time: a presumption only lets that be asked together with what is read or written.
 */
export const makePresumptions = () => {
  const principals = new Map<string, Principal>()
  return {
    /** Whom the key with this fingerprint stands for, if it still holds; undefined for an unknown one. */
    of: (fingerprint: string | undefined): Principal | undefined =>
      fingerprint === undefined ? undefined : principals.get(fingerprint),
    /** Remembers what was found. */
    note: (fingerprint: string | undefined, caller: Identified): void => {
      if (fingerprint === undefined || Either.isLeft(caller)) return
      if (principals.size >= keysMax) principals.clear()
      principals.set(fingerprint, caller.right)
    },
  }
}
