import { vi } from "vitest"
import { asEvents } from "./asEvents.ts"
import { deployments } from "./deployments.ts"

// What the interface promises holds by way of these events too: these suites are run as they are.
vi.mock("../../runtimes/memory/exchange.ts", async (importOriginal) =>
  asEvents(deployments.functionUrl, await importOriginal()))

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
