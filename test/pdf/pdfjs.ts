// On Node 20, pdf.js replaces built-in functions for all test files of the worker, and its JSON takes a hundred times as
// long. So the built-in ones are put back.
const kept = (holder: object, name: string): () => void => {
  const builtIn: unknown = Reflect.get(holder, name)
  return () => void Reflect.set(holder, name, builtIn)
}
const putBack = [
  kept(JSON, "parse"),
  kept(JSON, "stringify"),
  kept(Array.prototype, "push"),
  kept(Function.prototype, "toString"),
]

/** Parts of pdf.js: opens a PDF, and the codes of drawing operators. */
export const { getDocument, OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs")

// Otherwise it would be loaded with the first PDF, and replace the same functions again.
const readingHalf = "pdfjs-dist/legacy/build/pdf.worker.mjs"
await import(readingHalf)

for (const put of putBack) put()
