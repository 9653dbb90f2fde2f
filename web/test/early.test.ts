/** Answers that the script in the page asks for before there is any other code. */
import { afterEach, expect, test } from "vitest";
import { type EarlyAnswers, forgetEarly, takeEarly } from "../src/server/client";

const page = globalThis as { leebow_early?: EarlyAnswers };
const TRACK = "/api/tracks/7/analysis/";
const asked = (answer: Promise<Response>) => {
  page.leebow_early = { token: "of Ada", answers: new Map([[TRACK, answer]]) };
};

afterEach(() => {
  delete page.leebow_early;
});

test("an answer is taken once, by the session that asked for it", async () => {
  asked(Promise.resolve(new Response("analysis")));
  expect(await takeEarly(TRACK, "of Ben")).toBeUndefined();
  expect(await (await takeEarly(TRACK, "of Ada"))?.text()).toBe("analysis");
  expect(await takeEarly(TRACK, "of Ada")).toBeUndefined();
});

test("a track that was closed until a reason was given is asked for again", async () => {
  asked(Promise.resolve(new Response("reason required", { status: 409 })));
  expect(await takeEarly(TRACK, "of Ada")).toBeUndefined();
});

test("an answer that did not come is asked for again", async () => {
  asked(Promise.reject(new TypeError("no network")));
  expect(await takeEarly(TRACK, "of Ada")).toBeUndefined();
});

test("after a change nothing that was asked for before it is taken", async () => {
  asked(Promise.resolve(new Response("analysis")));
  forgetEarly();
  expect(await takeEarly(TRACK, "of Ada")).toBeUndefined();
});
