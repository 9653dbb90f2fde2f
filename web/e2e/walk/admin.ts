/** What administrators see, and what they open with a reason. */
import { fleetBoat } from "../../../api/test/fleet-boat";
import { createAccount, createRace, fixture, newPerson, uploadTrack } from "../helpers";
import { administrator, call, newcomer, once } from "./seeds";
import { dialog, entry, presses, radio, sees, seesThe, ticks, types } from "./steps";
import { DESK, PHONE, type Row, type Step } from "./walk";

const BOTH = [DESK, PHONE];

/** A sailor with a private track, also in a race of the administrator's. */
const hidden = once(async () => {
  const sailor = await createAccount(newPerson("Marta", `Priv${Date.now()}`));
  const tracks: number[] = [];
  for (const seed of [1, 2])
    tracks.push(
      await uploadTrack(sailor, {
        path: `${seed}.gpx`,
        boat_class: "Laser",
        bytes: Buffer.from(fleetBoat({ seed })),
      }),
    );
  for (const id of tracks) await call(sailor, "PATCH", `/tracks/${id}/`, { permissions: "PRIVATE" });
  const race = await createRace(await administrator(), "Thursday", tracks);
  return { sailor, track: tracks[0]!, race };
});

/** Two sailors with a track each. */
const sailors = once(async () => {
  const surname = `Admira${Date.now()}`;
  for (const first of ["Olga", "Pere"])
    await uploadTrack(await createAccount(newPerson(first, surname)), { path: fixture("49er-cross-current.fit") });
  return surname;
});

const job = {
  id: "0b5f6f2e-6c1d-4a59-9a51-6f0d1c2b3a49",
  name: "analyze-track",
  state: "waiting",
  subject: "Olga King, day.fit",
  error: null,
  attempts: 1,
  time: new Date().toISOString(),
  can_cancel: true,
};
/** No job of the server waits for long. */
const waits: Step = (page) =>
  page.route(/\/api\/admin\/jobs\//, (route) =>
    route.fulfill({ json: { counts: { failed: 0, running: 0, waiting: 1 }, results: [job] } }),
  );

export const ADMINISTRATION: Row[] = [
  {
    name: "/admin",
    at: "/admin",
    as: administrator,
    answers: waits,
    states: [
      { name: "users, jobs, health, storage and audit", reach: [sees(/^answers, \d+ MB$/)], sizes: BOTH },
      {
        name: "cancelling a job",
        reach: [presses("Cancel Read track, Olga King, day.fit"), dialog("Cancel this job?")],
        fits: [],
      },
      {
        name: "disabling a user",
        reach: [
          types("Escape"),
          async (page) => {
            const { last } = (await hidden()).sailor;
            await page.getByLabel("Search name or email").fill(last);
            await presses(`More for Marta ${last}`)(page);
          },
          entry("Disable"),
          dialog(/^Disable Marta /),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "/admin of somebody else",
    at: "/admin",
    as: newcomer,
    states: [{ name: "the reason", reach: [sees("Administration is for administrators")] }],
  },
  {
    name: "a private track",
    at: async () => `/tracks/${(await hidden()).track}`,
    as: administrator,
    states: [{ name: "the reason to open it", reach: [sees("This track is private")] }],
  },
  {
    name: "a race with private tracks",
    at: async () => `/races/${(await hidden()).race}`,
    as: administrator,
    states: [{ name: "the reason to open it", reach: [sees("This race has private tracks")] }],
  },
  {
    name: "all tracks",
    at: "/home",
    as: administrator,
    states: [
      {
        name: "those of a search",
        reach: [
          radio("All Tracks"),
          async (page) => {
            const surname = await sailors();
            await page.getByLabel("Search tracks").fill(surname);
            await seesThe((at) => at.getByRole("tab", { name: "Tracks 2" }))(page);
          },
        ],
        sizes: BOTH,
      },
      {
        name: "those of a sailor",
        reach: [presses(/^Filter by sailor: all/), async (page) => ticks(`Olga ${await sailors()}`)(page)],
        fits: [],
      },
    ],
  },
];
