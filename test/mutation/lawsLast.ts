import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Runs the property tests (`*Laws.test.ts`) last: the other files catch most mutants in a hundredth of the time. */
export class LawsLast extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const last = ({ moduleId }: TestSpecification): number => (moduleId.endsWith("Laws.test.ts") ? 1 : 0)
    return (await super.sort(files)).toSorted((one, other) => last(one) - last(other))
  }
}
