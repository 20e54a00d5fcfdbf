import { createTransport } from "nodemailer"
import type { Mail } from "../../core/ports/Mailer.ts"
import { messageOf } from "./message.ts"

/** A letter as the text of a message (RFC 5322), sent from `from`; lines end as told. */
export const mimeOf = async (mail: Mail, from: string, newline: "unix" | "windows"): Promise<Uint8Array> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline })
  const { message } = await transport.sendMail(messageOf(mail, from))
  if (!Buffer.isBuffer(message)) throw new Error("nodemailer did not keep to `buffer`")
  return message
}
