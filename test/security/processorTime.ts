/** A stopwatch for the processor time of this process in milliseconds, which does not depend on how busy the machine is. */
export const processorTime = (): () => number => {
  const began = process.cpuUsage()
  return () => {
    const { system, user } = process.cpuUsage(began)
    return (system + user) / 1_000
  }
}
