/**
 * Clients that two public generators make of the API's document, from PyPI and npm, each of which reads a list and uploads a
 * recording to a server. What a generator cannot read of the document fails here before it fails at a user.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { openLog, ROOT, run, step } from "../../../scripts/step.mjs";
import { pythonPrograms, toolsFolder } from "../../../scripts/tools.mjs";
import { openDemoServer } from "./demo-server.mjs";

const PYTHON = "openapi-python-client";
const PYTHON_VERSION = "0.29.1";
const TYPESCRIPT = "@hey-api/openapi-ts";
const TYPESCRIPT_VERSION = "0.99.0";
/** Of TypeScript, which that generator loads: the project's own has no interface for programs. */
const COMPILER = "typescript@5.9.3";
const RECORDING = join(ROOT, "fixtures/ilca-weymouth.gpx");

/** Counts of both, in the form of the other long runs. */
export async function generatedClients() {
  const log = openLog("clients");
  const folder = mkdtempSync(join(tmpdir(), "leebow-clients-"));
  const tools = { python: await pythonPrograms(PYTHON, PYTHON_VERSION), typescript: await typescriptGenerator() };
  const server = await openDemoServer(folder);
  const failures = [];
  try {
    const document = join(folder, "openapi.json");
    const answer = await fetch(`${server.address}/api/openapi.json`);
    writeFileSync(document, await answer.text());
    const given = { folder, document, log, server };
    for (const [name, upload] of [
      [PYTHON, () => uploadInPython(tools.python, given)],
      [TYPESCRIPT, () => uploadInTypeScript(tools.typescript, given)],
    ]) {
      const boat_class = await upload().catch((error) => String(error));
      if (boat_class !== "Laser") failures.push(`${name}: ${boat_class}`);
    }
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { passed: 2 - failures.length, failed: failures.length, failures, log };
}

async function typescriptGenerator() {
  const root = join(toolsFolder(), `openapi-ts-${TYPESCRIPT_VERSION}`);
  if (existsSync(join(root, "node_modules", TYPESCRIPT, "package.json"))) return root;
  await step(`Install ${TYPESCRIPT} ${TYPESCRIPT_VERSION}`, async () => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, "package.json"), '{ "type": "module", "private": true }\n');
    const log = openLog("typescript-client-install");
    const remedy = `${TYPESCRIPT} could not be installed: it needs npm and a connection.`;
    await run("npm", ["install", `${TYPESCRIPT}@${TYPESCRIPT_VERSION}`, COMPILER], { log, remedy, cwd: root });
  });
  return root;
}

/** The program of somebody who uses the client: prints the class of the uploaded track. */
const IN_PYTHON = `
import io, sys
from client import AuthenticatedClient
from client.api.tracks import list_tracks, upload_track
from client.models import UploadTrack
from client.types import File
address, token, path = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=token)
with open(path, "rb") as recording:
    file = File(payload=io.BytesIO(recording.read() + b"\\n"), file_name="python.gpx")
body = UploadTrack(boat_name="ILCA 7", file=file)
track = upload_track.sync(client=client, body=body)
assert len(list_tracks.sync(client=client).results) > 0
print(track.boat_name)
`;

async function uploadInPython(bin, { folder, document, log, server }) {
  const at = join(folder, "python");
  mkdirSync(at);
  writeFileSync(join(at, "config.yml"), "post_hooks: []\n");
  writeFileSync(join(at, "upload.py"), IN_PYTHON);
  const words = ["generate", "--path", document, "--output-path", join(at, "client"), "--meta", "none"];
  const remedy = "The client in Python could not be generated.";
  await run(join(bin, PYTHON), [...words, "--config", join(at, "config.yml")], { log, remedy });
  const args = [join(at, "upload.py"), server.address, server.token, RECORDING];
  const { stdout } = await run(join(bin, "python3"), args, { log, remedy: "The client in Python failed." });
  return stdout.trim();
}

const IN_TYPESCRIPT = `
import { createClient } from "./client/client/index.ts";
import { listTracks, uploadTrack } from "./client/sdk.gen.ts";
export async function upload(baseUrl: string, token: string, bytes: Uint8Array) {
  const client = createClient({ baseUrl, auth: () => token });
  const file = new File([bytes], "typescript.gpx");
  const { data } = await uploadTrack({ client, body: { boat_name: "Laser", file }, throwOnError: true });
  const { data: tracks } = await listTracks({ client, throwOnError: true });
  if (tracks.results.length === 0) throw new Error("The list is empty.");
  return data.boat_name;
}
`;

async function uploadInTypeScript(root, { folder, document, log, server }) {
  const at = join(folder, "typescript");
  mkdirSync(at);
  writeFileSync(join(at, "upload.ts"), IN_TYPESCRIPT);
  const program = join(root, "node_modules", ".bin", "openapi-ts");
  const remedy = "The client in TypeScript could not be generated.";
  await run(program, ["-i", document, "-o", join(at, "client"), "-c", "@hey-api/client-fetch"], {
    log,
    remedy,
    cwd: root,
  });
  const outfile = join(at, "upload.mjs");
  await esbuild.build({ entryPoints: [join(at, "upload.ts")], outfile, bundle: true, format: "esm", platform: "node" });
  const { upload } = await import(pathToFileURL(outfile).href);
  const bytes = Buffer.concat([readFileSync(RECORDING), Buffer.from("\n\n")]);
  return upload(server.address, server.token, bytes);
}
