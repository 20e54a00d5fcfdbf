import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Redacted } from "effect"
import { settingMessage } from "../../runtimes/environment/settingMessage.ts"
import { telemetrySettings } from "../../runtimes/node/settings.ts"

const nameUnder = (variables: Readonly<Record<string, string>>) => {
  const given = Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", ...variables })
  return Effect.runSync(ConfigProvider.fromMap(new Map(given)).load(telemetrySettings)).otlp?.serviceName
}

it("a collector gets the service name of its variable, or else of the attributes, or else the default", () => {
  const attributes = "deployment.environment.name=prod, service.name = billing ,host.name=a"
  assert.strictEqual(nameUnder({}), "talonario")
  assert.strictEqual(nameUnder({ OTEL_SERVICE_NAME: "", OTEL_RESOURCE_ATTRIBUTES: attributes }), "billing")
  assert.strictEqual(nameUnder({ OTEL_SERVICE_NAME: "other", OTEL_RESOURCE_ATTRIBUTES: attributes }), "other")
  assert.strictEqual(nameUnder({ OTEL_RESOURCE_ATTRIBUTES: "service.name=caja%20y%20ventas" }), "caja y ventas")
  for (const none of ["service.name=", "my.service.name=a", "service.namespace=a", "service.name=a=b"]) {
    assert.strictEqual(nameUnder({ OTEL_RESOURCE_ATTRIBUTES: none }), "talonario", none)
  }
})

it("a collector gets the other attributes decoded, and not what is none", () => {
  const given = "a%2Cb=1%3D2, c = d ,service.name=x,e=50%,f=%zz,garbage,g=h=i,=j,k=,c=l,"
  const { otlp } = Either.getOrThrow(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_RESOURCE_ATTRIBUTES: given }))
  assert.deepStrictEqual(otlp?.attributes, { "a,b": "1=2", c: "l", e: "50%", f: "%zz" })
})

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.runSync(Effect.either(ConfigProvider.fromMap(new Map(Object.entries(variables))).load(telemetrySettings)))

/** The message about wrong settings; undefined when nothing is wrong. */
const wrong = (variables: Readonly<Record<string, string>>): string | undefined =>
  Either.match(read(variables), { onLeft: settingMessage, onRight: () => undefined })

it("a collector gets the configured headers, percent-decoded byte by byte", () => {
  const headersOf = (text: string) => {
    const { otlp } = Either.getOrThrow(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_EXPORTER_OTLP_HEADERS: text }))
    return otlp === null ? undefined : { ...Redacted.value(otlp.headers) }
  }
  assert.deepStrictEqual(headersOf(""), {})
  assert.deepStrictEqual(headersOf(" API-Key = a%20b%3d=1 ,, x-empty=,api-key2=%C3%B1"), { "api-key": "a b==1", "x-empty": "", "api-key2": "\u00c3\u00b1" })
  assert.deepStrictEqual(headersOf("a=1,A=2"), { a: "2" })
  // The last byte of an "à" is a blank where bytes are read as characters.
  assert.deepStrictEqual(headersOf("team=caf%C3%A0"), { team: "caf\u00c3\u00a0" })
  for (const given of ["key", "=x", "a b=c", "a=b c", "a=%2", "a=%zz", "a=ñ", "ok=1,key", "a=b%0Ac", "a=b%0A", "a=%00"]) {
    const told = wrong({ OTEL_EXPORTER_OTLP_HEADERS: given })
    assert.strictEqual(told, "OTEL_EXPORTER_OTLP_HEADERS: expected name=value, with commas between them", given)
  }
})

it("metrics are served if a port is set, by default to this machine alone", () => {
  const metricsUnder = (variables: Readonly<Record<string, string>>) => Either.getOrThrow(read(variables)).metrics
  assert.isNull(metricsUnder({ TALONARIO_METRICS_HOST: "0.0.0.0" }))
  assert.deepStrictEqual(metricsUnder({ TALONARIO_METRICS_PORT: "65535" }), { port: 65_535, host: "127.0.0.1" })
  assert.deepStrictEqual(metricsUnder({ TALONARIO_METRICS_PORT: "0", TALONARIO_METRICS_HOST: "::" }), { port: 0, host: "::" })
  assert.strictEqual(wrong({ TALONARIO_METRICS_PORT: "65536" }), `TALONARIO_METRICS_PORT: expected a port, 0 to 65535, not "65536"`)
})

it("a collector is optional, but must be one that can be used", () => {
  assert.isNull(Either.getOrThrow(read({ OTEL_SERVICE_NAME: "x", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).otlp)
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318" }
  // From a settings file with Windows line ends, for one.
  for (const given of ["http://c:4318", "http://c:4318/", "http://c:4318\r", " http://c:4318 ", "http://c:4318/?#"]) {
    assert.strictEqual(Either.getOrThrow(read({ OTEL_EXPORTER_OTLP_ENDPOINT: given })).otlp?.url, "http://c:4318", given)
  }
  const told = wrong({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })
  assert.strictEqual(told, `OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf, not "grpc"`)
  assert.match(wrong({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:s3cret@c" }) ?? "", /^OTEL_EXPORTER_OTLP_ENDPOINT: expected (?!.*s3cret)/)
})
