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

/** What the check needs to know of the chain's head. */
export type ChainEnd = Pick<ChainHead, "orden" | "huella">

/** How a chain is broken (decisions, section 5, `registry verify`). */
export type ChainFaultClass = "edited" | "missing" | "duplicated" | "forked"

/** The first record that does not fit, and why (Spanish). */
export interface ChainFault {
  readonly orden: number
  readonly huella: string
  readonly clase: ChainFaultClass
  readonly mensaje: string
}

/**
 * A record that does not fit. What is wrong with it may depend on whether a certain huella occurs earlier in the chain. The
 * verifier does not remember those, so whoever has the records looks for it and passes what was found to `accuse`.
 */
export interface ChainSuspect {
  /** How many records come before it; they all fit. */
  readonly before: number
  /** The huellas to look for in those; none if the class of the fault is certain. */
  readonly sought: ReadonlyArray<string>
  readonly accuse: (found: ReadonlyArray<string>) => ChainFault
}

/** Checks a chain record by record, in the order of `orden`. Once it has a suspect, it always answers that one. */
export interface ChainVerifier {
  readonly next: (record: ChainRecord) => ChainSuspect | undefined
  /**
   * Compares the end of the chain with the company's head (null if no record was ever made), which must come from the same
   * snapshot as the records. Only this finds that the last records were removed, or the last one rewritten with its hash.
   */
  readonly end: (head: ChainEnd | null) => ChainSuspect | undefined
}

/**
 * Checks one company's chain from its first record on, in constant memory. The first record that does not fit gets the first
 * of these classes that applies:
 * 1. edited: its huella is not the hash of its text, its text and its own field name different previous huellas, or its orden
 *    cannot be a place. This comes first, because nothing else in such a record can be trusted.
 * 2. duplicated: its huella occurs earlier in the chain.
 * 3. forked: it links to a huella to which an earlier record links already; a second first record belongs here too.
 * 4. duplicated: its place is taken.
 * 5. missing: places are left out, or it links to a huella that is not there. The record after the gap is named.
 * An edit that also renews the hash shows at the next record, as missing: the record to which that links no longer exists.
 * At the end of the chain: missing if the head is further on or gone, forked if there are records beyond the head, edited if
 * the last record has another huella than the head.
 *
 * `hash` gives SHA-256 of a text in UTF-8 as 64 upper-case hex digits; the host may have a faster one.
 */
export const chainVerifier = (hash: (cadena: string) => string = huellaOf): ChainVerifier => {
  let last: Last = { orden: 0, huella: null }
  let suspect: ChainSuspect | undefined
  return {
    next: (record) => {
      suspect ??= suspectIn(record, last, hash)
      if (suspect === undefined) last = record
      return suspect
    },
    end: (head) => (suspect ??= suspectAtEnd(head, last)),
  }
}

/**
 * The first fault of a whole chain; undefined if it is intact. `read` gives the records in the order of `orden`. It is called
 * once, and a second time if the class of a fault depends on earlier records: it must give the same then. Without `head` (see
 * `ChainVerifier`) the end of the chain is not checked.
 */
export const verifyChain = (
  read: () => Iterable<ChainRecord>,
  head?: ChainEnd | null,
  hash?: (cadena: string) => string,
): ChainFault | undefined => {
  const { end, next } = chainVerifier(hash)
  for (const record of read()) {
    const suspect = next(record)
    if (suspect !== undefined) return suspect.accuse(recalled(suspect, read))
  }
  return head === undefined ? undefined : end(head)?.accuse([])
}

/** Those of the sought huellas that occur before the suspect. */
const recalled = ({ before, sought }: ChainSuspect, read: () => Iterable<ChainRecord>): Array<string> => {
  const found: Array<string> = []
  if (sought.length === 0 || before === 0) return found
  let passed = 0
  for (const { huella } of read()) {
    if (sought.includes(huella)) found.push(huella)
    passed += 1
    if (passed === before) break
  }
  return found
}

/** The last record that fits: its orden is also how many fit. At the start there is none. */
interface Last {
  readonly orden: number
  readonly huella: string | null
}

/** Half a surrogate pair. UTF-8 has no bytes for it, so its hash would be that of a text with U+FFFD. */
const unhashable = /\p{Surrogate}/u

const suspectIn = (
  record: ChainRecord,
  last: Last,
  hash: (cadena: string) => string,
): ChainSuspect | undefined => {
  const { cadena, huella_anterior, orden } = record
  if (hash(cadena) !== record.huella || unhashable.test(cadena)) {
    return edited(record, last, "su texto no da su huella")
  }
  if (huellaInCanonical(cadena) !== huella_anterior) {
    return edited(record, last, "su texto da otra huella anterior")
  }
  if (!Number.isSafeInteger(orden) || orden < 1) {
    return edited(record, last, "su orden no es un lugar de la cadena")
  }
  if (huella_anterior !== last.huella) return unlinked(record, last)
  // A record that links to the last one cannot be a duplicate: no earlier record can have the same text.
  return orden === last.orden + 1 ? undefined : certain(last, misplaced(record, last))
}

const edited = (record: ChainRecord, last: Last, how: string): ChainSuspect =>
  certain(last, fault(record, "edited", `El registro ${record.orden} fue modificado: ${how}.`))

const unlinked = (record: ChainRecord, last: Last): ChainSuspect => {
  const { huella, huella_anterior, orden } = record
  return {
    before: last.orden,
    sought: huella_anterior === null ? [huella] : [huella, huella_anterior],
    accuse: (found) => {
      if (found.includes(huella)) {
        return fault(record, "duplicated", `El registro ${orden} repite la huella de uno anterior.`)
      }
      if (huella_anterior === null || found.includes(huella_anterior)) {
        return fault(record, "forked", `El registro ${orden} se encadena al mismo que otro anterior.`)
      }
      return orden === last.orden + 1
        ? fault(record, "missing", `Falta el registro al que se encadena el ${orden}.`)
        : misplaced(record, last)
    },
  }
}

const misplaced = (record: ChainRecord, last: Last): ChainFault =>
  record.orden <= last.orden
    ? fault(record, "duplicated", `El orden ${record.orden} está repetido.`)
    : fault(record, "missing", missingPlaces(last.orden + 1, record.orden - 1))

const suspectAtEnd = (head: ChainEnd | null, last: Last): ChainSuspect | undefined => {
  const { huella, orden } = last
  if (head !== null && (head.orden > orden || huella === null)) {
    return certain(last, fault(head, "missing", missingPlaces(orden + 1, head.orden)))
  }
  if (huella === null || (orden === head?.orden && huella === head.huella)) return undefined
  if (head === null) return certain(last, fault({ orden, huella }, "missing", `Falta el final de la cadena, que nombra el registro ${orden}.`))
  const found = orden === head.orden
    ? fault({ orden, huella }, "edited", `El registro ${orden} fue sustituido: el final es otra huella.`)
    : fault({ orden, huella }, "forked", `El registro ${orden} está más allá del final de la cadena.`)
  return certain(last, found)
}

const certain = ({ orden }: Last, found: ChainFault): ChainSuspect =>
  ({ before: orden, sought: [], accuse: () => found })

/** A fault of the record at that place, and why, in Spanish. */
export const fault = (
  { huella, orden }: Pick<ChainFault, "huella" | "orden">,
  clase: ChainFaultClass,
  mensaje: string,
): ChainFault =>
  ({ orden, huella, clase, mensaje })

const missingPlaces = (from: number, to: number): string =>
  from < to ? `Faltan los registros ${from} a ${to}.` : `Falta el registro ${from}.`
