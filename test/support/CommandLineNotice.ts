/** What a program prints instead of running: its help, or what is wrong with its command line. */
export interface CommandLineNotice {
  readonly text: string
  readonly exitCode: 0 | 2
}
