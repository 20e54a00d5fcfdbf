import { afterAll, assert, vi } from "vitest"
import { asEvents } from "./asEvents.ts"
import type { Deployment } from "./deployments.ts"

const exchange = "../../runtimes/memory/exchange.ts"

/**
 * Runs the HTTP suites with every request as an event of this deployment. Other files of the worker may have loaded the
 * modules before, so they are loaded anew.
 */
export const httpSuitesThrough = async (deployment: Deployment): Promise<void> => {
  let events = 0
  vi.doMock(exchange, async (importOriginal) => asEvents(deployment, await importOriginal(), () => void events++))
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
  await import("../http/organization.test.ts")
  await import("../http/pdf.test.ts")
  await import("../http/rateLimit.test.ts")
  await import("../http/respond.test.ts")
  await import("../http/routing.test.ts")
  await import("../webhooks/managing.test.ts")
}
