import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import * as WebhookSenderUndici from "../../adapters/delivery/WebhookSenderUndici.ts"
import { WebhookSender } from "../../core/ports/WebhookSender.ts"
import { parseWebhookAllow } from "../../core/webhooks/webhookAllow.ts"

// Sends a notice to itself, in whatever runtime, and prints the status of the answer and what arrived.

const heard: Array<string> = []
const server = createServer((request, response) => {
  request.setEncoding("utf8").on("data", (text: string) => heard.push(text)).on("end", () => response.writeHead(202).end())
})
server.listen(0, "127.0.0.1")
await once(server, "listening")
const address = server.address()
const port = typeof address === "object" && address !== null ? address.port : 0
const allow = parseWebhookAllow("127.0.0.1") ?? { hosts: new Set(), ranges: [] }
const notice = { url: `http://127.0.0.1:${port}/avisos`, headers: {}, body: "{\"suceso\":\"invoice.issued\"}" }
const sent = Effect.flatMap(WebhookSender, ({ send }) => send(notice)).pipe(
  Effect.provide(WebhookSenderUndici.layer({ allow })),
)
console.log(JSON.stringify([await Effect.runPromise(sent), heard]))
server.close()
