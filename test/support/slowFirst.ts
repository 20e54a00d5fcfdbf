import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Test files that are small but take long, the longest first. */
const slow = ["test/trace/", "test/fuzz/", "test/tenants/", "/simulation/"]

/**
 * Begins with the slow files. Sorted by size, as usual, they would come last, and at the end one worker would be busy with the
 * longest while the others have nothing left to do.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = slow.findIndex((part) => moduleId.includes(part))
      return at === -1 ? slow.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
