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
  subject: mail.asunto,
  text: mail.texto,
  headers: { "Content-Language": "es" },
  attachments: [{
    filename: mail.adjunto.nombre,
    contentType: mail.adjunto.tipo,
    content: Buffer.from(mail.adjunto.contenido),
  }],
  // What stands in a letter is ours: no file or address in it is ever fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
})

const bare = (address: string) => ({ name: "", address })
