import type { PlantedFault } from "./PlantedFault.ts"

/** Faults in numbers, money and days. */
export const numbers: ReadonlyArray<PlantedFault> = [
  {
    name: "number skipped",
    means: "after the second document of a series one number is left out",
    edits: [{
      file: "core/numbering/series.ts",
      search: "const next = series.last + 1",
      replace: "const next = series.last + (series.last === 2 ? 2 : 1)",
    }],
    within: 10_000,
  },
  {
    name: "number used again",
    means: "the number of an annulled invoice is given to the next one",
    edits: [{
      file: "core/numbering/series.ts",
      search: "return free && Number.isSafeInteger(number)",
      replace: "return (free || number === series.last) && Number.isSafeInteger(number)",
    }],
    within: 20_000,
  },
  {
    name: "quote in the series of invoices",
    means: "quotes and invoices of series of the same name share a counter",
    edits: [{
      file: "core/numbering/seriesCounter.ts",
      search: "=> `${kind}:${serie}`",
      replace: "=> `${kind === \"quote\" ? \"invoice\" : kind}:${serie}`",
    }],
    within: 10_000,
  },
  {
    name: "half to even",
    means: "a tax of half a cent is rounded to the even cent, not away from zero",
    edits: [{
      file: "core/money/rounding.ts",
      search: "  if (Math.abs(dividend - quotient * divisor) * 2 < divisor) return quotient",
      replace: "  const rest = Math.abs(dividend - quotient * divisor) * 2\n"
        + "  if (rest < divisor || (rest === divisor && quotient % 2 === 0)) return quotient",
    }],
    within: 3_000,
  },
  {
    name: "summer time a day late",
    means: "on the day on which clocks change, the offset from before the change still holds",
    edits: [{
      file: "core/calendar/civilZone.ts",
      search: "return millis < day.changesAt ? day.before : day.after",
      replace: "return day.before",
    }],
    within: 20_000,
  },
  {
    name: "Canary days by Madrid",
    means: "the day of a company in the Canary Islands begins an hour early",
    edits: [{
      file: "core/tax/regions.ts",
      search: "region === \"canarias\" ? \"Atlantic/Canary\" : \"Europe/Madrid\"",
      replace: "region === \"ceuta\" ? \"Atlantic/Canary\" : \"Europe/Madrid\"",
    }],
    within: 10_000,
  },
  {
    name: "overdue on the last day",
    means: "an invoice is already overdue on the day it is due",
    edits: [{
      file: "core/invoices/status.ts",
      search: "standing.lastDay < today ? \"overdue\"",
      replace: "standing.lastDay <= today ? \"overdue\"",
    }],
    within: 5_000,
  },
]
