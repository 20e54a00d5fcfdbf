import { assert, it } from "@effect/vitest"
import { isLoopback } from "../../core/text/isLoopback.ts"

it("this machine is known by its names and addresses, in any scheme and case", () => {
  for (const url of ["http://localhost:8080/", "smtp://u:p@LOCALHOST", "smtp://127.0.0.1:25", "https://127.8.100.21/", "smtp://[::1]"]) {
    assert.isTrue(isLoopback(new URL(url)), url)
  }
  const others = [
    "http://localhost.ejemplo.es/", "http://no-localhost/", "smtp://127.0.0.1.ejemplo.es", "smtp://a.127.0.0.1", "http://10.0.0.1/",
    "smtp://[::2]",
  ]
  for (const url of others) {
    assert.isFalse(isLoopback(new URL(url)), url)
  }
})
