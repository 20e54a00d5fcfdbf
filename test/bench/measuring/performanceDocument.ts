import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Part } from "../options.ts"

const file = join("docs", "performance.md")

/** The two lines of the document between which the figures of a part are. */
const marks = (part: Part) => ({ begin: `<!-- bench ${part} -->`, end: `<!-- end of ${part} -->` })

/** The document with new figures of a part in place of earlier ones; throws when it has no place for them. */
export const withFigures = (document: string, part: Part, figures: string): string => {
  const { begin, end } = marks(part)
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${part}: ${begin} ${end}`)
  return `${document.slice(0, from + begin.length)}\n\`\`\`\n${figures}\n\`\`\`\n${document.slice(to)}`
}

/** Writes a part's figures into docs/performance.md. */
export const writeFigures = (part: Part, figures: string): void =>
  writeFileSync(file, withFigures(readFileSync(file, "utf8"), part, figures))
