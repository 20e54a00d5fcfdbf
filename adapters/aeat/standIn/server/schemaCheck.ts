import { Data, Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { thrownText } from "../../../../core/text/thrownText.ts"
import { namespaces } from "../../xml/namespaces.ts"

/** Finds the first thing that AEAT's schemas object to in a message; undefined when there is none. */
export type SchemaCheck = (message: string) => Promise<string | undefined>

/** The schemas are not there, or the package that reads them is not installed. */
export class NoSchemas extends Data.TaggedError("NoSchemas")<{ readonly message: string }> {}

/**
 * Checks messages against AEAT's official schemas in that folder; they are not part of this package. It needs the package
 * xmllint-wasm, which whoever runs the stand-in installs beside this one.
 */
export const schemaCheck = (folder: string): Effect.Effect<SchemaCheck, NoSchemas> =>
  Effect.tryPromise({
    try: async (): Promise<SchemaCheck> => {
      const { validateXML } = await import("xmllint-wasm")
      const preload = await Promise.all(files.map(async (fileName) => {
        const contents = await readFile(join(folder, fileName), "utf8")
        // The only import that does not name a file beside it.
        return { fileName, contents: contents.replace(/http:\/\/www\.w3\.org\/TR\/xmldsig-core\/(?=xmldsig)/, "") }
      }))
      return async (message) => {
        const xml = { fileName: "message.xml", contents: message }
        const schema = { fileName: "envelope.xsd", contents: envelopeSchema }
        const { errors } = await validateXML({ xml: [xml], schema, preload, maxMemoryPages: 16_384 })
        return errors.find(({ message: said }) => !said.endsWith(" fails to validate"))?.message.slice(0, 300)
      }
    },
    catch: (error) => new NoSchemas({ message: `cannot check against schemas in ${folder}: ${thrownText(error)}` }),
  })

const files = ["SuministroLR.xsd", "ConsultaLR.xsd", "SuministroInformacion.xsd", "xmldsig-core-schema.xsd"]

/** A schema of SOAP 1.1, as far as these messages need it. */
const envelopeSchema = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespaces.soapenv}"
  elementFormDefault="qualified">
  <import namespace="${namespaces.sfLR}" schemaLocation="SuministroLR.xsd"/>
  <import namespace="${namespaces.sfLRC}" schemaLocation="ConsultaLR.xsd"/>
  <element name="Envelope">
    <complexType>
      <sequence>
        <element name="Header" type="anyType" minOccurs="0"/>
        <element name="Body">
          <complexType>
            <sequence><any namespace="##other" processContents="strict"/></sequence>
            <anyAttribute processContents="lax"/>
          </complexType>
        </element>
      </sequence>
    </complexType>
  </element>
</schema>`
