/** Files that are open in the browser: the sample, and what is said while they are analysed again. */
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { ref } from "valtio";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type AnalyzeEntry, analyzeStore, removeAll } from "../../src/analyze/analyze-store";
import { AnalyzeToolbar } from "../../src/analyze/analyze-toolbar";
import { FileList } from "../../src/analyze/file-list";
import { columnsOf, reportOf } from "../helpers";
import { answeredFetch } from "./answers";
import { mount, onPhone, open } from "./screen";
import { chooseOption, expectNotices, openList } from "./shown";

afterEach(removeAll);

test("a sample race that could not be loaded is said to be so, and opens when it is asked for again", async () => {
  let hasNetwork = false;
  vi.stubGlobal("fetch", (...asked: Parameters<typeof answeredFetch>) =>
    String(asked[0]).includes("sample") && !hasNetwork
      ? Promise.resolve(new Response("<!doctype html><title>Log in to the network</title>"))
      : answeredFetch(...asked),
  );
  await open("/analyze", { user: null });
  const sample = page.getByRole("button", { name: "Show me a sample race" });
  await sample.click();
  await expectNotices(["The sample race could not be loaded. Check your connection and try again."]);
  hasNetwork = true;
  await sample.click();
  await expect.element(page.getByRole("heading", { name: "sample-race.fit" })).toBeVisible();
});

test("on a phone the views stand in the bar, and the menu of the settings closes over the result of a choice", async () => {
  await onPhone();
  const entry: AnalyzeEntry = {
    ...{ id: 0, file: ref(new File(["x"], "a.fit")), state: "read", took_ms: 5, reason: "", kind: "" },
    ...{
      data: ref({ report: reportOf({ name: "a.fit" }), columns: columnsOf(10) }),
      corrections: [],
      same_boat: null,
      busy: false,
    },
  };
  Object.assign(analyzeStore, { files: [entry], open: 0, boat_classes: ["Other", "49er"], boat_class: "Other" });
  const onView = vi.fn();
  const bar = createElement(AnalyzeToolbar, {
    ...{ entry, view: "replay", hasRaces: true, onView, onBrowse: () => undefined },
  });
  mount(createElement(MemoryRouter, null, bar));
  await page.getByRole("radio", { name: "Races" }).click();
  expect(onView).toHaveBeenCalledWith("races");
  await page.getByRole("button", { name: "Menu of this file" }).click();
  const boat = page.getByRole("combobox", { name: "Boat class" });
  await expect.element(boat).toBeVisible();
  await openList(boat);
  await chooseOption("49er");
  await expect.poll(() => analyzeStore.boat_class).toBe("49er");
  await expect.element(boat).not.toBeInTheDocument();
});

test("while the open files are analysed again, bar and list say of which", async () => {
  const entries = ["a.fit", "b.fit", "c.fit"].map(
    (name, id): AnalyzeEntry => ({
      ...{ id, file: ref(new File(["x"], name)), state: "read", took_ms: 5, reason: "", kind: "" },
      ...{
        data: ref({ report: reportOf({ name }), columns: columnsOf(10) }),
        corrections: [],
        same_boat: null,
        busy: true,
      },
    }),
  );
  Object.assign(analyzeStore, { files: entries, open: 0 });
  const bar = createElement(AnalyzeToolbar, {
    ...{ entry: entries[0]!, view: "replay", hasRaces: true },
    ...{ onView: () => undefined, onBrowse: () => undefined },
  });
  mount(createElement(MemoryRouter, null, bar, createElement(FileList)));
  const status = page.getByRole("status").filter({ hasText: /Analysing/ });
  const files = page.getByRole("region", { name: "Files" });
  await expect.element(status).toHaveText("Analysing this file again");
  await expect.element(files.getByRole("button", { name: "b.fit Analysing again" })).toBeVisible();
  analyzeStore.files[0]!.busy = false;
  await expect.element(status).toHaveText("Analysing 2 other files again");
  analyzeStore.files[1]!.busy = false;
  await expect.element(status).toHaveText("Analysing 1 other file again");
  analyzeStore.files[2]!.busy = false;
  await expect.element(status).not.toBeInTheDocument();
});
