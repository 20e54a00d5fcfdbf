import { Effect } from "effect"
import { readFile, stat } from "node:fs/promises"
import { ifPresent } from "../../ifPresent.ts"
import { attempt, EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "../folder/serverFolder.ts"

/** The operating-system user that a server runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Undefined when we are not root: the server runs as ourselves. As root it
 * runs as the owner of the data; new data go to the user `postgres`, else to `nobody`. No account is made:
 * that would change the machine, and fails where /etc is read-only or useradd missing. initdb wants a user
 * with a name, which rules out a number that nobody has.
 */
export const serverAccount = (
  folder: ServerFolder,
): Effect.Effect<Account | undefined, EmbeddedPostgresFailed> => {
  if (process.getuid?.() !== 0) return Effect.succeed(undefined)
  return Effect.flatMap(ownerOf(folder.data), (owner) =>
    owner === undefined ? chosenAccount : Effect.succeed(owner))
}

const ownerOf = (data: string): Effect.Effect<Account | undefined, EmbeddedPostgresFailed> =>
  Effect.filterOrFail(
    attempt(`could not look at ${data}`, () => ifPresent(stat(data))),
    (found) => found?.uid !== 0,
    () =>
      new EmbeddedPostgresFailed({
        reason: `${data} is root's, but PostgreSQL does not run as root: chown -R it to another user`,
      }),
  )

const chosenAccount = Effect.flatMap(
  attempt("could not read the users of this machine", () => readFile("/etc/passwd", "utf8")),
  (passwd) => {
    const account = accountNamed(passwd, "postgres") ?? accountNamed(passwd, "nobody")
    return account === undefined
      ? new EmbeddedPostgresFailed({
        reason: "PostgreSQL does not run as root, and /etc/passwd has neither a user postgres nor nobody: "
          + "add one, or run as another user",
      })
      : Effect.succeed(account)
  },
)

const accountNamed = (passwd: string, name: string): Account | undefined => {
  const [, , uid, gid] = passwd.split("\n").find((line) => line.startsWith(`${name}:`))?.split(":") ?? []
  const account = { uid: Number(uid), gid: Number(gid) }
  return account.uid > 0 && account.gid >= 0 ? account : undefined
}
