import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client as Sdk,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { S3Config } from "./s3-config.ts";
import { S3Error } from "./s3-error.ts";
import type { StoredPage } from "./storage.ts";

/** Attempts of a request in all; every request of this client may be repeated. */
const ATTEMPTS = 4;
/** A request fails when there is no answer this long after its first attempt; the body of the answer may take longer. */
const DEADLINE_MS = 10_000;
/** The same where the storage copies all bytes of an object before it answers. *guess* */
const COPY_DEADLINE_MS = 60_000;
/** A body of which nothing arrives for this long has broken off. Clients that read slowly pause it. *guess* */
const IDLE_MS = 300_000;
/** Answers to a request for a new object whose key is taken, or is being taken by another request at the same time. */
const TAKEN = [409, 412];
/** Requests at the same time; a slow download keeps one of them. *guess* */
const MAX_SOCKETS = 512;

/** The requests to one bucket that the file storage needs, by Amazon's client. Throws {@link S3Error} alone. */
export class S3Client {
  readonly #sdk: Sdk;
  /** Signs addresses for browsers. */
  readonly #public: Sdk;
  readonly #bucket: string;
  readonly #deadline_ms: number;

  constructor(config: S3Config, deadline_ms = DEADLINE_MS) {
    this.#sdk = sdkOf(config, config.endpoint);
    this.#public = sdkOf(config, config.public_endpoint ?? config.endpoint);
    this.#bucket = config.bucket;
    this.#deadline_ms = deadline_ms;
  }

  /** Size of an object; null when there is none. */
  async head(key: string): Promise<number | null> {
    const command = new HeadObjectCommand(this.#at(key));
    const found = await this.#send(`HEAD ${key}`, (options) => this.#sdk.send(command, options)).catch(absentAsNull);
    return found && (found.ContentLength ?? 0);
  }

  async get(key: string): Promise<Readable> {
    const command = new GetObjectCommand(this.#at(key));
    const { Body } = await this.#send(`GET ${key}`, (options) => this.#sdk.send(command, options));
    return Body as Readable;
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: body });
    await this.#send(`PUT ${key}`, (options) => this.#sdk.send(command, options));
  }

  /** Stores an object unless there is one; false when there is. A storage that ignores the condition replaces it. */
  async putNew(key: string, body: Uint8Array): Promise<boolean> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: body, IfNoneMatch: "*" });
    try {
      await this.#send(`PUT new ${key}`, (options) => this.#sdk.send(command, options));
      return true;
    } catch (error) {
      if (error instanceof S3Error && TAKEN.includes(error.status)) return false;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const source = `${this.#bucket}/${from.split("/").map(encodeURIComponent).join("/")}`;
    const command = new CopyObjectCommand({ ...this.#at(to), CopySource: source });
    await this.#send(`COPY ${from}`, (options) => this.#sdk.send(command, options), COPY_DEADLINE_MS);
  }

  /** An absent object is fine. */
  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#at(key));
    await this.#send(`DELETE ${key}`, (options) => this.#sdk.send(command, options)).catch(absentAsNull);
  }

  /** Up to 1000 objects whose keys begin with the prefix, of those behind the key `after`, in the order of their keys. */
  async page(prefix: string, after: string | null): Promise<StoredPage> {
    const command = new ListObjectsV2Command({
      Bucket: this.#bucket,
      Prefix: prefix,
      ...(after && { StartAfter: after }),
    });
    const page = await this.#send(`LIST ${prefix}`, (options) => this.#sdk.send(command, options));
    const files = (page.Contents ?? []).map(({ Key, LastModified }) => listed(Key, LastModified));
    return { files, next: page.IsTruncated ? files.at(-1)!.key : null };
  }

  /** Begins an object of several parts; answers its upload id. */
  async beginParts(key: string): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.#at(key));
    const { UploadId } = await this.#send(`POST ${key}`, (options) => this.#sdk.send(command, options));
    return UploadId!;
  }

  /** Stores a part, numbered from 1; answers its tag. The bytes are free for other content then. */
  async putPart(key: string, upload_id: string, number: number, body: Uint8Array): Promise<string> {
    const part = { ...this.#at(key), UploadId: upload_id, PartNumber: number, Body: body };
    const command = new UploadPartCommand(part);
    const { ETag } = await this.#send(`PUT part of ${key}`, (options) => this.#sdk.send(command, options));
    return ETag ?? "";
  }

  async completeParts(key: string, upload_id: string, tags: string[]): Promise<void> {
    const parts = { Parts: tags.map((ETag, i) => ({ PartNumber: i + 1, ETag })) };
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(key),
      UploadId: upload_id,
      MultipartUpload: parts,
    });
    const sent = this.#send(`POST parts of ${key}`, (options) => this.#sdk.send(command, options), COPY_DEADLINE_MS);
    await sent.catch(async (error: unknown) => {
      // The first attempt was done and its answer lost.
      const isDone = error instanceof S3Error && error.status === 404 && (await this.head(key)) !== null;
      if (!isDone) throw error;
    });
  }

  async abortParts(key: string, upload_id: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: upload_id });
    await this.#send(`DELETE parts of ${key}`, (options) => this.#sdk.send(command, options)).catch(absentAsNull);
  }

  /** Uploads of several parts under this prefix, at most 1000, that were begun and neither completed nor aborted. */
  async openParts(prefix: string): Promise<(StoredPage["files"][number] & { upload_id: string })[]> {
    const command = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: prefix });
    const { Uploads = [] } = await this.#send(`LIST parts ${prefix}`, (options) => this.#sdk.send(command, options));
    return Uploads.map(({ Key, UploadId, Initiated }) => ({ ...listed(Key, Initiated), upload_id: UploadId! }));
  }

  /** Address for browsers to read an object, with these headers in its answer. */
  presignedGet(key: string, answer: { disposition: string; type: string }, lifetime_s: number): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentDisposition: answer.disposition,
      ResponseContentType: answer.type,
      ResponseCacheControl: "private, no-store",
    });
    return getSignedUrl(this.#public, command, { expiresIn: lifetime_s });
  }

  /** A form with which a browser stores one object of this type and at most this size. */
  presignedForm(key: string, content_type: string, max_bytes: number, lifetime_s: number) {
    return createPresignedPost(this.#public, {
      ...this.#at(key),
      Fields: { "Content-Type": content_type },
      Conditions: [["content-length-range", 1, max_bytes]],
      Expires: lifetime_s,
    });
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: key };
  }

  /** Sends a request with a deadline until the headers of its answer. */
  async #send<T>(
    request: string,
    send: (options: { abortSignal: AbortSignal }) => Promise<T>,
    deadline_ms = this.#deadline_ms,
  ): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadline_ms);
    try {
      return await send({ abortSignal: deadline.signal });
    } catch (error) {
      throw s3Error(error, request);
    } finally {
      clearTimeout(timer);
    }
  }
}

function sdkOf({ region, access_key_id, secret_access_key }: S3Config, endpoint: string): Sdk {
  return new Sdk({
    endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Bodies are signed with their SHA-256; other storages than Amazon's refuse further checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: DEADLINE_MS,
      socketTimeout: IDLE_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
}

const listed = (key: string | undefined, modified: Date | undefined) => ({
  key: key!,
  modified_ms: modified!.getTime(),
});

/** Without an answer that is an error of the storage, it is out of reach. The client's errors hold signed headers. */
function s3Error(error: unknown, request: string): S3Error {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  if (status >= 400) return new S3Error(status, name, request);
  return new S3Error(503, "Unreachable", request, new Error(message));
}

function absentAsNull(error: unknown): null {
  if (error instanceof S3Error && error.status === 404) return null;
  throw error;
}
