import type { File } from "@vitest/runner"
import { VitestTestRunner } from "vitest/runners"

/** Makes an error of a test file that does not load: Stryker would take it for a file without tests that passed. */
export default class extends VitestTestRunner {
  onCollected(files: ReadonlyArray<File>): void {
    for (const { name, result } of files) {
      if (result?.state === "fail") throw new Error(`${name} does not load`)
    }
  }
}
