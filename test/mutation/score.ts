interface Mutant {
  readonly status: string
  readonly statusReason?: string
}

/** How many of a room's mutants were noticed. Those that could not be tried do not count. */
export const scoreOf = (mutants: ReadonlyArray<Mutant>) => {
  const noticed = mutants.filter(isNoticed).length
  const valid = noticed + mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage").length
  return { noticed, valid, percent: (100 * noticed) / valid }
}

/** A test failed or timed out, or its file did not load (`loadingRunner.ts`). */
const isNoticed = ({ status, statusReason }: Mutant): boolean =>
  status === "Killed" || status === "Timeout" || (statusReason?.includes("does not load") ?? false)
