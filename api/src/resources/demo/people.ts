/** Fictional people beside the demo account, with random passwords that are not stored: they cannot log in. */
import { randomUUID } from "node:crypto";
import { findUserByEmail } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";

interface DemoPerson {
  email: string;
  first_name: string;
  last_name: string;
}

const person = (name: string, first_name: string, last_name: string): DemoPerson => ({
  email: `${name}@leebow.example`,
  first_name,
  last_name,
});

export const COACH = person("coach", "Ines", "Halvorsen");
/** Those who sail the race with the demo account. */
export const SAILORS = [
  person("sailor", "Jonas", "Petit"),
  person("lena", "Lena", "Brandt"),
  person("tom", "Tom", "Okafor"),
  person("sofia", "Sofia", "Marin"),
  person("emil", "Emil", "Sandvik"),
] as const;

/** The id of a fictional person, whose account is created as needed. */
export async function personId({ db, auth }: AppContext, person: DemoPerson): Promise<number> {
  const found = await findUserByEmail(db, person.email);
  if (found) return found.id;
  const name = `${person.first_name} ${person.last_name}`;
  await auth.api.signUpEmail({ body: { ...person, name, password: randomUUID(), primary_boat_class: "49er" } });
  await db.updateTable("users").set({ email_verified: true }).where("email", "=", person.email).execute();
  return (await findUserByEmail(db, person.email))!.id;
}

/** Ids of the demo account and the sailors, in the order of the boats of the race. */
export async function crewIds(context: AppContext, demo_id: number): Promise<number[]> {
  const ids = [demo_id];
  for (const sailor of SAILORS) ids.push(await personId(context, sailor));
  return ids;
}
