import type { ChainHead } from "./ChainHead.ts"
import { huellaInCanonical, huellaOf } from "./huella.ts"

/** What the check of a chain needs to know of a record. */
export interface ChainRecord {
  /** Place in the chain, from 1. */
  readonly orden: number
  /** The exact text that was hashed. */
  readonly cadena: string
  readonly huella: string
  /** Null for the first. */
  readonly huella_anterior: string | null
}

/** How a chain is broken (decisions section 5, `registry verify`). */
export type ChainFaultClass = "edited" | "missing" | "duplicated" | "forked"

/** The first record that does not fit, and why (Spanish). */
export interface ChainFault {
  readonly orden: number
  readonly huella: string
  readonly clase: ChainFaultClass
  readonly mensaje: string
}

/** Takes a chain record by record, in the order of `orden`. After a fault every answer is that fault. */
export interface ChainVerifier {
  readonly next: (record: ChainRecord) => ChainFault | undefined
  /**
   * Holds the end of the chain against the company's head (null: no record was ever made), read in the same
   * snapshot as the records. Only this finds a cut tail, or a last record written anew with its hash.
   */
  readonly end: (head: ChainEnd | null) => ChainFault | undefined
}

/** The part of the head that counts here. */
export type ChainEnd = Pick<ChainHead, "orden" | "huella">

/**
 * Checks one company's chain from its first record on. What a record is accused of, in this order:
 * 1. edited: its huella is not the hash of its text, or the text links to another huella than the record.
 *    First, because nothing else that such a record says can be believed.
 * 2. duplicated: its huella stands earlier in the chain.
 * 3. forked: it links to a huella that already has its successor; a second first record is of this class.
 * 4. duplicated: its place is taken.
 * 5. missing: places are left out, or it links to a huella that is not there; named is the record after.
 * An edit that also renews the hash shows at the next record, as missing: the record it links to is no more.
 *
 * `hash` may be a faster SHA-256 of the host. Memory: eight bytes a record.
 */
export const chainVerifier = (hash: (cadena: string) => string = huellaOf): ChainVerifier => {
  const seen: Array<number> = []
  let last: { readonly orden: number; readonly huella: string | null } = { orden: 0, huella: null }
  let found: ChainFault | undefined

  const wasSeen = (huella: string): boolean => seen.includes(digest48(huella))

  const judge = (record: ChainRecord): ChainFault | undefined => {
    const { orden, huella_anterior: link } = record
    if (hash(record.cadena) !== record.huella) {
      return fault(record, "edited", `El registro ${orden} fue modificado: su texto no da su huella.`)
    }
    if (huellaInCanonical(record.cadena) !== (link ?? "")) {
      return fault(record, "edited", `El registro ${orden} fue modificado: su texto da otra huella anterior.`)
    }
    const linked = link === last.huella
    if (linked && orden === last.orden + 1) return undefined
    // A record that links to the last one has a text, hence a huella, that no earlier one can have.
    if (!linked && wasSeen(record.huella)) {
      return fault(record, "duplicated", `El registro ${orden} repite la huella de uno anterior.`)
    }
    if (!linked && (link === null || wasSeen(link))) {
      return fault(record, "forked", `El registro ${orden} se encadena al mismo registro que otro anterior.`)
    }
    if (orden >= 1 && orden <= last.orden) {
      return fault(record, "duplicated", `El orden ${orden} está repetido.`)
    }
    return orden === last.orden + 1
      ? fault(record, "missing", `Falta el registro al que se encadena el ${orden}.`)
      : fault(record, "missing", missingPlaces(last.orden + 1, orden - 1))
  }

  const judgeEnd = (head: ChainEnd | null): ChainFault | undefined => {
    const { huella, orden } = last
    if (head !== null && head.orden > orden) {
      return fault(head, "missing", missingPlaces(orden + 1, head.orden))
    }
    if (huella === null || (orden === head?.orden && huella === head.huella)) return undefined
    return orden === head?.orden
      ? fault({ orden, huella }, "edited", `El registro ${orden} fue sustituido: el final es otra huella.`)
      : fault({ orden, huella }, "forked", `El registro ${orden} está más allá del final de la cadena.`)
  }

  return {
    next: (record) => {
      found ??= judge(record)
      if (found === undefined) {
        last = record
        seen.push(digest48(record.huella))
      }
      return found
    },
    end: (head) => (found ??= judgeEnd(head)),
  }
}

/**
 * The first fault of a whole chain, given in the order of `orden`; undefined when it is intact.
 * Without `head` (see ChainVerifier) the end of the chain is not checked.
 */
export const verifyChain = (
  records: Iterable<ChainRecord>,
  head?: ChainEnd | null,
): ChainFault | undefined => {
  const verifier = chainVerifier()
  for (const record of records) {
    const found = verifier.next(record)
    if (found !== undefined) return found
  }
  return head === undefined ? undefined : verifier.end(head)
}

/** Enough of a huella to know it again among millions; on it hangs the class of a fault, not its finding. */
const digest48 = (huella: string): number => Number.parseInt(huella.slice(0, 12), 16)

const fault = (at: ChainEnd, clase: ChainFaultClass, mensaje: string): ChainFault => ({
  orden: at.orden,
  huella: at.huella,
  clase,
  mensaje,
})

const missingPlaces = (from: number, to: number): string =>
  from === to ? `Falta el registro ${from}.` : `Faltan los registros ${from} a ${to}.`
