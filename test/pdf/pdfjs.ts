// pdf.js as Node 20 needs it puts functions of its own in the place of built-in ones, in all of the worker's files: its
// JSON takes a hundred times as long. The built-in ones are put back.
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

/** pdf.js: opens a PDF; the operators of its pages. */
export const { getDocument, OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs")

// It would come with the first PDF, and brings the same once more.
const readingHalf = "pdfjs-dist/legacy/build/pdf.worker.mjs"
await import(readingHalf)

for (const put of putBack) put()
