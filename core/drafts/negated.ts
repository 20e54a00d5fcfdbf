import type { Supply } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { type Cents, cents } from "../money/cents.ts"
import { decimal6 } from "../money/decimal.ts"
import type { PricedFigures } from "./draftFigures.ts"

/**
 * The original's figures with the opposite sign, as a rectification that takes all of it back has them. They are copied and
 * not computed again, so that both documents together come to zero to the cent.
 */
export const negated = (original: Invoice, supply: Supply): PricedFigures => ({
  precios_con_iva: original.precios_con_iva,
  lineas: original.lineas.map((line) => ({
    ...line,
    id: supply.id(),
    cantidad: decimal6(-line.cantidad),
    base: opposite(line.base),
  })),
  rates: original.rates.map((rate) => ({
    ...rate,
    base: opposite(rate.base),
    cuota: opposite(rate.cuota),
    cuota_recargo: opposite(rate.cuota_recargo),
  })),
  base_imponible: opposite(original.base_imponible),
  cuota_iva: opposite(original.cuota_iva),
  cuota_recargo: opposite(original.cuota_recargo),
  cuota_irpf: opposite(original.cuota_irpf),
  suplidos: opposite(original.suplidos),
  total: opposite(original.total),
})

const opposite = (amount: Cents): Cents => cents(-amount)
