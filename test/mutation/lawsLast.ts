import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Runs files of laws after the others, of which most mutants are noticed in a hundredth of the time. */
export class LawsLast extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const last = ({ moduleId }: TestSpecification): number => (moduleId.endsWith("Laws.test.ts") ? 1 : 0)
    return (await super.sort(files)).toSorted((one, other) => last(one) - last(other))
  }
}
