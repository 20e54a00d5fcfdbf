import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { telemetrySettings } from "../../runtimes/node/settings.ts"

const nameUnder = (variables: Readonly<Record<string, string>>) => {
  const given = Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", ...variables })
  return Effect.runSync(ConfigProvider.fromMap(new Map(given)).load(telemetrySettings)).otlp?.serviceName
}

it("a collector hears the name that is given, else that among the attributes, else ours", () => {
  const attributes = "deployment.environment.name=prod, service.name = billing ,host.name=a"
  assert.strictEqual(nameUnder({}), "talonario")
  assert.strictEqual(nameUnder({ OTEL_SERVICE_NAME: "", OTEL_RESOURCE_ATTRIBUTES: attributes }), "billing")
  assert.strictEqual(nameUnder({ OTEL_SERVICE_NAME: "other", OTEL_RESOURCE_ATTRIBUTES: attributes }), "other")
  for (const none of ["service.name=", "my.service.name=a", "service.namespace=a", "service.name=a=b"]) {
    assert.strictEqual(nameUnder({ OTEL_RESOURCE_ATTRIBUTES: none }), "talonario", none)
  }
})
