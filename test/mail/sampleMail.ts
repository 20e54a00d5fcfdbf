import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { type Mail, Mailer } from "../../core/ports/Mailer.ts"

/** The contents of the file: not ASCII, and longer than a line of base64. */
export const pdf = new TextEncoder().encode(`%PDF-1.7 ${"ñ".repeat(200)}`)

/** A letter to two recipients, with a file. */
export const sampleMail = (given: Partial<Mail> = {}): Mail => ({
  id: "0123456789abcdef0123456789abcdef",
  nombre: "Talleres «Núñez»",
  responderA: "hola@talleres.es",
  para: ["cliente@example.org", "otra@example.org"],
  asunto: "Factura A-1 de Talleres Núñez",
  texto: "Hola, Ñandú:\n.\nAdiós",
  adjunto: { nombre: "A-1.pdf", tipo: "application/pdf", contenido: pdf },
  ...given,
})

/** Sends a letter by a mailer of its own. */
export const sendBy = (layer: Layer.Layer<Mailer>, letter: Mail) =>
  Effect.provide(Effect.flatMap(Mailer, ({ send }) => send(letter)), layer)

/** Asserts that a mail reader would show the parts of the sample. */
export const assertShown = (text: string): void => {
  const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(text) ?? []
  const words = subject.replaceAll(/\r?\n /g, "").replaceAll(/=\?UTF-8\?[QB]\?(.*?)\?=\s*/gi, (_, part: string) => part)
  assert.include(words.replaceAll("_", " "), "Factura A-1 de Talleres")
  assert.match(text, /^Message-ID: <0123456789abcdef0123456789abcdef@/m)
  assert.match(text, /^Reply-To: hola@talleres\.es$/m)
  assert.match(text, /^Content-Language: es$/m)
  assert.match(text, /^To: cliente@example\.org, otra@example\.org$/m)
  assert.match(text, /filename=A-1\.pdf/)
  const attached = /Content-Type: application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(text)?.[1] ?? ""
  assert.deepStrictEqual(new Uint8Array(Buffer.from(attached, "base64")), pdf)
}
