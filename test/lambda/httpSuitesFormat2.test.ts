import { afterAll, assert, vi } from "vitest"
import { asEvents } from "./asEvents.ts"
import { deployments } from "./deployments.ts"

// What the interface promises holds by way of these events too: these suites are run as they are. Modules may have been
// loaded before, by other files of the worker, and are loaded anew after.
const exchange = "../../runtimes/memory/exchange.ts"
let events = 0
vi.doMock(exchange, async (importOriginal) => asEvents(deployments.functionUrl, await importOriginal(), () => void events++))
vi.resetModules()
afterAll(() => {
  vi.doUnmock(exchange)
  vi.resetModules()
  assert.isAbove(events, 300)
})

await import("../http/access.test.ts")
await import("../http/body.test.ts")
await import("../http/docsPage.test.ts")
await import("../http/idempotency.test.ts")
await import("../http/index.test.ts")
await import("../http/invoices.test.ts")
await import("../http/lists.test.ts")
await import("../http/openApi.test.ts")
await import("../http/pdf.test.ts")
await import("../http/rateLimit.test.ts")
await import("../http/routing.test.ts")
await import("../http/webhooks.test.ts")
