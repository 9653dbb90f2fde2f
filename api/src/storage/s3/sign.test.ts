import { describe, expect, it } from "vitest";
import { presignedUrl, sha256Hex, signedHeaders } from "./sign.ts";

/** The examples of the S3 API reference, "Signature Calculations" and "Authenticating Requests: Using Query Parameters". */
const AT = new Date("2013-05-24T00:00:00Z");
const CREDENTIALS = {
  region: "us-east-1",
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const BUCKET = "https://examplebucket.s3.amazonaws.com";
const EMPTY = sha256Hex("");

const signatureOf = (method: string, path: string, headers: Record<string, string>, payload: string) =>
  /Signature=(\w+)/.exec(
    signedHeaders(CREDENTIALS, method, new URL(path, BUCKET), headers, payload, AT).authorization!,
  )![1];

describe("the signature of a request to object storage", () => {
  it("is that of the reference's examples", () => {
    expect(signatureOf("GET", "/test.txt", { Range: "bytes=0-9" }, EMPTY)).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
    const body = sha256Hex("Welcome to Amazon S3.");
    const headers = { Date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" };
    expect(signatureOf("PUT", "/test%24file.text", headers, body)).toBe(
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    );
    expect(signatureOf("GET", "/?lifecycle", {}, EMPTY)).toBe(
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    );
    expect(signatureOf("GET", "/?max-keys=2&prefix=J", {}, EMPTY)).toBe(
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    );
  });

  it("of an address is that of the reference's example", () => {
    const url = presignedUrl(CREDENTIALS, "GET", new URL("/test.txt", BUCKET), 86_400, AT);
    expect(new URL(url).searchParams.get("X-Amz-Signature")).toBe(
      "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    );
  });
});
