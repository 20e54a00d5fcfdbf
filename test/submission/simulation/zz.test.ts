import { it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { script } from "./script.ts"
it("stats", () => {
  const s: Record<string, number> = {}
  const add = (k: string, n = 1) => { s[k] = (s[k] ?? 0) + n }
  fc.assert(fc.property(script, ({ steps, ...given }) => {
    const life = new Life(given)
    for (const step of steps) life.step(step)
    life.end()
    const { arrivals, questions } = life.world.authority
    add("runs"); add("arrivals", arrivals.length); add("questions", questions)
    const seen = new Set<string>()
    for (const a of arrivals) {
      if (a.incidencia) add("incidencia"); if (a.hasty) add("hasty"); if (!a.answered) add("unanswered")
      for (const r of a.records) { if (seen.has(r.id)) add("resent"); else add("records"); seen.add(r.id) }
    }
    for (const c of (life as any).books) for (const v of (life as any).verdictsOf((life as any).recordsOf(c))) { add(`${v.estado} ${v.codigo} ${v.csv === null ? "nocsv" : "csv"}`) }
    for (const c of (life as any).books) { const q = life.world.request("GET", "/actividad?limite=100", { key: c.company.live }).json as any; for (const e of q.datos) add(`act ${e.tipo}`) }
  }), { numRuns: Number(process.env["RUNS"] ?? 300) })
  console.log(s)
}, 120_000)
