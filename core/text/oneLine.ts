/** A text on one line: each run of line ends and spaces becomes one space, and those at either end are dropped. */
export const oneLine = (value: string): string => value.replaceAll(/[\s\u0085]+/g, " ").trim()
