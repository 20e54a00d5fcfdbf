import * as fc from "fast-check"

// The same values for each mutant and in each run, and no search for a smaller example of what is found.
fc.configureGlobal({ seed: 20_261_120, endOnFailure: true })
