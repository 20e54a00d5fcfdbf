import { domainToASCII } from "node:url"
import type { Mail } from "../../core/ports/Mailer.ts"

/**
 * A letter as nodemailer takes it; `from` is the address that it is sent from, the name is the company's.
 * Addresses are given as such: a text would be read as a list of names and addresses.
 */
export const messageOf = (mail: Mail, from: string) => ({
  messageId: `<${mail.id}@${domainToASCII(from.slice(from.lastIndexOf("@") + 1))}>`,
  from: { name: mail.nombre, address: from },
  ...(mail.responderA === null ? {} : { replyTo: bare(mail.responderA) }),
  to: mail.para.map(bare),
  text: mail.texto,
  headers: { "Content-Language": "es", ...subjectHeader(mail.asunto) },
  attachments: [{
    filename: mail.adjunto.nombre,
    contentType: mail.adjunto.tipo,
    content: Buffer.from(mail.adjunto.contenido),
  }],
  // Nodemailer fetches nothing: all that a letter holds is given to it.
  disableFileAccess: true,
  disableUrlAccess: true,
})

const bare = (address: string) => ({ name: "", address })

/** Nodemailer encodes a subject that is not ASCII, but not one that looks encoded already: that is encoded here. */
const subjectHeader = (asunto: string) =>
  ({ Subject: encodedWord.test(asunto) ? { prepared: true, foldLines: true, value: inWords(asunto) } : asunto })

/** What readers take for words that were encoded, and would show as another text (RFC 2047, section 6.1). */
const encodedWord = /=\?/

/** A text in encoded words of 75 characters at most, none of which cuts a character in two (RFC 2047, sections 2 and 5). */
const inWords = (text: string): string =>
  (text.match(/.{1,11}/gu) ?? []).map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(" ")
