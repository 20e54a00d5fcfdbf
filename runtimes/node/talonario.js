#!/usr/bin/env node
// The command `talonario` in a checkout: TypeScript is compiled as it is loaded.
import { register } from "tsx/esm/api"

register()
const { main } = await import("./main.ts")
main(process.argv.slice(2))
