import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");

it("the cookie policy names everything that is stored in the browser", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const text = (name: string) => readFileSync(join(SOURCE, name), "utf8");
  const policy = "app/legal/cookie-page.tsx";
  const stored = new Set(
    files
      .filter(
        (name) =>
          name !== policy && /localStorage|sessionStorage|idb-keyval|readStored|PrecacheController/.test(text(name)),
      )
      .flatMap((name) => text(name).match(/"leebow[.-][\w.-]+"/g) ?? []),
  );
  expect(stored.size).toBeGreaterThan(3);
  for (const key of stored) expect(text(policy), `${key} is stored, but not named`).toContain(key);
});
