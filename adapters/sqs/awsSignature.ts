import { createHash, createHmac } from "node:crypto"

/** Who makes the request. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Comes with the credentials of roles, such as functions have; null for others. */
  readonly sessionToken: string | null
}

/** A POST to the root of a service. */
export interface AwsRequest {
  readonly host: string
  readonly region: string
  readonly service: string
  /** Names in lower case, without those that signing adds. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers of the request and its signature (AWS, "Signature Version 4"), as of an instant in milliseconds. */
export const signedHeaders = (
  { body, headers, host, region, service }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  at: number,
): Readonly<Record<string, string>> => {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "")
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const all: Record<string, string> = {
    ...headers,
    host,
    "x-amz-date": time,
    ...(sessionToken === null ? {} : { "x-amz-security-token": sessionToken }),
  }
  const names = Object.keys(all).toSorted()
  const canonical = ["POST", "/", "", ...names.map((name) => `${name}:${all[name]}`), "", names.join(";"), sha256(body)]
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical.join("\n"))].join("\n")
  const key = scope.split("/").reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString("hex")
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")},`
      + ` Signature=${signature}`,
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest()
