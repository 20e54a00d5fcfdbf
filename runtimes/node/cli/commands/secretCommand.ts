import { Effect } from "effect"
import { resealSecrets } from "../../../../core/sealing/resealSecrets.ts"
import { services } from "../../services.ts"
import type { Answer, Run } from "../Command.ts"

/** `talonario secret reseal`: run once when every process has the new TALONARIO_SECRET. */
export const resealAll: Run = () =>
  Effect.map(Effect.provide(resealSecrets, services), ({ certificates, unreadable, webhooks }): Answer => {
    const left = unreadable.map((id) => `\n${id}: neither secret opens it`).join("")
    return {
      text: `sealed anew: webhooks ${webhooks}, certificates ${certificates}${left}`,
      json: { webhooks, certificados: certificates, ilegibles: unreadable },
      ...(unreadable.length === 0 ? {} : { exitCode: 1 }),
    }
  })
