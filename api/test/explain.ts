import { type CompiledQuery, createQueryId, type RootOperationNode } from "kysely";
import type { Db } from "../src/platform/db/open.ts";

/** A node of a plan that was run, as PostgreSQL's `explain (analyze, buffers, format json)` has it. */
interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

export interface Explained {
  ms: number;
  /** Pages of 8 kB that the query asked for, in memory or not. */
  buffers: number;
  /** Rows that were read from tables and indexes, kept or not. */
  rows: number;
  /** Tables that were read from one end to the other. */
  scanned: string[];
  plan: string;
}

/** Explains, one after the other, the statements that a query function runs. */
export async function explain(db: Db, query: (db: Db) => Promise<unknown>): Promise<Explained[]> {
  const nodes: RootOperationNode[] = [];
  const recorder = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await query(recorder);
  const explained: Explained[] = [];
  for (const node of nodes) explained.push(await explainNode(db, node));
  return explained;
}

async function explainNode(db: Db, node: RootOperationNode): Promise<Explained> {
  const compiled = db.getExecutor().compileQuery(node, createQueryId());
  const sql = `explain (analyze, buffers, format json) ${compiled.sql}`;
  const { rows } = await db.executeQuery<Record<string, unknown>>({ ...compiled, sql } as CompiledQuery<never>);
  const column = rows[0]!["QUERY PLAN"];
  const [{ Plan: root, "Execution Time": ms }] = typeof column === "string" ? JSON.parse(column) : column;
  const all = flat(root);
  return {
    ms,
    buffers: buffersOf(root),
    rows: all.reduce((sum, one) => sum + rowsRead(one), 0),
    scanned: all
      .filter((one) => one["Node Type"] === "Seq Scan" && one["Actual Loops"] > 0)
      .map((one) => one["Relation Name"]!),
    plan: lines(root, 1).join("\n"),
  };
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const buffersOf = (node: Node) => node["Shared Hit Blocks"] + node["Shared Read Blocks"];

/** A bitmap's index and its table are two nodes of the same rows: those of the table count. */
function rowsRead(node: Node): number {
  if (!node["Relation Name"]) return 0;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

function lines(node: Node, depth: number): string[] {
  const of = [node["Relation Name"], node["Index Name"]].filter(Boolean).join(", ");
  const removed = node["Rows Removed by Filter"] ? `, ${node["Rows Removed by Filter"]} removed` : "";
  const counts = `${node["Actual Rows"]} rows${removed}, ${node["Actual Loops"]} times, ${buffersOf(node)} buffers`;
  const own = `${"  ".repeat(depth)}${node["Node Type"]}${of && ` (${of})`}: ${counts}`;
  return [own, ...(node.Plans ?? []).flatMap((child) => lines(child, depth + 1))];
}
