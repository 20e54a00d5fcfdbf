#!/usr/bin/env node
import { main } from "./main.ts"

/** The command `talonario`. */
main(process.argv.slice(2))
