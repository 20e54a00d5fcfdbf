import { bundleCommand } from "./bundleCommand.ts"

// The last step of the build.
await bundleCommand()
