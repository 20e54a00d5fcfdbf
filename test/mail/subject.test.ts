import { assert, it } from "@effect/vitest"
import { mimeOf } from "../../adapters/mail/mimeOf.ts"
import { sampleMail } from "./sampleMail.ts"

/** The subject that readers show, decoded from encoded words in base64 (RFC 2047, section 6). */
const shownSubject = (text: string): string => {
  const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(text) ?? []
  return subject.replaceAll(/\?=\s+=\?/g, "?==?").replaceAll(/=\?utf-8\?B\?(.*?)\?=/gi, (_, part: string) =>
    Buffer.from(part, "base64").toString())
}

it("a subject that looks encoded is shown as it was given", async () => {
  for (const asunto of ["=?utf-8?B?SG9sYQ==?=", `Factura =?utf-8?Q?A?= ${"ñ😀".repeat(40)}`, `=?${"😀".repeat(40)}`]) {
    const text = new TextDecoder().decode(await mimeOf(sampleMail({ asunto }), "facturas@talonario.es", "windows"))
    assert.strictEqual(shownSubject(text), asunto)
    assert.isTrue(text.split("\r\n").every((line) => line.length <= 76), text)
    assert.isTrue(text.match(/=\?UTF-8\?B\?\S*\?=/g)?.every((word) => word.length <= 75), text)
    assert.strictEqual(text.match(/^Subject:/gm)?.length, 1)
  }
})
