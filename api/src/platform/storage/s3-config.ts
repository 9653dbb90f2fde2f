/** A bucket of an S3-compatible object storage. Addresses are path-style: endpoint/bucket/key. */
export interface S3Config {
  /** Address of the storage for this server, `https://host[:port]`. */
  endpoint: string;
  bucket: string;
  /** Address of the same storage for browsers; null: they load everything through this server. */
  public_endpoint: string | null;
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

declare module "../config.ts" {
  interface Config {
    /** Object storage for the files; null: they are in the data folder. */
    s3: S3Config | null;
  }
}

const REQUIRED = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** The object storage that the environment names; null when it names none. Throws a sentence that names a wrong variable. */
export function readS3Config(env: NodeJS.ProcessEnv): S3Config | null {
  if (!Object.keys(env).some((name) => name.startsWith("S3_") && env[name])) return null;
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(", ")} too, or none of the variables S3_….`);
  return {
    endpoint: address(env, "S3_ENDPOINT")!,
    public_endpoint: address(env, "S3_PUBLIC_ENDPOINT"),
    region: env.S3_REGION || "us-east-1",
    bucket: env.S3_BUCKET!,
    access_key_id: env.S3_ACCESS_KEY_ID!,
    secret_access_key: env.S3_SECRET_ACCESS_KEY!,
  };
}

function address(env: NodeJS.ProcessEnv, name: string): string | null {
  const given = env[name];
  if (!given) return null;
  const isAddress = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  if (!isAddress) throw new Error(`${name}=${given} is not an address like https://storage.example.`);
  return given.replace(/\/+$/, "");
}
