// Stands in for Lambda's runtime: loads a function's module, gives it one event after the other, and ends on SIGTERM. Reads
// one line of JSON per event, and writes one for the load and one per result.
import { createInterface } from "node:readline"
import { performance } from "node:perf_hooks"

const [, , module, timeoutMillis = "30000"] = process.argv
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)
const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024)

/** Wall time and processor time, which does not grow when the machine is busy. */
const clock = () => {
  const [wall, processor] = [performance.now(), process.cpuUsage()]
  return () => {
    const { system, user } = process.cpuUsage(processor)
    return { millis: performance.now() - wall, processorMillis: (system + user) / 1000, megabytes: megabytes() }
  }
}

const loading = clock()
const { handler } = await import(module)
say({ loaded: true, ...loading() })

for await (const line of createInterface({ input: process.stdin })) {
  const event = JSON.parse(line)
  const taken = clock()
  const end = performance.now() + Number(timeoutMillis)
  const context = { awsRequestId: "test", functionName: "test", getRemainingTimeInMillis: () => end - performance.now() }
  try {
    const result = await handler(event, context)
    say({ result, ...taken() })
  } catch (error) {
    say({ error: String(error), ...taken() })
  }
}
