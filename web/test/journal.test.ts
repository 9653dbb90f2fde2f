import type { Journal } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import {
  bodyOf,
  draftOf,
  type EntryDraft,
  errorsOf,
  hasKiteNotes,
  isKiteFilled,
  isNotesFilled,
  isRegattaFilled,
  subjectFor,
  tabOf,
} from "../src/journal/entry-draft";
import { offered } from "../src/journal/entry-form";
import { daysText, foilText, kindText, kiteText, starAddress, subjectLink } from "../src/journal/entry-text";
import { suggested } from "../src/journal/regatta-tab";

const ENTRY: Journal = {
  id: 7,
  track: 4,
  race: null,
  subject: {
    name: "Marta Vidal",
    boat_name: "Formula Kite",
    start_time: "2026-06-21T11:18:00Z",
    end_time: "2026-06-21T11:51:00Z",
    tz: "Europe/Madrid",
    location: "Palma",
    static_map: null,
    static_map_dark: null,
  },
  jType: null,
  content: "Fast",
  tags: [{ id: 1, value: "rig" }],
  photos: [],
  author: { id: 2, first_name: "Marta", last_name: "Vidal", profile_img: null },
  created: "2026-06-21T17:40:00Z",
  modified: "2026-06-21T17:40:00Z",
  replies: [],
  reply_count: 0,
  hidden: false,
  straight_analysis_id: 9,
  straight_analysis_name: "Upwind",
  straight_analysis_segments: [
    { id: 3, name: "Straight 1", start_time: "2026-06-21T11:20:00Z", end_time: "2026-06-21T11:21:00Z" },
  ],
  regatta_report: {
    name: null,
    start_date: "2026-06-20",
    end_date: "2026-06-21",
    number_competitors: null,
    finish_position: 2,
    tracks: [4],
    competitor_results: [{ user: 5, name: null, user_name: "Iker Sanz", finish_position: 1 }],
  },
  kite_brand: "Ozone",
  kite_model: "R1 V4",
  kite_size: "11",
  foil_brand: null,
  foil_model: null,
  foil_wing: "590",
  feel: 4,
  s_point: null,
  e_point: null,
  static_map: null,
  can: { edit: true, delete: true, reply: true, hide: false },
};
const NEW = { hasKite: false, entry: null };
const draft = (part: Partial<EntryDraft> = {}): EntryDraft => ({ ...draftOf(null), ...part });
const regatta = (part: Partial<EntryDraft["regatta"]>) => draft({ regatta: { ...draft().regatta, ...part } });

describe("the draft of an entry", () => {
  it("saves an entry that was not changed as it was", () => {
    const body = bodyOf(draftOf(ENTRY), { hasKite: true, entry: ENTRY });
    expect(body).toMatchObject({
      content: "Fast",
      tags: [{ value: "rig" }],
      kite_brand: "Ozone",
      foil_brand: null,
      foil_wing: "590",
      feel: 4,
      straight_analysis_id: 9,
      straight_analysis_segments: [3],
    });
    expect(body.regatta_report).toEqual({
      name: null,
      start_date: "2026-06-20",
      end_date: "2026-06-21",
      number_competitors: null,
      finish_position: 2,
      tracks: [4],
      competitor_results: [{ user: 5, name: null, finish_position: 1 }],
    });
    expect(errorsOf({ track: 4 }, body, 0)).toEqual({});
  });

  it("keeps the kite notes of an entry whose class has none any more", () => {
    const kite = { ...draftOf(ENTRY).kite, kite_brand: "Duotone" };
    const body = bodyOf({ ...draftOf(ENTRY), kite }, { hasKite: false, entry: ENTRY });
    expect([body.kite_brand, body.feel]).toEqual(["Ozone", 4]);
    expect(bodyOf(draft({ kite }), NEW)).not.toHaveProperty("kite_brand");
  });

  it("has a dot on the tabs that are filled", () => {
    const { kite } = draft();
    expect([isNotesFilled(draft()), isRegattaFilled(draft().regatta), isKiteFilled(kite)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(isNotesFilled(draft({ tags: ["rig"] }))).toBe(true);
    expect(isNotesFilled(draft({ content: "  " }))).toBe(false);
    expect(isRegattaFilled(regatta({ finish_position: "3" }).regatta)).toBe(true);
    expect(isKiteFilled({ ...kite, feel: 1 })).toBe(true);
  });

  it("becomes an entry of kite notes when these are filled", () => {
    const kite = { ...draft().kite, foil_wing: "590" };
    expect(subjectFor({ track: 4 }, draft({ kite }), true)).toEqual({ track: 4, jType: "kite" });
    expect(subjectFor({ track: 4 }, draft({ kite }), false)).toEqual({ track: 4 });
    expect(["Formula Kite", "Kite Flying", "49er"].map(hasKiteNotes)).toEqual([true, true, false]);
    expect(hasKiteNotes(null)).toBe(false);
  });

  it.each([
    ["", "Content required", 0],
    ["", "Write a line or choose a tag, so that the photos can be found again.", 2],
  ])("that says nothing is refused", (content, message, photos) => {
    expect(errorsOf({}, bodyOf(draft({ content }), NEW), photos)).toEqual({ content: message });
  });

  it.each([
    [{ name: "Trofeo" }, "number_competitors", "Number of competitors required"],
    [{ name: "Trofeo" }, "start_date", "Choose the first and the last day of the regatta."],
    [{ number_competitors: "0" }, "number_competitors", "Write a whole number, 1 or more."],
    [{ finish_position: "2.5" }, "finish_position", "Write a whole number, 1 or more."],
    [{ finish_position: "third" }, "finish_position", "Write a whole number, 1 or more."],
    [
      { finish_position: "9", number_competitors: "8" },
      "finish_position",
      "There are fewer competitors than this position.",
    ],
  ])("with the regatta %j is refused at %s", (part, field, message) => {
    const errors = errorsOf({}, bodyOf(regatta(part), NEW), 0);
    expect(errors[`regatta_report.${field}`]).toBe(message);
    expect(tabOf(`regatta_report.${field}`)).toBe("regatta");
  });

  it("is refused for a competitor without a name or a place of 1 or more", () => {
    const days = { from: "2026-06-20", to: "2026-06-21" };
    const nobody = { key: 0, name: " ", user: null, position: "" };
    const last = { key: 1, name: "Jon", user: null, position: "0" };
    const errors = errorsOf({}, bodyOf(regatta({ days, competitors: [nobody, last] }), NEW), 0);
    expect(errors).toEqual({
      "regatta_report.competitor_results.0.name": "Choose a member of your teams or write a name.",
      "regatta_report.competitor_results.0.finish_position": "Write the position of each competitor.",
      "regatta_report.competitor_results.1.finish_position": "Write a whole number, 1 or more.",
    });
  });
});

describe("the text of an entry", () => {
  it("says the days of a regatta without saying a month or a year twice", () => {
    expect(daysText("2026-06-14", "2026-06-14")).toBe("14 Jun 2026");
    expect(daysText("2026-06-14", "2026-06-16")).toBe("14 to 16 Jun 2026");
    expect(daysText("2026-05-30", "2026-06-01")).toBe("30 May to 1 Jun 2026");
    expect(daysText("2025-12-30", "2026-01-01")).toBe("30 Dec 2025 to 1 Jan 2026");
  });

  it("names kite and foil with what is known of them", () => {
    expect([kiteText(ENTRY), foilText(ENTRY)]).toEqual(["Ozone R1 V4, 11 m²", "wing 590"]);
    expect(kiteText({ ...ENTRY, kite_brand: null, kite_model: null, kite_size: "11 m" })).toBe("11 m");
    expect(kindText({ ...ENTRY, regatta_report: null })).toBe("Kite Notes");
    expect(kindText({ ...ENTRY, jType: "star" })).toBe("Regatta Report");
  });

  it("links to the track or race only where the reader may view it", () => {
    expect(subjectLink(ENTRY)).toEqual({ to: "/tracks/4", label: "Track 4" });
    expect(subjectLink({ ...ENTRY, track: null, race: 6, subject: { ...ENTRY.subject!, name: "" } })).toEqual({
      to: "/races/6",
      label: "Race 6",
    });
    expect(subjectLink({ ...ENTRY, subject: null })).toBeNull();
    const star = { ...ENTRY, content: "A & B", s_point: "2026-06-21T11:20:00Z" };
    expect(starAddress(star)).toBe("/tracks/4?content=A+%26+B");
    expect(starAddress({ ...star, track: null, race: 6 })).toBe("/races/6?t=2026-06-21T11%3A20%3A00Z");
    expect(starAddress({ ...star, subject: null })).toBeNull();
  });
});

describe("what the form offers while typing", () => {
  it("is the gear that contains the text, and the one that is written in full first", () => {
    const texts = (text: string) => offered(["Airush", "Ozone", "Ozone"], text).map((one) => one.text);
    expect([texts(""), texts("oz"), texts("ozone"), texts("other")]).toEqual([
      ["Airush", "Ozone"],
      ["Ozone"],
      ["Ozone", "Airush"],
      [],
    ]);
  });

  it("is the members of the team, and last the name as written", () => {
    const mates = [
      { id: 1, name: "Lucía Ferrer" },
      { id: 2, name: "Jon" },
    ];
    const labels = (text: string, user: number | null = null) =>
      suggested(mates, text, user).map((one) => one.label ?? one.text);
    expect(labels("luc")).toEqual(["Lucía Ferrer", "Keep “luc” as written"]);
    expect(labels(" ")).toEqual(["Lucía Ferrer", "Jon"]);
    expect(labels("Lucía Ferrer", 1)).toEqual([]);
  });
});
