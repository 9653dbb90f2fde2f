import type { Correction } from "@leebow/core";
import { expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, processed } from "../../../test/test-server.ts";

onEveryDatabase("the calibration of a boat", (at) => {
  const DAY_MS = 86_400_000;
  const log = (day: number) =>
    Buffer.from(
      sailedSession(
        { class: "J70", minutes: 20, start_time_ms: Date.parse("2026-06-07T10:00:00Z") + day * DAY_MS },
        "nmea",
      ),
    );

  it("holds for her later logs, for no other boat, and can be taken back", async () => {
    const ada = await at().signUp();
    const correctionsOf = async (id: number): Promise<Correction[]> =>
      (await ada.call("GET", `/api/tracks/${id}/corrections/`)).body.corrections;
    const put = (id: number, corrections: Correction[]) =>
      ada.call("PUT", `/api/tracks/${id}/corrections/`, { json: { corrections } });
    const before = await ada.upload("monday.nmea", log(0), { boat_name: "J70" });
    expect(await correctionsOf(before.id)).toEqual([]);
    const calibrate: Correction = { action: "calibrate", calibration: { vane_deg: -4, log_factor: 1.05 } };
    expect((await put(before.id, [calibrate])).status).toBe(200);
    await processed(ada.call, before.id);

    const after = await ada.upload("tuesday.nmea", log(1), { boat_name: "J70" });
    expect(await correctionsOf(after.id)).toEqual([calibrate]);
    const other = await ada.upload("wednesday.nmea", log(2), { boat_name: "Melges 24" });
    expect(await correctionsOf(other.id)).toEqual([]);
    const watch = Buffer.from(
      sailedSession({ class: "J70", minutes: 20, start_time_ms: Date.parse("2026-06-11T10:00:00Z") }),
    );
    expect(await correctionsOf((await ada.upload("thursday.gpx", watch, { boat_name: "J70" })).id)).toEqual([]);

    // Taken back of one log, it is that of the others still; of all, of none.
    expect((await put(after.id, [])).status).toBe(200);
    expect(await correctionsOf((await ada.upload("friday.nmea", log(5), { boat_name: "J70" })).id)).toEqual([
      calibrate,
    ]);
    const ben = await at().signUp();
    const bens = await ben.upload("monday.nmea", log(7), { boat_name: "J70" });
    expect((await ben.call("GET", `/api/tracks/${bens.id}/corrections/`)).body.corrections).toEqual([]);
  });

  it("is applied to her earlier logs where it is asked for, and taken back from them", async () => {
    const ada = await at().signUp();
    const correctionsOf = async (id: number): Promise<Correction[]> =>
      (await ada.call("GET", `/api/tracks/${id}/corrections/`)).body.corrections;
    const put = (id: number, corrections: Correction[]) =>
      ada.call("PUT", `/api/tracks/${id}/corrections/`, { json: { corrections } });
    const [first, second, last] = [
      await ada.upload("monday.nmea", log(20), { boat_name: "J70" }),
      await ada.upload("tuesday.nmea", log(21), { boat_name: "J70" }),
      await ada.upload("wednesday.nmea", log(22), { boat_name: "J70" }),
    ];
    await ada.upload("sunday.nmea", log(19), { boat_name: "Melges 24" });
    const pin: Correction = { action: "pin_wind", twd_deg: 200 };
    const old: Correction = { action: "calibrate", calibration: { vane_deg: -9 } };
    await put(first.id, [old, pin]);
    const accepted: Correction = { action: "calibrate", calibration: { vane_deg: -4, log_factor: 1.05 } };
    await put(last.id, [accepted]);
    for (const { id } of [first, last]) await processed(ada.call, id);

    const path = `/api/tracks/${last.id}/earlier-logs/`;
    const before = (await ada.call("GET", path)).body;
    expect(before).toEqual({
      logs: [
        { id: second.id, calibration: null },
        { id: first.id, calibration: old.calibration },
      ],
    });
    const calibration = accepted.calibration!;
    const all = { logs: [first, second, last].map(({ id }) => ({ id, calibration })) };
    expect((await ada.call("PUT", path, { json: all })).status).toBe(200);
    expect(await correctionsOf(first.id)).toEqual([pin, accepted]);
    expect(await correctionsOf(second.id)).toEqual([accepted]);
    const track = await processed(ada.call, second.id);
    expect(track.processing_status).toBe(3);

    expect((await ada.call("PUT", path, { json: before })).body).toEqual(before);
    expect(await correctionsOf(first.id)).toEqual([pin, old]);
    expect(await correctionsOf(second.id)).toEqual([]);
    expect(await correctionsOf(last.id)).toEqual([accepted]);

    const impossible = { logs: [{ id: first.id, calibration: { log_factor: 9 } }] };
    expect((await ada.call("PUT", path, { json: impossible })).status).toBe(400);
    const ben = await at().signUp();
    expect((await ben.call("PUT", path, { json: all })).status).toBe(403);
    expect((await ada.call("GET", `/api/tracks/${first.id}/earlier-logs/`)).body).toEqual({ logs: [] });
  });
});
