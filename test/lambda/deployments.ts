import type {
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyResult,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda"
import type { HttpResult } from "../../runtimes/lambda/apiGateway/httpResult.ts"

type Event2 = APIGatewayProxyEventV2WithJWTAuthorizer

/** A request sent to API Gateway or a function URL. */
export interface Sent {
  readonly method: string
  /** The contract's path, without what precedes it; percent-encoded as sent. */
  readonly path: string
  /** As sent, without the question mark. */
  readonly search: string
  /** In the order sent. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

/** One way to reach the function over HTTP. */
export interface Deployment {
  readonly name: string
  /** What precedes the contract's path in addresses. */
  readonly origin: string
  /** Whether the path of the event is still as sent. */
  readonly keepsPath: boolean
  /** Whether repeated headers and parameters are listed one by one. */
  readonly tellsEach: boolean
  /** The event that Lambda gets, with all documented fields (AWS, "Payload format structure"). */
  readonly event: (sent: Sent) => object
}

const sourceIp = "192.0.2.1"
const accountId = "123456789012"
const epoch = Date.parse("2026-11-20T10:00:00Z")
const time = "20/Nov/2026:10:00:00 +0000"
const userAgent = "agente/1.0"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** As base64, unless it is text; always, if a REST API treats all media types as binary. */
const bodyOf = ({ body }: Sent, isBinary: boolean) => {
  if (body.length === 0) return undefined
  const asBase64 = { body: Buffer.from(body).toString("base64"), isBase64Encoded: true }
  if (isBinary) return asBase64
  try {
    return { body: utf8.decode(body), isBase64Encoded: false }
  } catch {
    return asBase64
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The values of each name, in order. */
const grouped = (pairs: ReadonlyArray<readonly [string, string]>): Record<string, Array<string>> => {
  const groups = new Map<string, Array<string>>()
  for (const [name, value] of pairs) groups.set(name, [...groups.get(name) ?? [], value])
  return Object.fromEntries(groups)
}

const each = (groups: Record<string, Array<string>>, join: (values: Array<string>) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, join(values)]))

const parametersOf = ({ search }: Sent) =>
  grouped(search.split("&").filter((pair) => pair !== "").map((pair) => {
    const [name = "", ...value] = pair.split("=")
    return [name, value.join("=")].map((text) => decoded(text.replaceAll("+", " ")))
  }).map(([name = "", value = ""]) => [name, value] as const))

const noneOr = <A extends object>(groups: A): A | null => (Object.keys(groups).length === 0 ? null : groups)

interface Gateway {
  readonly domainName: string
  readonly stage: string
}

const apiId = "abcd1234e5"

/** Payload format 2.0. `rawPath` depends on the gateway. */
const event2 = ({ domainName, stage }: Gateway, rawPath: string, sent: Sent): Event2 => {
  const lower = grouped(sent.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const { cookie, ...headers } = lower
  const parameters = noneOr(each(parametersOf(sent), (values) => values.join(",")))
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString: sent.search,
    ...(cookie === undefined ? {} : { cookies: cookie.flatMap((line) => line.split("; ")) }),
    headers: { ...each(headers, (values) => values.join(",")), "x-forwarded-proto": "https", "x-forwarded-port": "443" },
    ...(parameters === null ? {} : { queryStringParameters: parameters }),
    requestContext: {
      accountId,
      apiId,
      authentication: {
        clientCert: {
          clientCertPem: "CERT_CONTENT",
          subjectDN: "www.example.com",
          issuerDN: "Example issuer",
          serialNumber: "a1:a1:a1",
          validity: { notBefore: "May 28 12:30:02 2019 GMT", notAfter: "Aug  5 09:36:04 2021 GMT" },
        },
      },
      authorizer: {
        principalId: "",
        integrationLatency: 0,
        jwt: { claims: { claim1: "value1" }, scopes: ["scope1"] },
      },
      domainName,
      domainPrefix: domainName.split(".")[0] ?? "",
      http: { method: sent.method, path: rawPath, protocol: "HTTP/1.1", sourceIp, userAgent },
      requestId: "JKJaXmPLvHcESHA=",
      routeKey: "$default",
      stage,
      time,
      timeEpoch: epoch,
    },
    ...bodyOf(sent, false) ?? { isBase64Encoded: false },
    pathParameters: { proxy: rawPath.slice(1) },
    stageVariables: { stageVariable1: "value1" },
  }
}

/** Payload format 1.0. */
const event1 = (
  gateway: Gateway,
  place: { readonly path: string; readonly contextPath: string },
  sent: Sent,
  isBinary: boolean,
): APIGatewayProxyEvent => {
  const { domainName, stage } = gateway
  const headers = grouped(sent.headers)
  const parameters = parametersOf(sent)
  const last = (values: Array<string>): string => values.at(-1) ?? ""
  return {
    resource: "/{proxy+}",
    path: place.path,
    httpMethod: sent.method,
    headers: each(headers, last),
    multiValueHeaders: headers,
    queryStringParameters: noneOr(each(parameters, last)),
    multiValueQueryStringParameters: noneOr(parameters),
    requestContext: {
      accountId,
      apiId,
      authorizer: { claims: null, scopes: null },
      domainName,
      domainPrefix: domainName.split(".")[0] ?? "",
      extendedRequestId: "request-id",
      httpMethod: sent.method,
      identity: {
        accessKey: null, accountId: null, apiKey: null, apiKeyId: null, caller: null, cognitoAuthenticationProvider: null, cognitoAuthenticationType: null,
        cognitoIdentityId: null, cognitoIdentityPoolId: null, principalOrgId: null, sourceIp, user: null, userAgent, userArn: null,
        clientCert: null,
      },
      path: place.contextPath,
      protocol: "HTTP/1.1",
      requestId: "id=",
      requestTime: time,
      requestTimeEpoch: epoch,
      resourceId: "abc123",
      resourcePath: "/{proxy+}",
      stage,
    },
    pathParameters: { proxy: place.path.slice(1) },
    stageVariables: null,
    ...bodyOf(sent, isBinary) ?? { body: null, isBase64Encoded: false },
  }
}

const gatewayDomain = `${apiId}.execute-api.eu-south-2.amazonaws.com`
const ownDomain = "facturas.example.org"
const staged = { domainName: gatewayDomain, stage: "prod" }
const unstaged = { domainName: gatewayDomain, stage: "$default" }

/** Every way that the guide describes (docs/lambda.md). */
export const deployments = {
  functionUrl: {
    name: "a function URL",
    origin: "https://abc123.lambda-url.eu-south-2.on.aws",
    keepsPath: true,
    tellsEach: false,
    event: (sent) => event2({ domainName: "abc123.lambda-url.eu-south-2.on.aws", stage: "$default" }, sent.path, sent),
  },
  httpApi: {
    name: "an HTTP API",
    origin: `https://${gatewayDomain}`,
    keepsPath: false,
    tellsEach: false,
    event: (sent) => event2(unstaged, decoded(sent.path), sent),
  },
  stagedHttpApi: {
    name: "an HTTP API with a stage",
    origin: `https://${gatewayDomain}/prod`,
    keepsPath: false,
    tellsEach: false,
    event: (sent) => event2(staged, `/prod${decoded(sent.path)}`, sent),
  },
  ownDomainHttpApi: {
    name: "a stage of an HTTP API on a domain of one's own",
    origin: `https://${ownDomain}`,
    keepsPath: false,
    tellsEach: false,
    event: (sent) => event2({ ...staged, domainName: ownDomain }, `/prod${decoded(sent.path)}`, sent),
  },
  olderHttpApi: {
    name: "an HTTP API with payload format 1.0",
    origin: `https://${gatewayDomain}/prod`,
    keepsPath: false,
    tellsEach: true,
    event: (sent) => {
      const path = `/prod${decoded(sent.path)}`
      return { version: "1.0", ...event1(staged, { path, contextPath: path }, sent, false) }
    },
  },
  restApi: {
    name: "a REST API",
    origin: `https://${gatewayDomain}/prod`,
    keepsPath: true,
    tellsEach: true,
    event: (sent) => event1(staged, { path: sent.path, contextPath: `/prod${sent.path}` }, sent, true),
  },
  ownDomainRestApi: {
    name: "a REST API on a domain of one's own",
    origin: `https://${ownDomain}`,
    keepsPath: true,
    tellsEach: true,
    event: (sent) => event1({ ...staged, domainName: ownDomain }, { path: sent.path, contextPath: sent.path }, sent, true),
  },
  mappedRestApi: {
    name: "a REST API mapped to a path of one's own domain",
    origin: `https://${ownDomain}/facturas/es`,
    keepsPath: true,
    tellsEach: true,
    event: (sent) => {
      const path = `/facturas/es${sent.path}`
      return event1({ ...staged, domainName: ownDomain }, { path, contextPath: path }, sent, true)
    },
  },
} satisfies Record<string, Deployment>

/** The answer that a client gets for a result of either format. */
export const received = (
  { body, headers, isBase64Encoded, statusCode }: HttpResult & APIGatewayProxyResult & APIGatewayProxyStructuredResultV2,
) => ({
  status: statusCode,
  headers,
  body: new Uint8Array(Buffer.from(body, isBase64Encoded ? "base64" : "utf8")),
})
