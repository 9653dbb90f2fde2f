import { describe, expect, it } from "vitest";
import { seal, unseal } from "./sealed-text.ts";

const SECRET = "s".repeat(32);

describe("a sealed text", () => {
  it("is opened with its secret, purpose and row, and never looks the same twice", () => {
    const [one, two] = [seal(SECRET, "mail", "grüezi", "7"), seal(SECRET, "mail", "grüezi", "7")];
    expect(unseal(SECRET, "mail", one, "7")).toBe("grüezi");
    expect(one).not.toBe(two);
    expect(Buffer.from(one, "base64url").includes("ezi")).toBe(false);
  });

  it("is not opened with another secret, for another purpose, in another row, or altered", () => {
    const sealed = seal(SECRET, "mail", "token", "7");
    expect(unseal("t".repeat(32), "mail", sealed, "7")).toBeNull();
    expect(unseal(SECRET, "garmin", sealed, "7")).toBeNull();
    expect(unseal(SECRET, "mail", sealed, "8")).toBeNull();
    for (let i = 0; i < Buffer.from(sealed, "base64url").length; i++) {
      const bytes = Buffer.from(sealed, "base64url");
      bytes[i]! ^= 1;
      expect(unseal(SECRET, "mail", bytes.toString("base64url"), "7")).toBeNull();
    }
    for (const text of ["", "x", "\0", sealed.slice(0, 30)]) expect(unseal(SECRET, "mail", text, "7")).toBeNull();
  });
});
