import { expect, it, vi } from "vitest";
import { onEveryDatabase } from "../../test/test-server.ts";
import { stderrLog } from "../platform/log.ts";
import { createApp } from "./app.ts";
import { ROUTES } from "./resources.ts";

/** Values that would open something, as calls carry them. */
const SECRETS = {
  path: "path-secret-5f3c1d2e4b",
  share_id: "share-secret-5f3c1d2e",
  signature: "signature-secret-77ab",
  token: "token-secret-21c9f0aa",
  code: "code-secret-9b1d33fe",
  state: "state-secret-4c1b77d0",
  stripe: "t=1,v1=stripe-secret-0011223344",
  cookie: "leebow_garmin=cookie-secret-88aa77",
  password: 'pass word secret "5"',
};
const QUERY = ["share_id", "signature", "token", "code", "state", "checkout_session_id", "uuid"] as const;

onEveryDatabase("the log of calls that fail", (at) => {
  it("has no secret of a call: not of its path, query, headers or body, even where the error repeats them", async () => {
    const ada = await at().signUp();
    const access = ada.session.access;
    const known = [...Object.values(SECRETS), access];
    /** What the present call carries. */
    let sent: string[] = [];
    const failure = () => {
      throw new Error(`no answer to ${sent.join(" and ")}`);
    };
    const db = new Proxy({}, { get: failure }) as never;
    const lines: string[] = [];
    const write = vi.spyOn(process.stderr, "write").mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    const statuses: number[] = [];
    try {
      const app = createApp({ ...at().context, db, log: stderrLog(true) });
      for (const [name, definition] of Object.entries(ROUTES)) {
        const [method, template] = name.split(" ") as [string, string];
        const shape = "query" in definition ? Object.keys(definition.query.shape) : [];
        const own = QUERY.filter((key) => shape.includes(key));
        // Parameters that the call does not have are refused.
        for (const [param, keys] of [
          [SECRETS.path, own],
          ["1", own],
          ["1", QUERY],
        ] as const) {
          const query = new URLSearchParams(keys.map((key) => [key, SECRETS[key as "token"] ?? SECRETS.token]));
          const path = template.replaceAll(/\{\w+\}/g, param);
          const { password, token } = SECRETS;
          const body = {
            email: "ada@sail.example",
            password,
            password_confirmation: password,
            current_password: password,
            token,
            uuid: token,
          };
          const { path: in_path, password: in_body } = SECRETS;
          sent = [
            ...query.values(),
            SECRETS.stripe,
            SECRETS.cookie,
            access,
            ...(path.includes(in_path) ? [in_path] : []),
            ...("body" in definition ? [in_body] : []),
          ];
          const answer = await app.request(`http://leebow.test/api${path}?${query}`, {
            method,
            headers: {
              authorization: `Bearer ${access}`,
              cookie: SECRETS.cookie,
              "stripe-signature": SECRETS.stripe,
              ...("body" in definition && { "content-type": "application/json" }),
            },
            ...("body" in definition && { body: JSON.stringify(body) }),
          });
          statuses.push(answer.status);
          await answer.body?.cancel();
        }
      }
    } finally {
      write.mockRestore();
    }
    const failed = lines.filter((line) => line.includes('"call failed"'));
    expect(failed.length).toBeGreaterThan(20);
    expect(failed.every((line) => /"route":"[A-Z]+ \//.test(line))).toBe(true);
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(20);
    const values = [
      ...known.flatMap((text) => text.split("=")),
      SECRETS.password,
      JSON.stringify(SECRETS.password).slice(1, -1),
    ];
    for (const secret of values.filter((text) => text.includes("secret") || text === access)) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });
});
