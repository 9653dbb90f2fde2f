import { randomUUID } from "node:crypto";
import pg from "pg";

/** Runs a statement on the PostgreSQL server at this address. */
export async function onServer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A new database on the server that the address names: empty, or a copy of this template. */
export async function freshDatabase(
  address: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `leebow_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(address, `create database ${name}${template ? ` template ${template}` : ""}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(address, `drop database ${name} with (force)`) };
}
