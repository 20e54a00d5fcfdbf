import type { PricedLine } from "../../core/tax/lineAmount.ts"
import type { TotalsTerms } from "../../core/tax/totals.ts"

/*
 * The rules of decisions.md, "Totals", once more: with BigInt fractions of euros, slowly, sentence by sentence, and by
 * trial instead of reasoning. Shares no code with core/tax.
 */

/** An exact fraction of euros, percents or pieces. The second number is positive. */
type Fraction = readonly [bigint, bigint]

const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = (one: Fraction, [c, d]: Fraction): Fraction => plus(one, [-c, d])
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => c < 0n ? [-a * d, b * -c] : [a * d, b * c]
const size = ([a, b]: Fraction): Fraction => [a < 0n ? -a : a, b]
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b
const floor = ([a, b]: Fraction): bigint => a >= 0n ? a / b : -((-a + b - 1n) / b)

/** The nearest whole number, halves rounded away from zero. */
const nearest = (value: Fraction): bigint => {
  const down = floor(size(value))
  const up = isLess(minus(size(value), [down, 1n]), [1n, 2n]) ? down : down + 1n
  return value[0] < 0n ? -up : up
}

const inCents = (euros: Fraction): bigint => nearest(times(euros, [100n, 1n]))

const six = (units: number): Fraction => [BigInt(units), 10n ** 6n]
const eight = (units: bigint): Fraction => [units, 10n ** 8n]

const weightOf = (line: PricedLine): Fraction =>
  times(six(line.cantidad), minus([1n, 1n], over(six(line.descuento), [100n, 1n])))

const amountAt = (line: PricedLine, price: Fraction): bigint => inCents(times(price, weightOf(line)))

const ivaPairs: Readonly<Record<string, Fraction>> = {
  0: [0n, 1n],
  2: [26n, 100n],
  4: [5n, 10n],
  5: [62n, 100n],
  10: [14n, 10n],
  21: [52n, 10n],
}

const surchargeOf = (rate: number, terms: TotalsTerms): Fraction | undefined => {
  if (!terms.recargo_equivalencia) return [0n, 1n]
  if (terms.region === "peninsula") return ivaPairs[String(rate / 1e6)]
  if (terms.region === "canarias") return [nearest([BigInt(rate), 10n]), 10n ** 6n]
  return undefined
}

/** Tries the prices around base / weight, from no decimals to eight, and picks the nearest that gives the base. */
const priceFor = (line: PricedLine, base: bigint): bigint => {
  if (weightOf(line)[0] === 0n) {
    const net = over(times(eight(line.precio), [100n, 1n]), plus([100n, 1n], six(line.tipo_iva)))
    return nearest(times(net, [10n ** 8n, 1n]))
  }
  const quotient = over([base, 100n], weightOf(line))
  const distance = (price: Fraction) => size(minus(price, quotient))
  for (let places = 0n; places <= 8n; places += 1n) {
    const step = 10n ** places
    const near = floor(times(quotient, [step, 1n]))
    let best: Fraction | undefined
    for (let units = near - 2n; units <= near + 3n; units += 1n) {
      const price: Fraction = [units, step]
      if (amountAt(line, price) !== base) continue
      const isNearer = best === undefined || isLess(distance(price), distance(best)) ||
        (!isLess(distance(best), distance(price)) && isLess(size(best), size(price)))
      if (isNearer) best = price
    }
    if (best !== undefined) return best[0] * 10n ** (8n - places)
  }
  return nearest(times(quotient, [10n ** 8n, 1n]))
}

/** The greatest possible price. */
const bound = 99_999_999_999_999_900n

/** How the cents of a base are distributed over its lines, given the gross amount of each. */
const sharesOf = (base: bigint, gross: ReadonlyArray<bigint>, rate: number): Array<bigint> => {
  const nets = gross.map((cents) => over([cents * 100n, 1n], plus([100n, 1n], six(rate))))
  const shares = nets.map(floor)
  const waiting = new Set(gross.keys())
  while (shares.reduce((sum, share) => sum + share, 0n) < base) {
    let chosen: number | undefined
    for (const at of waiting) {
      const rest = (index: number) => minus(nets[index] ?? [0n, 1n], [shares[index] ?? 0n, 1n])
      if (chosen === undefined || isLess(rest(chosen), rest(at))) chosen = at
    }
    if (chosen === undefined) throw new Error("more cents missing than lines")
    waiting.delete(chosen)
    shares[chosen] = (shares[chosen] ?? 0n) + 1n
  }
  return shares
}

const fits = (cents: bigint): boolean => cents < 10n ** 14n && cents > -(10n ** 14n)

const sumOf = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Whether every amount and every partial sum fits. */
const sumsFit = (amounts: ReadonlyArray<bigint>): boolean =>
  amounts.every((amount, at) => fits(amount) && fits(sumOf(amounts.slice(0, at + 1))))

/** The totals as numbers, or the problems, in the shape of core/tax/totals.ts. */
export const expectedTotals = (lines: ReadonlyArray<PricedLine>, terms: TotalsTerms, inclusive: boolean) => {
  const problems: Array<object> = lines.flatMap((line, at) =>
    surchargeOf(line.tipo_iva, terms) === undefined ? [{ kind: "rate_without_surcharge", line: at }] : [])
  const amounts = lines.map((line) => amountAt(line, eight(line.precio)))
  const rates = [...new Set(lines.map((line) => line.tipo_iva))]
  const indexes = (rate: number) => [...lines.keys()].filter((at) => lines[at]?.tipo_iva === rate)
  const amountsAt = (rate: number) => indexes(rate).map((at) => amounts[at] ?? 0n)

  if (!rates.every((rate) => sumsFit(amountsAt(rate)))) problems.push({ kind: "out_of_range" })
  if (problems.length > 0) return problems

  const lineBases = [...amounts]
  const unitPrices: Array<bigint> = lines.map((line) => line.precio)
  const perRate = rates.map((rate) => {
    const sum = sumOf(amountsAt(rate))
    const share = over(six(rate), [100n, 1n])
    const base = inclusive ? nearest(over([sum, 1n], plus([1n, 1n], share))) : sum
    const cuota = inclusive ? sum - base : nearest(times([sum, 1n], share))
    if (inclusive) {
      const shares = sharesOf(base, amountsAt(rate), rate)
      for (const [nth, at] of indexes(rate).entries()) lineBases[at] = shares[nth] ?? 0n
    }
    const surcharge = surchargeOf(rate, terms) ?? [0n, 1n]
    const tipo_recargo = nearest(times(surcharge, [10n ** 6n, 1n]))
    const cuota_recargo = nearest(times([base, 100n], surcharge))
    return { tipo_iva: rate, base, cuota, tipo_recargo, cuota_recargo }
  })
  if (inclusive) {
    for (const [at, line] of lines.entries()) {
      const price = priceFor(line, lineBases[at] ?? 0n)
      unitPrices[at] = price > bound ? bound : price < -bound ? -bound : price
    }
  }

  const bases = perRate.map((rate) => rate.base)
  const cuotas = perRate.map((rate) => rate.cuota)
  const recargos = perRate.map((rate) => rate.cuota_recargo)
  const base_imponible = sumOf(bases)
  const cuota_irpf = nearest([base_imponible * BigInt(terms.irpf), 100n])
  const invoiced = base_imponible + sumOf(cuotas) + sumOf(recargos)
  const owed = invoiced - cuota_irpf
  const total = owed + BigInt(terms.suplidos)
  if (![bases, cuotas, recargos].every(sumsFit) || !fits(invoiced)) return [{ kind: "out_of_range" }]
  if (!fits(total)) return [{ kind: fits(owed) ? "disbursements_out_of_range" : "out_of_range" }]
  return {
    lineBases: lineBases.map(Number),
    unitPrices,
    rates: perRate.map((rate) => ({
      tipo_iva: rate.tipo_iva,
      base: Number(rate.base),
      cuota: Number(rate.cuota),
      tipo_recargo: Number(rate.tipo_recargo),
      cuota_recargo: Number(rate.cuota_recargo),
    })),
    base_imponible: Number(base_imponible),
    cuota_iva: Number(sumOf(cuotas)),
    cuota_recargo: Number(sumOf(recargos)),
    cuota_irpf: Number(cuota_irpf),
    suplidos: Number(terms.suplidos),
    total: Number(total),
  }
}
