import { type AeatSchema, validateWith } from "../registry/aeatSchemas.ts"

/** The faults in the bodies of SOAP messages by AEAT's schema, with their places. */
export const messageSchemaFaults = async (schema: AeatSchema, messages: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const documents = messages.map((message, n) => ({ fileName: `message${n}.xml`, contents: bodyOf(message) }))
  const { errors, valid } = await validateWith(schema, documents)
  if (!valid && errors.length === 0) throw new Error("invalid without a fault")
  return errors.map(({ rawMessage }) => rawMessage)
}

const bodyOf = (message: string): string => {
  const [, contents] = /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(message) ?? []
  if (contents === undefined) throw new Error("a message without its body")
  return contents
}
