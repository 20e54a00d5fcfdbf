import type { File } from "@vitest/runner"
import { VitestTestRunner } from "vitest/runners"

/** Throws when a test file does not load, which Stryker would count as a passing file without tests. */
export default class extends VitestTestRunner {
  onCollected(files: ReadonlyArray<File>): void {
    for (const { name, result } of files) {
      if (result?.state === "fail") throw new Error(`${name} does not load`)
    }
  }
}
