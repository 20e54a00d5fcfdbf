/** What an address of a database has to be, in words. */
export const databaseAddress = "postgres://user:password@host/database, signs of user and password percent-encoded"

/** Whether the driver can read it. It may leave the host out (`@/`), which is then a parameter. */
export const isDatabaseAddress = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^#]*$/.test(text) && URL.canParse(text.replace("@/", "@host/"))
