import { variables } from "../../environment/variables.ts"
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
    summary: "works without serving the interface, until SIGTERM: sends webhooks, letters and records, and issues the invoices of "
      + "subscriptions; any number of workers may run side by side",
    options: { valued: [], switches: [] },
    untilSignal: true,
    load: async () => (await import("./commands/workCommand.ts")).runWork,
  },
  {
    name: ["migrate"],
    usage: "[--serving-role <name>]",
    summary: "brings the database schema up to date",
    options: { valued: ["serving-role"], switches: [] },
    details: "--serving-role grants an existing database role what serve and work need, and no more: it can neither change the\n"
      + "schema nor change or delete registry records. Name each such role again after an update. What was granted is printed.",
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
    summary: "sets or removes the logo on what a company issues from now on (PNG or JPEG, 256 KiB at most)",
    options: { valued: ["file"], switches: ["remove"], words: 1 },
    load: async () => (await import("./commands/logoCommand.ts")).changeLogo,
  },
  {
    name: ["key", "create"],
    usage: "--org <id> --mode live|test --scopes a,b|all [--nombre …]",
    summary: "makes an access key; this is the only time it is shown",
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
    summary: "revokes an access key, at once",
    options: { valued: [], switches: [], words: 1 },
    load: async () => (await import("./commands/keyCommands.ts")).revokeKey,
  },
  {
    name: ["aeat-stand-in"],
    usage: "[--port 8443] [--control-port 8444] [--folder .talonario/aeat-stand-in]",
    summary: "plays the tax authority's web service on this machine, for development and tests, until SIGTERM",
    options: { valued: ["port", "control-port", "folder"], switches: [] },
    untilSignal: true,
    details: "If AEAT_XSD_DIR names the folder of AEAT's schemas, messages are validated against them; "
      + "that needs the package xmllint-wasm.",
    load: async () => (await import("./commands/aeatStandInCommand.ts")).runStandIn,
  },
  {
    name: ["registry", "verify"],
    usage: "[--org <id>]",
    summary: "checks every record of the registry; exit code 1 if any was edited, is missing, duplicated or forked",
    options: { valued: ["org"], switches: [] },
    details: "For each company it names the first bad record and says what is wrong with it.\n"
      + "It reads one snapshot and can run beside the service. GET /registro/verificacion shows what it found.",
    load: async () => (await import("./commands/registryCommands.ts")).verifyRegistry,
  },
  {
    name: ["registry", "export"],
    usage: "--org <id> [--desde YYYY-MM-DD] [--hasta YYYY-MM-DD] --out file.xml",
    summary: "writes the records that a company generated on these days, in AEAT's format",
    options: { valued: ["org", "desde", "hasta", "out"], switches: [] },
    details: "Each file is a message valid under AEAT's schema SuministroLR.xsd, with up to 1000 records: file.xml, file-2.xml\n"
      + "and so on. They get these names once all of them are written.",
    load: async () => (await import("./commands/registryCommands.ts")).exportRecords,
  },
  {
    name: ["registry", "compare"],
    usage: "--org <id> [--desde YYYY-MM | --send-anyway]",
    summary: "compares AEAT's records of a company with those here; exit code 1 if AEAT has some that are missing here",
    options: { valued: ["org", "desde"], switches: ["send-anyway"] },
    details: "It compares the months since the last record that AEAT answered (until the 15th also the month before), twelve at\n"
      + "most. Use --desde to go further back.\n"
      + "A record that this installation sent and that is missing here was lost: the database was restored from an older\n"
      + "copy. Then nothing more is sent. With --send-anyway waiting records are sent all the same, and no longer compared;\n"
      + "read docs/operations.md first.",
    load: async () => (await import("./commands/registryCompareCommand.ts")).compareWithAeat,
  },
  {
    name: ["certificate", "set"],
    usage: "--org <id> --file cert.p12 --password-file f [--tipo personal|sello]",
    summary: "stores the certificate that a company's records are sent to AEAT with, replacing the one before",
    options: { valued: ["org", "file", "password-file", "tipo"], switches: [] },
    details: "Both files may be removed afterwards: the certificate is kept in the database, sealed with TALONARIO_SECRET.\n"
      + "--tipo sello is for entity seal certificates: AEAT has an address of its own for them.",
    load: async () => (await import("./commands/certificateCommands.ts")).keepCertificate,
  },
  {
    name: ["certificate", "show"],
    usage: "--org <id>",
    summary: "shows whose certificate a company has, and when it expires",
    options: { valued: ["org"], switches: [] },
    load: async () => (await import("./commands/certificateCommands.ts")).showCertificate,
  },
  {
    name: ["certificate", "remove"],
    usage: "--org <id>",
    summary: "deletes a company's certificate; its records wait until there is another",
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
    summary: "seals stored secrets anew with TALONARIO_SECRET; a day later TALONARIO_SECRET_PREVIOUS is no longer needed",
    options: { valued: [], switches: [] },
    load: async () => (await import("./commands/secretCommand.ts")).resealAll,
  },
]
