import { variables } from "../settings.ts"
import type { Command } from "./Command.ts"
import { optionOf, organizationFields } from "./organizationOptions.ts"

const settingsTable = variables
  .map(({ fallback, meaning, name }) => `  ${name.padEnd(28)}${meaning}\n${" ".repeat(30)}default: ${fallback}`)
  .join("\n")

const organizationOptions = organizationFields.map(optionOf)
const organizationDetails = `Options: ${organizationOptions.map((name) => `--${name}`).join(" ")}`

/** All commands, in the order of the help. What one does is loaded when it is called: that may take half a second. */
export const commands: ReadonlyArray<Command> = [
  {
    name: ["serve"],
    usage: "[--port 3000] [--host 127.0.0.1] [--no-workers]",
    summary: "serves the interface over HTTP under /api/v1, until SIGTERM",
    options: { valued: ["port", "host"], switches: ["no-workers"] },
    untilSignal: true,
    details: `Settings, from the environment:\n\n${settingsTable}`,
    load: async () => (await import("./commands/serveCommand.ts")).runServe,
  },
  {
    name: ["work"],
    usage: "",
    summary: "sends webhooks, mail and records to the tax authority and makes the invoices of subscriptions, without serving "
      + "the interface, until SIGTERM; any number may run side by side",
    options: { valued: [], switches: [] },
    untilSignal: true,
    load: async () => (await import("./commands/workCommand.ts")).runWork,
  },
  {
    name: ["migrate"],
    usage: "[--serving-role <name>]",
    summary: "brings the database schema up to date",
    options: { valued: ["serving-role"], switches: [] },
    details: "--serving-role lets a role of the database, which exists already, serve and work and do nothing beyond: no change of the\n"
      + "schema, and of records neither change nor removal. Each such role is to be named again after an update. What was granted\n"
      + "is printed.",
    load: async () => (await import("./commands/migrateCommand.ts")).runMigrate,
  },
  {
    name: ["org", "create"],
    usage: "--nombre X [--nif Y] [--razon-social …] [--region-fiscal peninsula] […]",
    summary: "opens a company",
    options: { valued: organizationOptions, switches: [], mayBeEmpty: true },
    details: organizationDetails,
    load: async () => (await import("./commands/organizationCommands.ts")).createOrganization,
  },
  {
    name: ["org", "update"],
    usage: "<id> [--nombre X] […]",
    summary: "changes a company; an empty value resets a property",
    options: { valued: organizationOptions, switches: [], words: 1, mayBeEmpty: true },
    details: organizationDetails,
    load: async () => (await import("./commands/organizationCommands.ts")).changeOrganization,
  },
  {
    name: ["org", "list"],
    usage: "",
    summary: "lists the companies",
    options: { valued: [], switches: [] },
    load: async () => (await import("./commands/organizationCommands.ts")).listOrganizations,
  },
  {
    name: ["org", "logo"],
    usage: "<id> --file logo.png | --remove",
    summary: "sets the logo of what a company issues from now on (PNG or JPEG, 256 KiB at most), or takes it away",
    options: { valued: ["file"], switches: ["remove"], words: 1 },
    load: async () => (await import("./commands/logoCommand.ts")).changeLogo,
  },
  {
    name: ["key", "create"],
    usage: "--org <id> --mode live|test --scopes a,b|all [--nombre …]",
    summary: "makes an access key and shows it, once",
    options: { valued: ["org", "mode", "scopes", "nombre"], switches: [] },
    load: async () => (await import("./commands/keyCommands.ts")).createKey,
  },
  {
    name: ["key", "list"],
    usage: "--org <id>",
    summary: "lists a company's access keys",
    options: { valued: ["org"], switches: [] },
    load: async () => (await import("./commands/keyCommands.ts")).listKeys,
  },
  {
    name: ["key", "revoke"],
    usage: "<id>",
    summary: "makes an access key useless, at once",
    options: { valued: [], switches: [], words: 1 },
    load: async () => (await import("./commands/keyCommands.ts")).revokeKey,
  },
  {
    name: ["aeat-stand-in"],
    usage: "[--port 8443] [--control-port 8444] [--folder .talonario/aeat-stand-in]",
    summary: "plays the tax authority's web service on this machine, for development and tests, until SIGTERM",
    options: { valued: ["port", "control-port", "folder"], switches: [] },
    untilSignal: true,
    details: "With AEAT_XSD_DIR set to the folder of AEAT's schemas, messages are held against them; "
      + "that needs the package xmllint-wasm.",
    load: async () => (await import("./commands/aeatStandInCommand.ts")).runStandIn,
  },
  {
    name: ["registry", "verify"],
    usage: "[--org <id>]",
    summary: "checks every record of the registry; exit code 1 when one is not as it was made",
    options: { valued: ["org"], switches: [] },
    details: "Of each company the first bad record is named and classed: edited, missing, duplicated or forked.\n"
      + "It sees one moment, and may run beside the service. What it finds is kept for GET /registro/verificacion.",
    load: async () => (await import("./commands/registryCommands.ts")).verifyRegistry,
  },
  {
    name: ["registry", "export"],
    usage: "--org <id> [--desde YYYY-MM-DD] [--hasta YYYY-MM-DD] --out file.xml",
    summary: "writes a company's records in AEAT's format, by the day on which they were generated",
    options: { valued: ["org", "desde", "hasta", "out"], switches: [] },
    details: "Each file is a message that AEAT's schema SuministroLR.xsd allows, 1000 records at most: file.xml, file-2.xml\n"
      + "and so on. They appear when all are written.",
    load: async () => (await import("./commands/registryCommands.ts")).exportRecords,
  },
  {
    name: ["registry", "compare"],
    usage: "--org <id> [--desde YYYY-MM] [--send-anyway]",
    summary: "asks AEAT what it has of a company, and tells what of it is not here; exit code 1 when something is not",
    options: { valued: ["org", "desde"], switches: ["send-anyway"] },
    details: "It asks for the months since the last record that AEAT answered, and the one before until the 15th,\n"
      + "twelve at most; --desde asks for more.\n"
      + "What AEAT has from this installation and is not here was lost: the database was restored from an older copy.\n"
      + "Nothing is sent then. --send-anyway has what waits sent nevertheless, from now on without comparing: see\n"
      + "docs/operations.md first.",
    load: async () => (await import("./commands/registryCompareCommand.ts")).compareWithAeat,
  },
  {
    name: ["certificate", "set"],
    usage: "--org <id> --file cert.p12 --password-file f [--tipo personal|sello]",
    summary: "keeps the certificate with which a company's records are sent to AEAT, in place of the one before",
    options: { valued: ["org", "file", "password-file", "tipo"], switches: [] },
    details: "Both files may be removed afterwards: the certificate is kept in the database, sealed with TALONARIO_SECRET.\n"
      + "sello is a certificate of entity seal, which AEAT takes at an address of its own.",
    load: async () => (await import("./commands/certificateCommands.ts")).keepCertificate,
  },
  {
    name: ["certificate", "show"],
    usage: "--org <id>",
    summary: "tells whose certificate a company has, and until when",
    options: { valued: ["org"], switches: [] },
    load: async () => (await import("./commands/certificateCommands.ts")).showCertificate,
  },
  {
    name: ["certificate", "remove"],
    usage: "--org <id>",
    summary: "forgets a company's certificate; its records wait until there is another",
    options: { valued: ["org"], switches: [] },
    load: async () => (await import("./commands/certificateCommands.ts")).forgetCertificate,
  },
  {
    name: ["declaracion"],
    usage: "",
    summary: "shows the producer's declaración responsable of this software (Orden HAC/1177/2024 art. 15)",
    options: { valued: [], switches: [] },
    load: async () => (await import("./commands/declarationCommand.ts")).showDeclaration,
  },
  {
    name: ["secret", "reseal"],
    usage: "",
    summary: "seals what is stored sealed under TALONARIO_SECRET, so that TALONARIO_SECRET_PREVIOUS can be forgotten a day later",
    options: { valued: [], switches: [] },
    load: async () => (await import("./commands/secretCommand.ts")).resealAll,
  },
]
