/** One environment variable, as the help shows it. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable that is read, with its default. */
export const variables: ReadonlyArray<Variable> = [
  { name: "DATABASE_URL", fallback: "embedded", meaning: "a PostgreSQL server, version 14 or later: postgres://…; without it one that comes with the package runs in the data folder" },
  { name: "TALONARIO_DATABASE_SESSION", fallback: "own", meaning: "own, or pooled behind a pooler (PgBouncer, RDS Proxy)" },
  { name: "TALONARIO_DATA", fallback: ".talonario", meaning: "data folder: holds the embedded database, the secret, and letters where there is no mail server" },
  { name: "PORT", fallback: "3000", meaning: "port of the HTTP service" },
  { name: "HOST", fallback: "127.0.0.1", meaning: "address it listens on" },
  { name: "TALONARIO_PUBLIC_URL", fallback: "http:// and the Host of each request", meaning: "what comes before /api/v1 in addresses that clients receive, such as https://api.example.org; needed behind TLS" },
  { name: "TALONARIO_SECRET", fallback: "made at the first start and kept in the data folder", meaning: "32 bytes or more; signs cursors and seals the secrets of webhooks and certificates; required with DATABASE_URL" },
  { name: "TALONARIO_SECRET_PREVIOUS", fallback: "none", meaning: "the secret used before TALONARIO_SECRET, while it is being replaced (see talonario secret reseal)" },
  { name: "TALONARIO_TRUSTED_PROXIES", fallback: "none", meaning: "addresses and ranges (10.0.0.0/8) of your load balancers and proxies, separated by commas; behind one of them, the client is the last address in X-Forwarded-For that is not in this list" },
  { name: "TALONARIO_RATE_LIMIT", fallback: "120/60", meaning: "requests per seconds, for each key" },
  { name: "TALONARIO_RATE_LIMIT_STORE", fallback: "postgres with DATABASE_URL and a limit of 1000 requests or less, else memory", meaning: "where requests are counted: postgres (all processes together) or memory (each process by itself)" },
  { name: "SMTP_URL", fallback: "none: letters become .eml files in the data folder", meaning: "mail server: smtp://user:password@host:587?from=facturas@example.org; without from, the user is the sender" },
  { name: "TALONARIO_SES_FROM", fallback: "none", meaning: "sender's address, to send letters through Amazon SES instead of SMTP_URL; region and credentials are found as the AWS SDK does" },
  { name: "TALONARIO_SQS_URL", fallback: "none: workers find jobs in the database", meaning: "Amazon SQS queue that tells workers of jobs; the same for every process" },
  { name: "TALONARIO_WEBHOOK_ALLOW", fallback: "none", meaning: "for development: addresses, ranges (10.0.0.0/8) and hosts, separated by commas, that webhooks may go to although they are not public, also by http" },
  { name: "TALONARIO_AEAT", fallback: "production", meaning: "where registry records are sent, and what printed QRs name: production, test, or the address of a stand-in (https, or http on this machine)" },
  { name: "TALONARIO_METRICS_PORT", fallback: "none: not served", meaning: "port that serves metrics in Prometheus' text format, under /metrics" },
  { name: "TALONARIO_METRICS_HOST", fallback: "127.0.0.1", meaning: "address that serves metrics; whoever reaches it can read them" },
  { name: "OTEL_EXPORTER_OTLP_ENDPOINT", fallback: "none: nothing is sent", meaning: "OpenTelemetry collector that receives traces, metrics and logs: http://localhost:4318" },
  { name: "OTEL_EXPORTER_OTLP_HEADERS", fallback: "none", meaning: "headers for the collector: name=value, separated by commas, values percent-encoded" },
  { name: "OTEL_EXPORTER_OTLP_PROTOCOL", fallback: "http/protobuf", meaning: "no other protocol is supported; with another one the process does not start" },
  { name: "OTEL_SERVICE_NAME", fallback: "service.name of OTEL_RESOURCE_ATTRIBUTES, else talonario", meaning: "the service's name at the collector; OTEL_RESOURCE_ATTRIBUTES can say more about it" },
  { name: "TALONARIO_PRODUCER", fallback: "Talonario", meaning: "legal name of the producer of this software, as registry records state it" },
  { name: "TALONARIO_PRODUCER_NIF", fallback: "B00000000", meaning: "Spanish NIF of the producer" },
  { name: "TALONARIO_PRODUCER_ADDRESS", fallback: "none: the declaración responsable is incomplete", meaning: "full postal address of the producer" },
  { name: "TALONARIO_PRODUCER_PLACE", fallback: "none: the declaración responsable is incomplete", meaning: "town and country where the producer signs the declaración responsable: Madrid, España" },
]
