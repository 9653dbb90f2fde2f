import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { S3Config } from "./config.ts";
import { S3Error } from "./error.ts";
import { encodeKey, formFields, presignedUrl, sha256Hex, signedHeaders } from "./sign.ts";
import { element, elements, escaped } from "./xml.ts";

interface Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

export interface Listed {
  key: string;
  modified_ms: number;
}

/** Attempts of a request in all; every request of this client may be repeated. */
const ATTEMPTS = 4;
/** Statuses that another attempt may change. */
const REPEATED = [429, 500, 502, 503, 504];
/** Delay before the second attempt, doubled before each further one. *guess* */
const FIRST_DELAY_MS = 100;
/** A request without an answer for this long has failed. *guess*: a part of 5 MB at 0.5 Mbit/s. */
const TIMEOUT_MS = 90_000;

/** The requests to one bucket that the file storage needs. Bodies are signed with their SHA-256, so that none is stored damaged. */
export class S3Client {
  readonly #config: S3Config;

  constructor(config: S3Config) {
    this.#config = config;
  }

  /** Size of an object; null when there is none. */
  async head(key: string): Promise<number | null> {
    const response = await this.#send("HEAD", key).catch(absentAsNull);
    return response && Number(response.headers.get("content-length"));
  }

  async get(key: string): Promise<Readable> {
    const response = await this.#send("GET", key);
    return Readable.fromWeb(response.body as never);
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await drained(this.#send("PUT", key, { body }));
  }

  async copy(from: string, to: string): Promise<void> {
    const headers = { "x-amz-copy-source": `/${this.#config.bucket}/${encodeKey(from)}` };
    await this.#xml("PUT", to, { headers });
  }

  /** An absent object is fine. */
  async delete(key: string): Promise<void> {
    await drained(this.#send("DELETE", key).catch(absentAsNull));
  }

  /** Objects whose keys begin with the prefix, in pages. With `directly_below`, none whose rest of the key has a slash. */
  async *list(prefix: string, directly_below = false): AsyncGenerator<Listed[]> {
    let token = "";
    do {
      const query: Record<string, string> = { "list-type": "2", prefix };
      if (directly_below) query.delimiter = "/";
      if (token) query["continuation-token"] = token;
      const xml = await this.#xml("GET", "", { query });
      yield elements(xml, "Contents").map((item) => ({
        key: element(item, "Key"),
        modified_ms: Date.parse(element(item, "LastModified")),
      }));
      token = element(xml, "IsTruncated") === "true" ? element(xml, "NextContinuationToken") : "";
    } while (token);
  }

  /** Begins an object of several parts; answers its upload id. */
  async beginParts(key: string): Promise<string> {
    return element(await this.#xml("POST", key, { query: { uploads: "" } }), "UploadId");
  }

  /** Stores a part, numbered from 1; answers its tag. */
  async putPart(key: string, upload_id: string, number: number, body: Uint8Array): Promise<string> {
    const query = { partNumber: String(number), uploadId: upload_id };
    const response = await drained(this.#send("PUT", key, { query, body }));
    return response!.headers.get("etag") ?? "";
  }

  async completeParts(key: string, upload_id: string, tags: string[]): Promise<void> {
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    await this.#xml("POST", key, { query: { uploadId: upload_id }, body }).catch(async (error: unknown) => {
      // The first attempt was done and its answer lost.
      const isDone = error instanceof S3Error && error.status === 404 && (await this.head(key)) !== null;
      if (!isDone) throw error;
    });
  }

  async abortParts(key: string, upload_id: string): Promise<void> {
    await drained(this.#send("DELETE", key, { query: { uploadId: upload_id } }).catch(absentAsNull));
  }

  /** Uploads of several parts that were begun under this prefix and neither completed nor aborted. */
  async openParts(prefix: string): Promise<(Listed & { upload_id: string })[]> {
    const xml = await this.#xml("GET", "", { query: { uploads: "", prefix } });
    return elements(xml, "Upload").map((item) => ({
      key: element(item, "Key"),
      upload_id: element(item, "UploadId"),
      modified_ms: Date.parse(element(item, "Initiated")),
    }));
  }

  /** Address for browsers to read an object, with these headers in its answer. */
  presignedGet(key: string, answer: Record<string, string>, lifetime_s: number): string {
    const url = this.#url(this.#config.public_endpoint ?? this.#config.endpoint, key);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(`response-${name}`, value);
    return presignedUrl(this.#config, "GET", url, lifetime_s);
  }

  /** A form with which a browser stores one object of this type and at most this size. */
  presignedForm(key: string, content_type: string, max_bytes: number, lifetime_s: number) {
    const url = this.#url(this.#config.public_endpoint ?? this.#config.endpoint, "").href;
    const fields = { key, "Content-Type": content_type };
    const conditions = [{ bucket: this.#config.bucket }, ["content-length-range", 1, max_bytes]];
    return { url, fields: formFields(this.#config, fields, conditions, lifetime_s) };
  }

  #url(endpoint: string, key: string): URL {
    return new URL(`${endpoint}/${this.#config.bucket}${key && `/${encodeKey(key)}`}`);
  }

  /** An answer in XML. Copies and completions answer 200 before they are done, and an error then stands in the body. */
  async #xml(method: string, key: string, request: Request): Promise<string> {
    const xml = await (await this.#send(method, key, request)).text();
    if (/<Error>/.test(xml)) throw new S3Error(500, element(xml, "Code"), `${method} ${key}`);
    return xml;
  }

  /** Repeats the request after network faults and errors of the storage. Throws {@link S3Error} alone. */
  async #send(method: string, key: string, request: Request = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.#sendOnce(method, key, request);
        if (response.ok) return response;
        throw await errorOf(response, `${method} ${key}`);
      } catch (error) {
        const fault = error instanceof S3Error ? error : new S3Error(503, "Unreachable", `${method} ${key}`, error);
        if (attempt === ATTEMPTS || !REPEATED.includes(fault.status)) throw fault;
        await wait(FIRST_DELAY_MS * 2 ** (attempt - 1));
      }
    }
  }

  async #sendOnce(method: string, key: string, { query = {}, headers = {}, body = "" }: Request): Promise<Response> {
    const url = this.#url(this.#config.endpoint, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = signedHeaders(this.#config, method, url, headers, sha256Hex(body));
    // Until the headers of the answer: its body may take longer.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error("object storage did not answer")), TIMEOUT_MS);
    try {
      const sent = method === "PUT" || method === "POST" ? { body: body as BodyInit } : {};
      return await fetch(url, { method, headers: signed, signal: timeout.signal, ...sent });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function errorOf(response: Response, request: string): Promise<S3Error> {
  const text = await response.text();
  return new S3Error(response.status, element(text, "Code") || response.statusText, request);
}

function absentAsNull(error: unknown): null {
  if (error instanceof S3Error && error.status === 404) return null;
  throw error;
}

/** Reads the body to its end, so that the connection can be used again. */
async function drained(sent: Promise<Response | null>): Promise<Response | null> {
  const response = await sent;
  await response?.arrayBuffer();
  return response;
}
