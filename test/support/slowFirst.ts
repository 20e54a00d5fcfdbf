import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Small files that tell long stories, the longest first. */
const slow = ["test/trace/", "test/fuzz/", "test/tenants/", "/simulation/"]

/** Begins with these, which would come last by their size: then one worker would be at the longest while the others have ended. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = slow.findIndex((part) => moduleId.includes(part))
      return at === -1 ? slow.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
