import type { Session } from "../src/app/contract.ts";
import { type Answer, type CallOptions, type Person, personOf } from "./test-server.ts";

/** Calls of a server that listens at this address. */
export async function callAt(
  address: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.json !== undefined) headers.set("content-type", "application/json");
  const body = options.json === undefined ? options.form : JSON.stringify(options.json);
  const response = await fetch(`${address}${path}`, { method, headers, ...(body ? { body } : {}) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const parsed = isJson ? JSON.parse(Buffer.from(bytes).toString()) : null;
  return { status: response.status, body: parsed, headers: response.headers, bytes };
}

/** A user of that server. */
export function personAt(address: string, session: Session): Person {
  return personOf((method, path, options) => callAt(address, method, path, options), session);
}

/** A new user of that server. */
export async function signUpAt(address: string, first_name: string): Promise<Person> {
  const password = { password: "lee bow", password_confirmation: "lee bow" };
  const email = `${first_name}@leebow.test`.toLowerCase();
  const json = { first_name, last_name: "Lovelace", email, ...password, primary_boat_class: "49er" };
  const { status, body } = await callAt(address, "POST", "/api/users/register/", { json });
  if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
  return personAt(address, body);
}
