import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"

/** Cleans up after a run that was killed. */
export interface Guard {
  /** Has a process of the program killed then. */
  readonly watch: (pid: number) => void
}

/**
 * Starts a shell in its own session at the other end of a pipe. When the pipe closes, for whatever reason, the shell kills the
 * watched processes that are still ours, stops the database server of the folder, and removes the folder.
 */
export const guard = (folder: string): Effect.Effect<Guard, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const shell = spawn("sh", ["-c", script, "guard", folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] })
        shell.stdin.on("error", () => {})
        return shell
      }),
      (shell) =>
        Effect.promise(async () => {
          const ended = once(shell, "exit")
          shell.stdin.end()
          await ended
        }),
    ),
    ({ stdin }) => ({ watch: (pid) => void stdin.write(`${pid}\n`) }),
  )

const script = `
  pids=
  while read -r pid; do pids="$pids $pid"; done
  for pid in $pids; do
    if ps -o args= -p "$pid" | grep -q talonario; then kill -KILL "$pid"; fi
  done
  server="$1/postgres/data/postmaster.pid"
  if [ -e "$server" ]; then
    pid=$(head -n 1 "$server")
    for child in $(ps -e -o pid=,ppid= | awk -v p="$pid" '$2 == p { print $1 }') "$pid"; do kill -CONT "$child"; done
    kill -QUIT "$pid"
    for look in $(seq 100); do kill -0 "$pid" && sleep 0.05; done
  fi
  umount -l "$1"
  rm -rf "$1"
`
