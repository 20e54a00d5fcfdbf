import { assert, describe, it } from "@effect/vitest"
import { readFaultOptions } from "./faultOptions.ts"
import { plantedFaults } from "./faults/all.ts"
import { readOptions } from "./options.ts"

describe("the simulator's command line", () => {
  it("is read, or answered with its usage", () => {
    assert.deepInclude(readOptions(["--seed", "7", "--steps", "300", "--keep", "a"]), { seed: 7, steps: 300, keep: "a" })
    assert.deepInclude(readOptions([]), { steps: 20_000, longest: 600, shrink: 60, keep: undefined, history: undefined })
    assert.deepInclude(readOptions(["--help"]), { exitCode: 0 })
    const wrong = [
      ["--seed", "x"], ["--seed", "1.5"], ["--steps", "0"], ["--longest", "many"], ["--shrink", "-1"], ["--sed", "1"], ["7"],
    ]
    for (const args of wrong) {
      const told = readOptions(args)
      assert.isTrue("text" in told && told.exitCode === 2 && told.text.includes("npm run simulate -- ["), args.join(" "))
    }
  })
})

describe("the command line of the planted faults", () => {
  it("names some of them, or is answered with its usage", () => {
    assert.deepStrictEqual(readFaultOptions([], plantedFaults), { chosen: plantedFaults, keep: false })
    const some = readFaultOptions(["--keep", "half to even"], plantedFaults)
    assert.deepStrictEqual("chosen" in some && some.chosen.map(({ name }) => name), ["half to even"])
    assert.deepInclude(readFaultOptions(["--help"], plantedFaults), { exitCode: 0 })
    for (const wrong of ["--kept", "no such fault"]) {
      const told = readFaultOptions([wrong], plantedFaults)
      assert.isTrue("text" in told && told.exitCode === 2 && told.text.includes("npm run simulate:faults"), wrong)
    }
  })
})
