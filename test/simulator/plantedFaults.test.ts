import { assert, describe, it } from "@effect/vitest"
import { books } from "./faults/books.ts"
import { machinery } from "./faults/machinery.ts"
import { numbers } from "./faults/numbers.ts"
import { planted, runPlanted } from "./plant.ts"

const faults = [...numbers, ...books, ...machinery]

/** Found soon; the others by `npm run simulate:faults`. */
const quick = ["half to even", "unknown outcome tried again", "lease not respected"]

describe("a planted fault", () => {
  for (const fault of faults.filter(({ name }) => quick.includes(name))) {
    it(`is found: ${fault.name}`, async () => {
      const { found, steps } = await runPlanted(fault)
      assert.isDefined(found, `not within ${steps} steps`)
    }, 60_000)
  }

  it("applies, each of them", () => {
    for (const fault of faults) assert.doesNotThrow(() => planted(fault), fault.name)
  })
})
