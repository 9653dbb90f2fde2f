import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { onEveryDatabase } from "../../../test/test-server.ts";
import { secretsOfConfig } from "../../app/config-secrets.ts";
import { EMBEDDED_PROVIDERS } from "../../app/providers.ts";
import { END_SUBSCRIPTION } from "../../resources/billing/jobs.ts";
import { sealCallback } from "../../resources/garmin/connect.ts";
import { DEREGISTER } from "../../resources/garmin/disconnect.ts";
import { IMPORT_ACTIVITY } from "../../resources/garmin/import-activity.ts";
import { sealTokens } from "../../resources/garmin/tokens.ts";
import { READ_WIND_FILE } from "../../resources/wind/read-wind-file.ts";
import { stderrLog } from "../log.ts";
import { SEND_MAIL } from "../mail/send-mail.ts";
import { seal } from "../sealed-text.ts";

const SECRETS = {
  smtp: "smtp-secret-5f3c1d2e",
  stripe: "sk_live_secret_77ab21",
  webhook: "whsec_secret_21c9f0aa",
  access: "access-secret-9b1d33fe",
  refresh: "refresh-secret-4c1b77d0",
  callback: "callback-secret-0011223344",
};

onEveryDatabase(
  "the log of jobs that fail",
  (at) => {
    let lines: string[] = [];
    beforeAll(() => {
      vi.spyOn(process.stderr, "write").mockImplementation((line) => {
        lines.push(String(line));
        return true;
      });
      at().context.log = stderrLog(true);
    });
    afterAll(() => void vi.restoreAllMocks());

    /** The lines of the first attempt, once it has failed. */
    const failed = async (job: string) => {
      const own = () => lines.filter((line) => line.includes(`"job":"${job}"`));
      await expect.poll(() => own().join(), { timeout: 30_000 }).toContain("an attempt of a job failed");
      return own();
    };
    /** What the queue keeps of its error. */
    const kept = async (job: string) => {
      const output = async () => {
        const { rows } = await sql<{ output: string }>`
          select output::text as output from pgboss.job where name = ${job} and output is not null`.execute(
          at().context.db,
        );
        return rows.map((row) => row.output);
      };
      await expect.poll(output, { timeout: 30_000 }).not.toEqual([]);
      return output();
    };
    const expectHidden = async (job: string, secrets: string[]) => {
      const texts = [...(await failed(job)), ...(await kept(job))];
      expect(texts.join()).toContain("[hidden]");
      for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    };

    it("has neither the link of a mail nor the password of the mail server", async () => {
      const ada = await at().signUp();
      lines = [];
      let link = "";
      at().context.mailer = {
        async send({ text }) {
          link = /https?:\S+/.exec(text)![0];
          throw new Error(`550 refused by smtp://mailer:${SECRETS.smtp}@mail.test: ${text}`);
        },
      };
      await at().call("POST", "/api/users/forgot/", { json: { email: ada.session.user.email } });
      await expect.poll(() => link, { timeout: 30_000 }).not.toBe("");
      const token = /[\w-]{16,}/.exec(link.slice(link.lastIndexOf("/")))![0];
      await expectHidden(SEND_MAIL.name, [token, SECRETS.smtp]);
    });

    it("has no token of Garmin's and no address of a file", async () => {
      const { context, signUp } = at();
      const user_id = (await signUp("Eve")).session.user.id;
      const garmin = context.garmin!;
      const fetch: typeof garmin.fetch = async (url, { headers, body }) => {
        throw new Error(`no answer of ${url} to ${JSON.stringify(headers)} with ${String(body)}`);
      };
      context.garmin = { ...garmin, fetch };
      const tokens = { access_token: SECRETS.access, refresh_token: SECRETS.refresh };
      const expires_at = new Date(Date.now() + 86_400_000);
      await context.db
        .insertInto("garmin_links")
        .values({
          user_id,
          garmin_user_id: randomUUID(),
          permissions: "[]",
          ...sealTokens(context, user_id, { ...tokens, expires_at }),
        })
        .execute();
      const callback_url = sealCallback(
        context.config.secret,
        "s1",
        `${garmin.api_url}/file?token=${SECRETS.callback}`,
      );
      const { id } = await context.db
        .insertInto("garmin_activities")
        .values({ user_id, summary_id: "s1", file_type: "FIT", callback_url })
        .returning("id")
        .executeTakeFirstOrThrow();
      const sealed = seal(context.config.secret, "garmin deregistration", SECRETS.refresh);
      await context.jobs.enqueue(context.db, IMPORT_ACTIVITY, { activity_id: id });
      await context.jobs.enqueue(context.db, DEREGISTER, { sealed });
      await expectHidden(IMPORT_ACTIVITY.name, [SECRETS.access, SECRETS.callback]);
      await expectHidden(DEREGISTER.name, [SECRETS.refresh]);
    });

    it("has no key of Stripe's", async () => {
      const { context } = at();
      const end = async () => {
        throw new Error(`Invalid API Key provided: ${SECRETS.stripe}, ${SECRETS.webhook}`);
      };
      context.billing = { ...context.billing, end };
      await context.jobs.enqueue(context.db, END_SUBSCRIPTION, { provider_id: "sub_1" });
      await expectHidden(END_SUBSCRIPTION.name, [SECRETS.stripe, SECRETS.webhook]);
    });

    it("has no key of the object storage or of the server", async () => {
      const { context, config, signUp } = at();
      const user_id = (await signUp("Ben")).session.user.id;
      const { id } = await context.db
        .insertInto("wind_files")
        .values({ user_id, original_name: "w.csv", source_key: "windlogs/x", source_bytes: 1, sha256: "0" })
        .returning("id")
        .executeTakeFirstOrThrow();
      context.storage.read = async () => {
        throw new Error(`403 for ${config.secret}`);
      };
      await context.jobs.enqueue(context.db, READ_WIND_FILE, { wind_file_id: id });
      await expectHidden(READ_WIND_FILE.name, [config.secret]);
      const s3 = { secret_access_key: "s3-secret-88aa77" } as never;
      const database_url = "postgres://leebow:data%20base@db/leebow";
      expect(secretsOfConfig({ ...config, s3, database_url })).toEqual(
        expect.arrayContaining(["s3-secret-88aa77", "data%20base", "data base"]),
      );
    });
  },
  {
    smtp_url: `smtp://mailer:${SECRETS.smtp}@127.0.0.1:1`,
    secret: "leebow-secret-5f3c1d2e4b-0123456789",
    providers: {
      ...EMBEDDED_PROVIDERS,
      billing: { secret_key: SECRETS.stripe, webhook_secret: SECRETS.webhook, api_url: "http://127.0.0.1:1" },
    },
  },
);
