import { assert } from "@effect/vitest"

/** The reason a promise rejects with; fails if it does not. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  const settled = await promise.then(() => undefined, (error: unknown) => ({ error }))
  return settled === undefined ? assert.fail("it did not reject") : settled.error
}
