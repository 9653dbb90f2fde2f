import { Hmac } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AddressSigner } from "./address-signer.ts";

describe("addresses of pictures", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const page = (signer: AddressSigner, user_id: number) =>
    Array.from({ length: 40 }, (_, n) => signer.signedPath(`results/1/${n}.png`, { user_id }));

  it("are signed once a day for each of those who see them", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 13, 12), toFake: ["Date"] });
    const signer = new AddressSigner("key");
    const signed = vi.spyOn(Hmac.prototype, "digest");
    const first = page(signer, 1);
    expect(signed).toHaveBeenCalledTimes(40);
    expect(page(signer, 1)).toEqual(first);
    expect(signed).toHaveBeenCalledTimes(40);
    expect(page(signer, 2)).not.toContain(first[0]);
    expect(signed).toHaveBeenCalledTimes(80);
    vi.setSystemTime(Date.UTC(2026, 5, 14, 12));
    expect(page(signer, 1)[0]).not.toBe(first[0]);
    expect(signed).toHaveBeenCalledTimes(120);
  });

  it("that expire soon, and those with another name, are their own", () => {
    const signer = new AddressSigner("key");
    const paths = [
      signer.signedPath("sources/1", { user_id: 1 }),
      signer.signedPath("sources/1", { user_id: 1, download_name: "a.fit" }),
      signer.signedPath("sources/1", { user_id: 1, download_name: "a.fit", lifetime_s: 60 }),
      signer.signedPath("sources/1"),
    ];
    expect(new Set(paths).size).toBe(4);
    for (const path of paths) {
      const { searchParams } = new URL(path, "http://leebow.test");
      expect(signer.verify("sources/1", searchParams)).toEqual({
        user_id: searchParams.has("user") ? 1 : null,
        download_name: searchParams.get("name"),
      });
    }
  });
});
