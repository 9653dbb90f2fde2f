/** Entries and teams, made through the API. */
import { expect } from "@playwright/test";
import { type Account, asCoach, confirmAddress, createAccount, newPerson, withApi } from "./helpers";

const authorized = ({ access }: Account) => ({ authorization: `Bearer ${access}` });

/** Writes an entry through the API. Returns its id. */
export async function writeEntry(by: Account, data: object): Promise<number> {
  return withApi(async (api) => {
    const response = await api.post("/api/journals/", { headers: authorized(by), data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).id;
  });
}

export async function writeReply(by: Account, entry: number, content: string): Promise<void> {
  await withApi(async (api) => {
    const response = await api.post(`/api/journals/${entry}/reply/`, { headers: authorized(by), data: { content } });
    expect(response.status(), await response.text()).toBe(201);
  });
}

/** A coach and an athlete of the same team, each with a session that knows the other. */
export async function newTeam(): Promise<{ coach: Account; athlete: Account }> {
  const coach = await asCoach(await createAccount());
  const athlete = await createAccount(newPerson("Iker", "Sanz"));
  await confirmAddress(athlete);
  return withApi(async (api) => {
    const made = await api.post("/api/teams/", { headers: authorized(coach), multipart: { name: "Squad" } });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = await made.json();
    const path = `/api/teams/${id}/members/`;
    const added = await api.post(path, { headers: authorized(coach), data: { email: athlete.email } });
    expect(added.ok(), await added.text()).toBe(true);
    // Who has not chosen yet shows the team nothing of his own.
    const chosen = await api.patch(`/api/teams/${id}/membership/`, {
      headers: authorized(athlete),
      data: { permissions: "ALL" },
    });
    expect(chosen.ok(), await chosen.text()).toBe(true);
    const renewed = async (one: Account): Promise<Account> => {
      const user = await (await api.get("/api/users/me/", { headers: authorized(one) })).json();
      return { ...one, session: { user, access: one.access } };
    };
    return { coach: await renewed(coach), athlete: await renewed(athlete) };
  });
}
