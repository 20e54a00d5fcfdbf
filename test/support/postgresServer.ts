import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, statfs } from "node:fs/promises"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the run's one database server, which the first test that wants a database starts. */
    readonly postgresFolder: string
  }
}

/**
 * Vitest's global setup: makes the folder of the run's server. A guard process, in a session of its own, waits at the other end
 * of a pipe. When the run ends, even if it is interrupted or killed, the pipe closes: then the guard stops the server and
 * removes the folder.
 */
export default async (project: TestProject) => {
  const folder = await mkdtemp(join(await quickestPlace(), "talonario-test-"))
  project.provide("postgresFolder", folder)
  const guard = spawn("sh", ["-c", guardScript, "guard", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  const guarded = once(guard, "exit")
  return async () => {
    guard.stdin.end()
    await guarded
  }
}

/** Memory, where Linux has plenty: making and removing databases, of hundreds of files each, takes a seventh less there. */
const quickestPlace = async (): Promise<string> => {
  const memory = "/dev/shm"
  const free = await statfs(memory).then(({ bavail, bsize }) => bavail * bsize, () => 0)
  return Math.min(free, freemem()) > plentyBytes ? memory : tmpdir()
}

/** A run takes half a GiB; PostgreSQL may keep one GiB more of what was written. */
const plentyBytes = 3 * 2 ** 30

// SIGQUIT shuts the server down at once: nobody needs its data any more. A killed run may have been about to start the server,
// so the guard looks again while the lock stands; a server that starts even later ends by itself when it misses its folder.
const guardScript = `
  cat > /dev/null
  server="$1/data/postmaster.pid"
  for look in 1 2 3 4 5; do
    [ -e "$server" ] || [ ! -L "$1/lock" ] || sleep 1
  done
  if [ -e "$server" ]; then
    pid=$(head -n 1 "$server")
    kill -QUIT "$pid"
    for look in $(seq 100); do
      [ -e "$server" ] && kill -0 "$pid" && sleep 0.05
    done
  fi
  rm -rf "$1"
`
