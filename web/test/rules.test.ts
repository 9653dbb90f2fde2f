import { describe, expect, it } from "vitest";
import { failureOf } from "../src/server/failure.ts";
import * as rules from "../src/ui/forms/rules.ts";
import { showServerErrors } from "../src/ui/forms/submit-handler";

/** What the form would say about a value. */
async function said(
  rule: { required?: unknown; minLength?: unknown; pattern?: unknown; validate?: unknown },
  value: string,
): Promise<string | null> {
  if (rule.required && value === "") return rule.required as string;
  const least = rule.minLength as { value: number; message: string } | undefined;
  if (least && value !== "" && value.length < least.value) return least.message;
  const pattern = rule.pattern as { value: RegExp; message: string } | undefined;
  if (pattern && !pattern.value.test(value)) return pattern.message;
  const result = await (rule.validate as ((value: string) => unknown) | undefined)?.(value);
  return typeof result === "string" ? result : null;
}

describe("the forms' rules", () => {
  it("require a valid email", async () => {
    expect(await said(rules.email, "")).toBe("Email required");
    expect(await said(rules.email, "marta.vidal@")).toBe("Email not valid");
    expect(await said(rules.email, "marta.vidal@example.org")).toBeNull();
  });
  it("name 6 but require 3 characters for the password at the login, as specified", async () => {
    expect(await said(rules.loginPassword, "ab")).toBe("Password must be 6 characters");
    expect(await said(rules.loginPassword, "abc")).toBeNull();
  });
  it("require 3 characters when registering", async () =>
    expect(await said(rules.newPassword, "ab")).toBe("Password must be 3 characters"));
  it("require 6 on the profile, and only when the password is to change", async () => {
    expect(await said(rules.optionalPassword, "")).toBeNull();
    expect(await said(rules.optionalPassword, "abcde")).toBe("Password must be 6 characters");
  });
  it("require names of 3 characters", async () => {
    expect([await said(rules.firstName, ""), await said(rules.firstName, "Al")]).toEqual([
      "First name required",
      "First name must be 3 characters",
    ]);
    expect([await said(rules.lastName, ""), await said(rules.lastName, "Li")]).toEqual([
      "Last name required",
      "Last name must be 3 characters",
    ]);
  });
  it("require a reply and a reason in the words of the server", async () => {
    expect([await said(rules.reply, " "), await said(rules.reply, "Ease.")]).toEqual([
      "Reply content is required.",
      null,
    ]);
    expect(await said(rules.reasonToOpen, " a ")).toBe("Write the reason in some words.");
    expect(await said(rules.reasonToOpen, "for a question")).toBeNull();
  });
  it("require the same password twice", async () => {
    const rule = rules.sameAs(() => "secret");
    expect([await said(rule, "other"), await said(rule, "secret")]).toEqual(["Password mismatch", null]);
  });
});

describe("the errors of a refused request", () => {
  const shown = (status: number, body: unknown, rest_at?: string) => {
    const errors: Record<string, string> = {};
    showServerErrors(
      failureOf(status, body),
      ["email", "password", "password_confirmation"] as never[],
      ((name: string, error: { message: string }) => {
        errors[name] = error.message;
      }) as never,
      rest_at as never,
    );
    return errors;
  };
  it("are shown under their fields", () =>
    expect(shown(400, { email: ["Email taken"] })).toEqual({ email: "Email taken" }));
  it("about the password are shown under its confirmation too", () => {
    expect(shown(400, { password: ["Too common"] })).toEqual({
      password: "Too common",
      password_confirmation: "Too common",
    });
  });
  it("about no field are shown above the form", () =>
    expect(shown(401, { detail: "Wrong email or password." })).toEqual({ root: "Wrong email or password." }));
  it("about no field are shown under the field that the form names for them", () =>
    expect(shown(401, { detail: "Wrong email or password." }, "email")).toEqual({
      email: "Wrong email or password.",
    }));
  it("about a field that is not shown are shown above the form", () =>
    expect(shown(400, { boat: ["Unknown class"] })).toEqual({ root: "Unknown class" }));
  it("without a message get a sentence", () => expect(shown(500, "<html>").root).toContain("could not do this"));
});
