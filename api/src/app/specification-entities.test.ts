import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import { until } from "../../test/until.ts";
import { uploadWind, windLog } from "../../test/wind.ts";
import type { RaceDetail } from "../resources/races/schema.ts";
import type { StraightAnalysis, Track, TrackDetail, WindFile } from "./contract.ts";

/** Names of fields, as a sentence of the specification lists them. */
const named = (names: string) => names.split(" ");
const expectFields = (entity: object | undefined, names: string) =>
  expect(Object.keys(entity ?? {})).toEqual(expect.arrayContaining(named(names)));

onEveryDatabase("the entities of the specification, as the server answers them", (at) => {
  let ada: Person;
  let track: Track;
  let second: Track;
  let wind: WindFile;

  const read = async (path: string) => {
    const { status, body } = await ada.call("GET", `/api/${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const send = async (path: string, json: object) => {
    const { status, body } = await ada.call("POST", `/api/${path}`, { json });
    expect([path, status]).toEqual([path, 201]);
    return body;
  };
  beforeAll(async () => {
    ada = await at().signUp("Ada");
    const features = `["athlete", "auto_segmentation", "coach_tools"]`;
    await sql`update users set enabled_features = ${features}::jsonb where id = ${ada.session.user.id}`.execute(
      at().context.db,
    );
    const gpx = readFixture("j70-with-wind-log.gpx");
    track = await ada.upload("first.gpx", gpx, { boat_name: "J70" });
    const kite = readFixture("formula-kite-palma.vakaros.csv");
    second = await ada.upload("second.csv", kite, { boat_name: "Formula Kite" });
    wind = await uploadWind(at(), ada, windLog());
  }, 120_000);

  it("have the fields of a user and of the session that a login opens", async () => {
    const user = await read("users/me/");
    expectFields(
      user,
      "id email first_name last_name role profile_img garmin_connected auto_segmentation_enabled email_notifications " +
        "show_wind_arrow primary_boat_class enabled_features teammates",
    );
    expect(user.enabled_features).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    const { email } = ada.session.user;
    const { body } = await at().call("POST", "/api/users/login/", { json: { email, password: "lee bow" } });
    expect(body).toMatchObject({ user: { id: user.id }, access: expect.any(String) });
    expect(Object.keys(user)).not.toContain("password");

    const mate = await at().signUp("Mate");
    const team = new FormData();
    team.set("name", "Kiel");
    const { body: made } = await ada.call("POST", "/api/teams/", { form: team });
    await send(`teams/${made.id}/members/`, { email: mate.session.user.email });
    const { id } = mate.session.user;
    expect((await read("users/me/")).teammates).toEqual([{ id, first_name: "Mate", last_name: "Lovelace" }]);
  });

  it("have the fields of a track and of its figures, in metres and seconds", async () => {
    const row: Track = (await read("tracks/?owner=mine")).results.find(({ id }: Track) => id === track.id);
    expectFields(
      row,
      "id user full_name boat_name permissions start_time end_time tz location static_map sample_rate garmin_id " +
        "wind_file twd_avg journal_count processing_status metric",
    );
    expectFields(row.metric!, "distance duration max_speed tacks sets gybes douses straights average_wind_direction");
    const sailed_s = (Date.parse(row.end_time!) - Date.parse(row.start_time!)) / 1000;
    expect(row.metric!.duration).toBeCloseTo(sailed_s, -1);
    expect(row.metric!.distance).toBeGreaterThan(sailed_s);
    expect(row).toMatchObject({ user: ada.session.user.id, full_name: "Ada Lovelace", permissions: "PUBLIC" });
  });

  it("have the points, segments and maneuvers of a track, without the values that are null", async () => {
    const detail: TrackDetail = await read(`tracks/${second.id}/`);
    expectFields(detail, "id tz boat_name full_name start_time location metric wind_file trackpoints segments metrics");
    const point = detail.trackpoints.at(-100)!;
    expectFields(point, "id lat lon time metrics");
    expectFields(point.metrics, "sog cog vmg lvg ewd etwa");
    expect(detail.trackpoints.flatMap(({ metrics }) => Object.values(metrics)).every(Number.isFinite)).toBe(true);
    expectFields(detail.segments[0], "seg_name id start finish tag label user_tags color start_time end_time");
    expect(new Set(detail.segments.map(({ label }) => label))).toContain("S");
    const tack = detail.metrics.find(({ label }) => label === "T")!;
    expectFields(
      tack,
      "label segment_name start_time duration time loss_og loss_80 entry_speed exit_speed min_speed max_speed " +
        "min_turn_rate max_turn_rate avg_turn_rate maneuver_angle preview start_time end_time",
    );
    expect(tack.duration).toMatch(/^\d+:\d\d:\d\d$/);
  });

  it("have the fields of a race, of its boats, of their points and of its wind", async () => {
    const { id } = await send("races/", { tracks: [track.id, second.id], name: "Morning" });
    const race: RaceDetail = await read(`races/${id}/`);
    expectFields(race, "id name user share_id start_time processing_status track wind_estimates");
    expectFields(race.user, "id first_name last_name profile_img");
    expectFields(race.track[0], "user trackpoints racepoints segments");
    expectFields(race.track[0]!.racepoints[0], "race_wind_estimate etwa vmg lvg");
  });

  it("have the fields of a wind file, of its reports and of their numbers", async () => {
    const { id: wind_file, start_time, end_time } = wind;
    const made = await send("windreports/", { wind_file, name: "First beat", start_time, end_time });
    expect(made).toMatchObject({ wind_file, name: "First beat", start_time, end_time });
    const file: WindFile = await read(`windfiles/${wind_file}/`);
    expectFields(file, "id original_name start_time end_time time static_map processing_status wind_reports");
    expectFields(file.wind_reports[0], "id name start_time end_time");
    const report = await until(async () => {
      const now = await read(`windreports/${made.id}/`);
      return now.metrics !== null && now;
    });
    expectFields(report, "name start_time end_time wind_file windpoints metrics");
    expectFields(report.windpoints[0], "time tws_smoothed twd_smoothed");
    expectFields(
      report.metrics,
      "avg_twd avg_tws std_twd std_tws avg_tws_diff_s avg_twd_diff_s avg_tws_diff_min avg_twd_diff_min stability",
    );
    expectFields(report.metrics.stability, "tws twd relative_tws relative_twd");
  });

  it("have the fields of a journal entry, of its regatta report and of a reply", async () => {
    const regatta_report = {
      ...{ name: "Kieler Woche", start_date: "2026-06-20", end_date: "2026-06-24" },
      ...{ number_competitors: 31, finish_position: 3, tracks: [second.id] },
      competitor_results: [
        { name: "Grace Hopper", finish_position: 1 },
        { user: ada.session.user.id, finish_position: 3 },
      ],
    };
    const kite = { kite_brand: "Ozone", kite_model: "Enduro", kite_size: "9", foil_brand: "Levitaz", feel: 4 };
    const note = { track: second.id, jType: "kite", content: "Fast", tags: [{ value: "Speed/Tuning" }], ...kite };
    const { id } = await send("journals/", { ...note, regatta_report });
    await send(`journals/${id}/reply/`, { content: "Why?" });
    const entry = await read(`journals/${id}/`);
    expectFields(
      entry,
      "id track race content tags photos author created replies straight_analysis_id straight_analysis_name " +
        "straight_analysis_segments regatta_report jType kite_brand kite_model kite_size foil_brand foil_model " +
        "foil_wing feel static_map s_point e_point",
    );
    expect(entry).toMatchObject({ ...note, tags: [{ id: expect.any(Number), value: "Speed/Tuning" }] });
    expect(entry.regatta_report).toMatchObject(regatta_report);
    expect(entry.regatta_report.competitor_results).toMatchObject([
      { user_name: "Grace Hopper" },
      { user_name: "Ada Lovelace" },
    ]);
    expectFields(entry.replies[0], "id journal content author modified");
    expect((await send("journals/", { track: track.id, content: "No kite" })).feel).toBe(-1);
  });

  it("have the fields of a team and of its members", async () => {
    const form = new FormData();
    form.set("name", "Palma");
    const { body: team } = await ada.call("POST", "/api/teams/", { form });
    expectFields(team, "id name logo coaches athletes created_by membership");
    expect(team).toMatchObject({ created_by: ada.session.user.id, membership: { permissions: "ALL" } });
    expectFields(team.coaches[0], "id email first_name last_name profile_img");
  });

  it("have the fields of a straight-line analysis, of its straights and of a correlation", async () => {
    const { segments } = (await read(`tracks/${second.id}/`)) as TrackDetail;
    const straights = segments.filter(({ label }) => label === "S").map(({ id }) => id);
    const { id } = await send("straights/", { track: second.id, segments: straights, name: "Upwind" });
    const analysis: StraightAnalysis = await read(`straights/${id}/`);
    expectFields(analysis, "track_id name segments all_segments");
    expect(Object.keys(analysis.segments)).toEqual(
      segments.filter(({ label }) => label === "S").map((s) => s.seg_name),
    );
    const [straight] = Object.values(analysis.segments);
    expectFields(straight, "id start_time end_time tags trackpoints avgs stds travels sog_lag");
    expectFields(analysis.all_segments!, "trackpoints start_time end_time sog_lag");
    const [row] = await read(`straights/${id}/corrs/?vals=sog&vals=cog&vals=ewd`);
    expectFields(row, "col1 col2 r");
  });

  it("have the fields of the boat catalogue, a price and a subscription", async () => {
    for (const boat of await read("boats/")) {
      expectFields(boat, "boat_type brand name sizes_or_wings");
      expect(["Kite", "Foil"]).toContain(boat.boat_type);
    }
    const [price] = await read("billing/prices/");
    expectFields(price, "id amount recurring product");
    expectFields(price.recurring, "interval");
    expectFields(price.product, "name features");
    const { id } = await read("billing/init-checkout/?price_id=embedded_coach");
    await at().call("POST", `/api/billing/checkout/${id}/pay/`);
    const [subscription] = await read("billing/subs/");
    expectFields(subscription, "price status next_billing_date cancel_at_period_end");
    expectFields(subscription.price, "id name");
  });
});
