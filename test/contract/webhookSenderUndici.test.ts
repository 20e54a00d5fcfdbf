import { Effect } from "effect"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { httpsReceiver, read } from "../delivery/receiver.ts"
import { sender } from "../delivery/sending.ts"
import { type Behaviour, webhookSenderContract } from "./webhookSenderContract.ts"

webhookSenderContract(
  "undici",
  Effect.gen(function*() {
    const received: Array<WebhookRequest> = []
    let behaviour: Behaviour = 200
    const { url } = yield* httpsReceiver((request, response) =>
      read(request, (body) => {
        const named = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
        const headers = Object.fromEntries(named)
        received.push({ url: `https://${headers["host"]}${request.url}`, headers, body })
        if (behaviour === "breaks") request.socket.destroy()
        if (typeof behaviour === "number") response.writeHead(behaviour).end()
      })
    )
    const behave = (next: Behaviour): void => {
      behaviour = next
    }
    return { sender: yield* sender(), url, received, behave }
  }),
)
