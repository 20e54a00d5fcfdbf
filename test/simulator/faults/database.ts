import type { PlantedFault } from "./PlantedFault.ts"

/** Faults in what only PostgreSQL has. The trace finds them: it compares each answer with the memory's. */
export const database: ReadonlyArray<PlantedFault> = [
  {
    name: "total of what is gone",
    means: "the total of a list still counts removed rows",
    by: "trace",
    edits: [{
      file: "adapters/postgres/lists/counts/counters.ts",
      search: "for (const name of namesOf(before)) addToCounter(named, before.organizationId, name, -1)",
      replace: "for (const name of namesOf(before))"
        + " addToCounter(named, before.organizationId, name, after === undefined ? 0 : -1)",
    }],
    within: 1_000,
  },
  {
    name: "group of what was changed",
    means: "a document whose state changes is counted in both states",
    by: "trace",
    edits: [{
      file: "adapters/postgres/lists/counts/groupCounts.ts",
      search: "for (const group of groupsOf(before)) countOf(counts, group).n -= 1",
      replace: "for (const group of groupsOf(before)) countOf(counts, group).n -= after === undefined ? 1 : 0",
    }],
    within: 1_000,
  },
  {
    name: "row on two pages of PostgreSQL",
    means: "a page of a list in order of creation begins with the last row of the page before",
    by: "trace",
    edits: [{
      file: "adapters/postgres/lists/walks.ts",
      search: "direction: \"ASC\", comes: \">\" }",
      replace: "direction: \"ASC\", comes: \">=\" as never }",
    }],
    within: 1_000,
  },
]
