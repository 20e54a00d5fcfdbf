/** The state of the network between clients and processes, in percent of all messages. */
export interface Weather {
  readonly lost: number
  readonly lostAnswers: number
  readonly twice: number
  /** The longest that a message is on its way, in milliseconds. */
  readonly slowMillis: number
}

export const fair: Weather = { lost: 0, lostAnswers: 0, twice: 0, slowMillis: 0 }
export const foul: Weather = { lost: 10, lostAnswers: 15, twice: 10, slowMillis: 300 }
