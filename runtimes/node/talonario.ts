#!/usr/bin/env node
import { setFlagsFromString } from "node:v8"
import { main } from "./main.ts"

// What a request has in hand often outlives a collection of young objects, by which V8 judges what to make among the old
// ones. There it would hold all that it refers to until a full collection, so that this is copied twice (docs/performance.md).
setFlagsFromString("--no-allocation-site-pretenuring")

/** The command `talonario`. */
main(process.argv.slice(2))
