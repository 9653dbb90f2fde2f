/** The S3 server for the tests of the object storage. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, openLog, ROOT, run, step } from "./step.mjs";
import { cargoEnv, rust, toolsFolder } from "./tools.mjs";

/** Newer ones need a newer Rust than rust-toolchain.toml names. */
const VERSION = "0.14.1";

/**
 * The path of s3s-fs, an S3 server written by others that verifies every signature; compiled once per user. Where that
 * fails the tests that need it are skipped, but not in continuous integration.
 */
export async function s3() {
  const root = join(toolsFolder(), `s3s-fs-${VERSION}`);
  const path = join(root, "bin", process.platform === "win32" ? "s3s-fs.exe" : "s3s-fs");
  if (existsSync(path)) return path;
  await rust();
  const args = ["install", `s3s-fs@${VERSION}`, "--features", "binary", "--locked", "--debug", "--force"];
  const folders = ["--root", root, "--target-dir", join(ROOT, "target", "s3s-fs")];
  const env = { ...cargoEnv(), CARGO_PROFILE_DEV_DEBUG: "0" };
  const remedy = `s3s-fs ${VERSION} could not be compiled: check the connection and start again.`;
  try {
    await step(`Install the S3 server s3s-fs ${VERSION} (once)`, () =>
      run("cargo", [...args, ...folders], { log: openLog("s3s-fs"), env, remedy }),
    );
    return path;
  } catch (error) {
    if (!(error instanceof Failure) || process.env.CI) throw error;
    console.log("      The tests of the object storage are skipped.");
    return undefined;
  }
}
