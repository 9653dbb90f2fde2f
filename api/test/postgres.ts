import { randomUUID } from "node:crypto";
import pg from "pg";

/** Runs a statement on the PostgreSQL server at this address. */
export async function onServer(address: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** A new database on the server that the address names: empty, or a copy of this template; its name begins with `run`. */
export async function freshDatabase(
  address: string,
  template?: string,
  run = "leebow_test",
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${run}_${randomUUID().replaceAll("-", "")}`;
  await onServer(address, `create database ${name}${template ? ` template ${template}` : ""}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await onServer(address, `drop database ${name} with (force)`)) };
}
