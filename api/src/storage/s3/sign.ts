import { createHash, createHmac } from "node:crypto";

/** AWS Signature Version 4 for S3: of request headers, of addresses (presigned), and of upload forms (POST policy). */
export interface Credentials {
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
export const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

export const sha256Hex = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** RFC 3986: letters, digits and -._~ stay. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Path of an object below the bucket's, with every part of its key encoded. */
export const encodeKey = (key: string): string => key.split("/").map(encode).join("/");

/** Headers of a request with its signature. `payload` is the SHA-256 of the body, or {@link UNSIGNED_PAYLOAD}. */
export function signedHeaders(
  credentials: Credentials,
  method: string,
  url: URL,
  headers: Record<string, string>,
  payload: string,
  at = new Date(),
): Record<string, string> {
  const signed = { ...headers, "x-amz-date": stamp(at), "x-amz-content-sha256": payload };
  const all = { ...signed, host: url.host };
  const { names, signature } = sign(credentials, method, url, all, payload, at);
  const credential = `${credentials.access_key_id}/${scope(credentials, at)}`;
  const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...signed, authorization };
}

/** The address with a signature in its query, by which anybody may make this request until it expires. */
export function presignedUrl(
  credentials: Credentials,
  method: string,
  url: URL,
  lifetime_s: number,
  at = new Date(),
): string {
  const presigned = new URL(url);
  const query = {
    "X-Amz-Algorithm": ALGORITHM,
    "X-Amz-Credential": `${credentials.access_key_id}/${scope(credentials, at)}`,
    "X-Amz-Date": stamp(at),
    "X-Amz-Expires": String(lifetime_s),
    "X-Amz-SignedHeaders": "host",
  };
  for (const [name, value] of Object.entries(query)) presigned.searchParams.set(name, value);
  presigned.search = canonicalQuery(presigned);
  const { signature } = sign(credentials, method, presigned, { host: url.host }, UNSIGNED_PAYLOAD, at);
  presigned.search += `&X-Amz-Signature=${signature}`;
  return presigned.href;
}

/** Fields of a form by which anybody may store one object that fits these conditions, until it expires. */
export function formFields(
  credentials: Credentials,
  fields: Record<string, string>,
  conditions: unknown[],
  lifetime_s: number,
  at = new Date(),
): Record<string, string> {
  const all: Record<string, string> = {
    ...fields,
    "x-amz-algorithm": ALGORITHM,
    "x-amz-credential": `${credentials.access_key_id}/${scope(credentials, at)}`,
    "x-amz-date": stamp(at),
  };
  const exact = Object.entries(all).map(([name, value]) => ({ [name]: value }));
  const expiration = new Date(at.getTime() + lifetime_s * 1000).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions: [...conditions, ...exact] })).toString("base64");
  const signature = hmac(signingKey(credentials, at), policy).toString("hex");
  return { ...all, policy, "x-amz-signature": signature };
}

function sign(
  credentials: Credentials,
  method: string,
  url: URL,
  headers: Record<string, string>,
  payload: string,
  at: Date,
): { names: string; signature: string } {
  const sorted = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, " ")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = sorted.map(([name]) => name).join(";");
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join("");
  const request = [method, url.pathname, canonicalQuery(url), lines, names, payload].join("\n");
  const text = [ALGORITHM, stamp(at), scope(credentials, at), sha256Hex(request)].join("\n");
  return { names, signature: hmac(signingKey(credentials, at), text).toString("hex") };
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join("&");
}

const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();

function signingKey({ secret_access_key, region }: Credentials, at: Date): Buffer {
  return [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secret_access_key}`, day(at)));
}

const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
const day = (at: Date): string => stamp(at).slice(0, 8);
const scope = ({ region }: Credentials, at: Date): string => `${day(at)}/${region}/s3/aws4_request`;
