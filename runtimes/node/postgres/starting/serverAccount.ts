import { Effect } from "effect"
import { readFile, stat } from "node:fs/promises"
import { type Account, heirIn } from "../../folderOwner.ts"
import { ifPresent } from "../../ifPresent.ts"
import { attempt, EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "../folder/serverFolder.ts"

/**
 * PostgreSQL refuses to run as root. Undefined when we are not root: the server runs as ourselves. As root it
 * runs as the owner of the data; new data go to the folder's owner, else to the user `postgres`, else to `nobody`. No account is
 * made: that would change the machine, and fails where /etc is read-only or useradd missing. initdb wants a user
 * with a name, which rules out a number that nobody has.
 */
export const serverAccount = (
  folder: ServerFolder,
): Effect.Effect<Account | undefined, EmbeddedPostgresFailed> => {
  if (process.getuid?.() !== 0) return Effect.succeed(undefined)
  return Effect.flatMap(ownerOf(folder.data), (owner) =>
    owner === undefined ? chosenAccount(folder) : Effect.succeed(owner))
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

const chosenAccount = ({ root }: ServerFolder): Effect.Effect<Account, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    const passwd = yield* attempt("could not read the users of this machine", () => readFile("/etc/passwd", "utf8"))
    const users = passwd.split("\n").map(userIn).filter(({ account: { gid, uid } }) => uid > 0 && gid >= 0)
    const heir = yield* attempt(`could not look at ${root}`, () => heirIn(root))
    const user = users.find(({ account }) => account.uid === heir?.uid)
      ?? users.find(({ name }) => name === "postgres")
      ?? users.find(({ name }) => name === "nobody")
    return user?.account ?? (yield* new EmbeddedPostgresFailed({
      reason: "PostgreSQL does not run as root, and /etc/passwd has neither a user postgres nor nobody: "
        + "add one, or run as another user",
    }))
  })

/** What a line of /etc/passwd says (passwd(5)). */
const userIn = (line: string): { readonly name: string; readonly account: Account } => {
  const [name = "", , uid, gid] = line.split(":")
  return { name, account: { uid: Number(uid), gid: Number(gid) } }
}
