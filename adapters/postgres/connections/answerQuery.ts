type Callback = (error: unknown, answer?: unknown) => void

const isCallback = (value: unknown): value is Callback => typeof value === "function"

/** Answers a call of the driver's `query`: to the callback among its arguments or, where there is none, by the promise. */
export const answerQuery = <A>(args: ReadonlyArray<unknown>, answer: Promise<A>): Promise<A> | undefined => {
  const callback = args.find(isCallback)
  if (callback === undefined) return answer
  answer.then((given) => callback(null, given), (error: unknown) => callback(error))
  return undefined
}
