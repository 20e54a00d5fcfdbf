import { Effect } from "effect"
import type { PagePartReply } from "../replies/Reply.ts"

/**
 * Gives a file of the package `swagger-ui-dist` by its name, undefined when it cannot. It is asked for the
 * names of `swaggerFiles` and no others.
 */
export type DocsFiles = (name: string) => Effect.Effect<Uint8Array | undefined>

/** The files of Swagger UI that the page is made of, by type. The bundle names the text of its licences. */
const swaggerFiles = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["swagger-ui-bundle.js.LICENSE.txt", "text/plain; charset=utf-8"],
  ["favicon-32x32.png", "image/png"],
])

/** How long browsers keep these files, in seconds: they change with the package only. */
const hour = 3600

/** The description as a page, in which calls can be tried; plain where there is no Swagger UI. */
export const docsPage = (files: DocsFiles | undefined): PagePartReply => ({
  kind: "page part",
  content: files === undefined ? plainPage : swaggerPage,
  contentType: "text/html; charset=utf-8",
  keepSeconds: 0,
})

/** A file of the page by its name; undefined when the page has none such. */
export const docsFile = (
  files: DocsFiles | undefined,
  name: string,
): Effect.Effect<PagePartReply | undefined> => {
  const own = ownFiles.get(name)
  if (own !== undefined) return Effect.succeed(own)
  const contentType = swaggerFiles.get(name)
  if (files === undefined || contentType === undefined) return Effect.succeed(undefined)
  return Effect.map(files(name), (content) =>
    content === undefined ? undefined : { kind: "page part", content, contentType, keepSeconds: hour })
}

const pageOf = (head: string, body: string): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Talonario: la interfaz</title>
${head}</head>
<body>
${body}</body>
</html>
`

const plain = `<h1>Talonario</h1>
<p>La descripción para programas: <a href="openapi.json">OpenAPI 3.1</a>,
<a href="openapi.json?version=3.0">OpenAPI 3.0</a>.</p>
`

const plainPage = pageOf("", plain)

// Addresses are relative to the page, so that it works behind any proxy's path. Swagger UI replaces what is in its element.
const swaggerPage = pageOf(`<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<script defer src="docs/swagger-ui-bundle.js"></script>
<script defer src="docs/start.js"></script>
`, `<main id="swagger-ui">
${plain}</main>
`)

/** No validator of others is asked, and no key outlives the page. */
const startScript = `"use strict"
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  validatorUrl: null,
  persistAuthorization: false,
  queryConfigEnabled: false,
  deepLinking: true,
  displayOperationId: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
})
`

const script = "text/javascript; charset=utf-8"

const ownFiles: ReadonlyMap<string, PagePartReply> = new Map([
  ["start.js", { kind: "page part", content: startScript, contentType: script, keepSeconds: 0 }],
])
