/** A text in one line: line ends and runs of spaces become a space each, and none stands at either end. */
export const oneLine = (value: string): string => value.replaceAll(/[\s\u0085]+/g, " ").trim()
