import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface GarminStub {
  url: string;
  /** The account that consents next. */
  user: string;
  /** Files by path: bytes, or a status and headers to answer with. */
  files: Map<string, Uint8Array | { status: number; headers?: Record<string, string> }>;
  requests: { name: string; authorization: string | undefined }[];
  /** Tokens that are accepted; tests take them away as Garmin would. */
  access: Set<string>;
  refresh: Map<string, string>;
  /** A code as the consent page hands it out, for the holder of the verifier. */
  consent(address: string): { code: string; state: string };
  lifetime_s: number;
  close(): Promise<void>;
}

/** As much of Garmin as the server uses, without a network: OAuth with PKCE, tokens that refresh once, files. */
export async function startGarminStub(client: { client_id: string; client_secret: string }): Promise<GarminStub> {
  const codes = new Map<string, { user: string; challenge: string; redirect_uri: string }>();
  const owners = new Map<string, string>();
  let made = 0;
  const issue = (user: string) => {
    const [access_token, refresh_token] = [`access-${++made}`, `refresh-${made}`];
    stub.access.add(access_token);
    owners.set(access_token, user);
    stub.refresh.set(refresh_token, user);
    return { access_token, refresh_token, expires_in: stub.lifetime_s };
  };
  /** Whose tokens to issue; each code and each refresh token works once. */
  const grant = (form: URLSearchParams) => {
    if (form.get("client_id") !== client.client_id || form.get("client_secret") !== client.client_secret) return null;
    if (form.get("grant_type") === "refresh_token") {
      const user = stub.refresh.get(form.get("refresh_token")!);
      stub.refresh.delete(form.get("refresh_token")!);
      return user ?? null;
    }
    const code = codes.get(form.get("code")!);
    codes.delete(form.get("code")!);
    const challenge = createHash("sha256").update(form.get("code_verifier")!).digest("base64url");
    return code?.challenge === challenge && code.redirect_uri === form.get("redirect_uri") ? code.user : null;
  };
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://stub");
    const { authorization } = request.headers;
    const form = new URLSearchParams(await textOf(request));
    stub.requests.push({ name: `${request.method} ${pathname}`, authorization });
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/token") {
      const user = grant(form);
      return user ? send(200, issue(user)) : send(400, { error: "invalid_grant" });
    }
    const token = authorization?.replace("Bearer ", "") ?? "";
    if (!stub.access.has(token)) return send(401, {});
    if (pathname === "/wellness-api/rest/user/id") return send(200, { userId: owners.get(token) });
    if (pathname === "/wellness-api/rest/user/permissions") return send(200, ["ACTIVITY_EXPORT"]);
    if (request.method === "DELETE") return response.writeHead(204).end();
    const file = stub.files.get(pathname);
    if (file instanceof Uint8Array) return response.writeHead(200).end(file);
    return response.writeHead(file?.status ?? 404, file?.headers).end();
  });
  // A client that reuses a connection at the moment the server closes it gets an error.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const stub: GarminStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: "garmin-1",
    files: new Map(),
    requests: [],
    access: new Set(),
    refresh: new Map(),
    lifetime_s: 86_400,
    consent(address) {
      const query = new URL(address).searchParams;
      const code = `code-${++made}`;
      const [challenge, redirect_uri] = [query.get("code_challenge")!, query.get("redirect_uri")!];
      codes.set(code, { user: stub.user, challenge, redirect_uri });
      return { code, state: query.get("state")! };
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return stub;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
