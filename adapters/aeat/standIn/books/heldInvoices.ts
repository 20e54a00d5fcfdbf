import { HashMap } from "effect"
import type { HeldPage } from "../../../../core/ports/TaxAuthority.ts"
import type { RecordFields } from "../../../../core/registry/RegistryRecord.ts"
import { blockIn, textIn } from "../../messages/messageFields.ts"
import type { Question } from "../../messages/queryMessage.ts"
import type { HeldInvoice, Ledger } from "./Ledger.ts"

/** A page of what is held, in the order in which invoices first came. */
export interface HeldInvoices {
  readonly invoices: ReadonlyArray<HeldInvoice>
  /** ClavePaginacion; null on the last page. */
  readonly next: RecordFields | null
}

/** One page of what is held of a taxpayer and a month. */
export const heldInvoices = (ledger: Ledger, question: Question, pageSize: number): HeldInvoices => {
  const { after, ejercicio, numserie, obligado, periodo } = question
  const month = `${String(ejercicio).padStart(4, "0")}-${String(periodo).padStart(2, "0")}`
  const own = [...HashMap.values(ledger.invoices)]
    .filter((held) => held.nif === obligado.nif && held.month === month)
    .filter((held) => numserie === null || held.numserie === numserie.trim())
    .sort((one, other) => one.place - other.place)
  const [number, date] = ["NumSerieFactura", "FechaExpedicionFactura"].map((name) => textIn(after ?? {}, name))
  const from = own.findIndex(({ fecha, numserie }) => numserie === number && fecha === date) + 1
  const invoices = own.slice(from, from + pageSize)
  const last = invoices.at(-1)
  return { invoices, next: last === undefined || own.length <= from + pageSize ? null : idFields(last) }
}

/** The fields of IDFactura. */
export const idFields = ({ fecha, nif, numserie }: HeldInvoice): RecordFields =>
  ({ IDEmisorFactura: nif, NumSerieFactura: numserie, FechaExpedicionFactura: fecha })

/** The page as the port has it. For an annulled invoice it has what the annulment said. */
export const heldPage = ({ invoices, next }: HeldInvoices): HeldPage => ({
  next,
  records: invoices.map(({ estado, fecha, last: { campos }, numserie }) => ({
    numserie,
    fecha,
    huella: textIn(campos, "Huella") ?? null,
    estado,
    instalacion: textIn(blockIn(campos, "SistemaInformatico"), "NumeroInstalacion") ?? null,
  })),
})
