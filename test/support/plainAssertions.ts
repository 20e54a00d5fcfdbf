// Vitest's setup file. Chai puts every assertion behind a proxy that tells a misspelled one, which the compiler does too:
// without it the tests of rules, which assert a million times, take a seventh less.
import { chai } from "vitest"

chai.config.useProxy = false
