import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import { departMail, type MailOutcome, noteMail } from "../../core/mail/mailAttempts.ts"
import type { OutgoingMail } from "../../core/mail/OutgoingMail.ts"
import { retryWaitsMillis } from "../../core/retries/retryWaits.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { must } from "../support/issuing.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

/** What a mail server may do about one recipient. */
type Fate = "taken" | "put off" | "refused"

const letterTo = (para: ReadonlyArray<string>): OutgoingMail => ({
  organizationId: sampleOrganizationId(),
  id: sampleId(),
  factura_id: sampleId(),
  para,
  reached: [],
  refused: [],
  asunto: "Factura",
  mensaje: "",
  estado: "pending",
  intentos: 0,
  proximo_intento: noon,
  ultimo_error: null,
  settled: null,
  creado: noon,
})

/** The mailer's outcome of an attempt to reach these recipients. */
const outcomeOf = (para: ReadonlyArray<string>, fateOf: (to: string) => Fate): MailOutcome => {
  const [left, refused] = [para.filter((to) => fateOf(to) === "put off"), para.filter((to) => fateOf(to) === "refused")]
  if (left.length + refused.length === 0) return { error: null, transient: false }
  return { error: "a medias", transient: left.length > 0, left, refused }
}

const fates = fc.array(fc.array(fc.constantFrom<Fate>("taken", "put off", "put off", "refused"), { minLength: 4, maxLength: 4 }), {
  minLength: 7,
  maxLength: 7,
})

describe("a letter to several recipients", () => {
  it("is sent to each until they have it or are refused, seven times at most, and in the end notes who has it", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 4 }), fates, (count, rounds) => {
      const all = Array.from({ length: count }, (_, i) => `c${i}@ejemplo.es`)
      const reached = new Set<string>()
      const refused = new Set<string>()
      let mail = letterTo(all)
      for (const [round, fatesOfRound] of rounds.entries()) {
        if (mail.estado !== "pending") break
        const due = all.filter((to) => !reached.has(to) && !refused.has(to))
        const departed = must(carriedOut(decideOn(departMail(mail), { outgoingMail: [mail] })).result)
        assert.sameMembers([...departed.para], due)
        const fateOf = (to: string): Fate => must(fatesOfRound[all.indexOf(to)])
        for (const to of due) {
          if (fateOf(to) === "taken") reached.add(to)
          if (fateOf(to) === "refused") refused.add(to)
        }
        const noted = carriedOut(decideOn(noteMail(departed, outcomeOf(due, fateOf)), { outgoingMail: [departed] }))
        mail = must(noted.result)
        const isOver = reached.size + refused.size === count || round === retryWaitsMillis.length
        assert.deepInclude(mail, {
          intentos: round + 1,
          proximo_intento: isOver ? null : instant(noon + must(retryWaitsMillis[round])),
          settled: isOver ? noon : null,
          estado: !isOver ? "pending" : reached.size === count ? "sent" : "failed",
        })
        assert.sameMembers([...mail.reached], [...reached])
        assert.sameMembers([...mail.refused], [...refused])
        // The company learns of those who have not got it, once it is known that they will not.
        const told = noted.rows.flatMap(({ row, table }) => (table === "activityEntry" ? [row] : []))
        const missed = all.filter((to) => !reached.has(to))
        assert.deepStrictEqual(told.map(({ recurso_id, tipo }) => [tipo, recurso_id]),
          isOver && missed.length > 0 ? [["mail_failed", mail.factura_id]] : [])
        assert.sameMembers(told.flatMap(({ mensaje }) => mensaje.match(/c\d@ejemplo\.es/g) ?? []), isOver ? missed : [])
      }
      assert.notStrictEqual(mail.estado, "pending")
    }))
  })
})
