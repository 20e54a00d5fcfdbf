/** Begins to count; gives the milliseconds of processor that this process has taken since, however busy the machine is. */
export const processorTime = (): () => number => {
  const began = process.cpuUsage()
  return () => {
    const { system, user } = process.cpuUsage(began)
    return (system + user) / 1_000
  }
}
