import { Effect } from "effect"
import { vi } from "vitest"
import type * as Harnesses from "../../runtimes/memory/harness.ts"
import { fetchRequest } from "./fetchRequest.ts"

// The suites of the interface, whose harness sends every request through the web's face.
vi.mock("../../runtimes/memory/harness.ts", async (original) => {
  const actual = await original<typeof Harnesses>()
  const makeHarness: typeof Harnesses.makeHarness = (settings) =>
    Effect.map(actual.makeHarness(settings), (harness) => ({ ...harness, request: fetchRequest(harness) }))
  return { ...actual, makeHarness }
})

await import("../e2e/firstInvoiceMemory.test.ts")
await import("../http/body.test.ts")
await import("../http/failures.test.ts")
await import("../http/idempotency.test.ts")
await import("../http/index.test.ts")
await import("../http/lists.test.ts")
await import("../http/rateLimit.test.ts")
await import("../http/routing.test.ts")
