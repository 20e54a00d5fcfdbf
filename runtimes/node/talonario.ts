#!/usr/bin/env node
import { setFlagsFromString } from "node:v8"
import { main } from "./main.ts"

// V8 decides by what survives a collection of young objects which kinds of objects to make among the old ones at once. A
// request's objects often survive one. Made among the old, they would keep all that they refer to until a full collection,
// so that this is copied twice (docs/performance.md).
setFlagsFromString("--no-allocation-site-pretenuring")

/** The command `talonario`. */
main(process.argv.slice(2))
