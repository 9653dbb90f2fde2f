/** What the rows look at, made through the API once for all rows of a worker. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import {
  type Account,
  asCoach,
  confirmAddress,
  createAccount,
  createRace,
  fixture,
  newAddress,
  newPerson,
  PASSWORD,
  uploadTrack,
  withApi,
} from "../helpers";

/** Makes it at the first call alone. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const READ = { timeout: 60_000 };
const authorized = ({ access }: Pick<Account, "access">) => ({ authorization: `Bearer ${access}` });

export async function call<T>(
  account: Account,
  method: "GET" | "POST" | "PATCH" | "PUT",
  path: string,
  data?: object,
): Promise<T> {
  return withApi(async (api) => {
    const response = await api.fetch(`/api${path}`, { method, headers: authorized(account), data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  });
}

/** The account with the session that its user has by now. */
export async function renewed(account: Account): Promise<Account> {
  return { ...account, session: { user: await call(account, "GET", "/users/me/"), access: account.access } };
}

/** Stores a wind log of the fixtures, or this text. Returns its id, once it is read or refused. */
export async function storeLog(account: Account, bytes?: Buffer): Promise<number> {
  const headers = authorized(account);
  return withApi(async (api) => {
    const upload = await (await api.get("/api/windfiles/path/", { headers })).json();
    const data = bytes ?? readFileSync(fixture("j70-with-wind-log.wind.nmea"));
    await api.put(upload.url, { headers: upload.headers, data });
    const body = { file_path: upload.file_path, orig_file_name: bytes ? "notes.txt" : "committee-boat.txt" };
    const { id } = await (await api.post("/api/windfiles/", { headers, data: body })).json();
    const status = async () => (await (await api.get(`/api/windfiles/${id}/`, { headers })).json()).processing_status;
    await expect.poll(status, READ).toBe(bytes ? 2 : 3);
    return id;
  });
}

/** A report of a whole wind file. Returns its id. */
export async function storeReport(account: Account, wind_file: number, name: string): Promise<number> {
  const { start_time, end_time } = await call<{ start_time: string; end_time: string }>(
    account,
    "GET",
    `/windfiles/${wind_file}/`,
  );
  const { id } = await call<{ id: number }>(account, "POST", "/windreports/", {
    wind_file,
    name,
    start_time,
    end_time,
  });
  return id;
}

/** Returns the id of a new team. */
export async function createTeam(account: Account, name: string): Promise<number> {
  return withApi(async (api) => {
    const made = await api.post("/api/teams/", { headers: authorized(account), multipart: { name } });
    expect(made.ok(), await made.text()).toBe(true);
    return (await made.json()).id;
  });
}

/** Without tracks, teams and entries. */
export const newcomer = once(() => createAccount());

/** With the coach's plan, and nothing else. */
export const coach = once(async () => asCoach(await createAccount(newPerson("Ana", "Ferrandis"))));

/** With a confirmed address, on the free plan. */
export const confirmed = once(async () => {
  const account = await createAccount();
  await confirmAddress(account);
  return account;
});

/** e2e/server.mjs makes the account as an operator does. */
export const administrator = once(() =>
  withApi(async (api) => {
    const person = { ...newPerson("Ada", "King"), email: "ada.king@sail.example" };
    const data = { email: person.email, password: PASSWORD };
    const session = await (await api.post("/api/users/login/", { data, headers: newAddress() })).json();
    return { ...person, access: session.access, session } as Account;
  }),
);

/** A sailor with one track of this fixture. */
const withTrack = (file: string, boat_class: string) =>
  once(async () => {
    const account = await createAccount();
    return { account, id: await uploadTrack(account, { path: fixture(file), boat_class }) };
  });

export const kiel = withTrack("49er-kiel.fit", "49er");
export const weymouth = withTrack("ilca-weymouth.gpx", "Laser");
export const reach = withTrack("ilca-reach-only.fit", "Laser");

/** A track whose file was cut off before its end. */
export const cutOff = once(async () => {
  const account = await createAccount();
  const whole = readFileSync(fixture("49er-kiel.fit"));
  const bytes = whole.subarray(0, Math.floor(whole.length * 0.8));
  return { account, id: await uploadTrack(account, { path: "cut-off.fit", bytes }) };
});

/** A sailor with a wind log, two reports of it and a track that it belongs to. */
export const withWind = once(async () => {
  const account = await createAccount();
  const file = await storeLog(account);
  const report = await storeReport(account, file, "The second race of the afternoon, last beat");
  const id = await uploadTrack(account, { path: fixture("j70-with-wind-log.gpx"), boat_class: "J70" });
  return { account, file, report, id };
});

/** Two tracks of a coach on one day, and a race of them. */
export const coachWithRace = once(async () => {
  const account = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const tracks: number[] = [];
  for (const file of ["49er-kiel.fit", "49er-ten-hertz.fit"])
    tracks.push(await uploadTrack(account, { path: fixture(file) }));
  return { account, tracks, race: await createRace(account, "Kiel, race 1", tracks) };
});
