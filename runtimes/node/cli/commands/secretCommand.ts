import { Effect } from "effect"
import { resealSecrets } from "../../../../core/sealing/resealSecrets.ts"
import { services } from "../../services.ts"
import type { Answer, Command } from "../Command.ts"

/** `talonario secret reseal`: run once when every process has the new TALONARIO_SECRET. */
export const secretCommand: Command = {
  name: ["secret", "reseal"],
  usage: "",
  summary: "seals what is stored sealed under TALONARIO_SECRET, so that TALONARIO_SECRET_PREVIOUS can be forgotten a day later",
  options: { valued: [], switches: [] },
  run: () =>
    Effect.map(Effect.provide(resealSecrets, services), ({ certificates, unreadable, webhooks }): Answer => {
      const left = unreadable.map((id) => `\n${id}: neither secret opens it`).join("")
      return {
        text: `${webhooks} webhooks and ${certificates} certificates sealed anew${left}`,
        json: { webhooks, certificados: certificates, ilegibles: unreadable },
        ...(unreadable.length === 0 ? {} : { exitCode: 1 }),
      }
    }),
}
