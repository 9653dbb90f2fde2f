import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An object as Stripe's API answers it. */
export type StripeObject = Record<string, unknown> & { id: string };

export interface StripeStub {
  url: string;
  /** By path, as "/v1/subscriptions/sub_1". Tests change them as Stripe would. */
  objects: Map<string, StripeObject>;
  /** Method and path of every request, with its form. */
  requests: { name: string; form: URLSearchParams; authorization: string | undefined }[];
  /** Answers every request with this status until it is 0. */
  fails_with: number;
  /** Called before an answer to a GET is written. */
  onRead: (path: string) => Promise<void> | void;
  close(): Promise<void>;
}

/** As much of Stripe's API as the server uses, without a network. */
export async function startStripeStub(): Promise<StripeStub> {
  let made = 0;
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://stub");
    const form = new URLSearchParams(await textOf(request));
    stub.requests.push({ name: `${request.method} ${pathname}`, form, authorization: request.headers.authorization });
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (stub.fails_with) return send(stub.fails_with, { error: { type: "api_error", message: "stub" } });
    if (request.method === "POST" && pathname === "/v1/customers") return send(200, { id: `cus_${++made}` });
    if (request.method === "POST" && pathname === "/v1/checkout/sessions") {
      const id = `cs_test_${++made}`;
      const session = { id, url: `https://checkout.stripe.test/${id}`, status: "open", payment_status: "unpaid" };
      const expires_at = Math.floor(Date.now() / 1000) + 86_400;
      stub.objects.set(`${pathname}/${id}`, { ...session, subscription: null, expires_at });
      return send(200, stub.objects.get(`${pathname}/${id}`));
    }
    if (pathname === "/v1/prices") {
      return send(200, { object: "list", data: [...stub.objects.values()].filter((one) => one.object === "price") });
    }
    const found = stub.objects.get(pathname);
    if (!found) return send(404, { error: { type: "invalid_request_error", code: "resource_missing", message: "no" } });
    if (request.method === "POST" && form.get("cancel_at_period_end") === "true") found.cancel_at_period_end = true;
    if (request.method === "DELETE") found.status = "canceled";
    const answer = structuredClone(found);
    if (request.method === "GET") await stub.onRead(pathname);
    return send(200, answer);
  });
  // A client that reuses a connection at the moment the server closes it gets an error.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const stub: StripeStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: [],
    fails_with: 0,
    onRead: () => undefined,
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
