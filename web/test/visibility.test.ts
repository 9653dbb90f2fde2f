import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { VISIBILITIES } from "../src/tracks/visibility";

const SOURCE = join(import.meta.dirname, "../src");

it("the hint of a private track names its owner and the administrators, as the server decides", () => {
  const hint = VISIBILITIES.find(({ value }) => value === "PRIVATE")?.hint;
  expect(hint).toBe("You see it, and the administrators of this server.");
});

it("no text says that coaches see private tracks: the server does not show them", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const wrong = files.filter((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8").replace(/\s+/g, " ");
    return /private.{0,80}coaches/i.test(text);
  });
  expect(wrong).toEqual([]);
});
