/** The JSON schema (2020-12) of a document, with the types of the engine that it contains. */
import { readFileSync } from "node:fs";
import { z } from "zod";

type Schema = Record<string, unknown>;

const ENGINE_TYPES = new URL("../../core/js/src/generated/engine.schema.json", import.meta.url);
const engineTypes: Record<string, Schema> = JSON.parse(readFileSync(ENGINE_TYPES, "utf8"));

const TIME = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" };

/** What follows from the name of a field, "Type.field", for its values of this type; a description where it has none. */
const BY_NAME: readonly [RegExp, "number" | "string" | "array", Schema][] = [
  [/\.((new_)?(start|end)_|from_|to_)?time$|\.(recalls|practice_starts)$/, "string", { $ref: "#/$defs/time" }],
  [/\.month$|^LossChange\.(from|to)$/, "string", { pattern: "^\\d{4}-\\d{2}$" }],
  [/\.sha256$/, "string", { pattern: "^[0-9a-f]{64}$" }],
  [/\.((flip_)?probability|rival_probabilities|quality)$/, "number", { minimum: 0, maximum: 1 }],
  [/(?<!Candidate|Correction)\.(twd|mean_twd|cog|set)_deg$/, "number", { minimum: 0, exclusiveMaximum: 360 }],
  [/(Candidate|Correction)\.twd_deg$/, "number", { minimum: 0, maximum: 360 }],
  [/\.(\w+_)?(sd|error)(_\w+)?$/, "number", { minimum: 0, description: "One standard deviation." }],
  [/\.end$/, "number", { description: "After the last: the range is half-open." }],
  [/\.(distance_m|(duration|water_time|sailing|foiling|longest)_s)$/, "number", { minimum: 0 }],
  [/\.((max_)?speed|sog|tws|drift)_kn$|^InConditions\./, "number", { minimum: 0 }],
  [/\.share_pct$/, "number", { minimum: 0, maximum: 100 }],
  [/\.sample_rate_hz$/, "number", { exclusiveMinimum: 0 }],
  [/^FleetWind\.boats$/, "number", { minimum: 1 }],
  [/\.wind_candidates$/, "array", { maxItems: 4 }],
];

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

export function schemaOf(name: string, document: z.ZodType): Schema {
  const { $schema, $defs: own = {}, ...root } = z.toJSONSchema(document, { io: "input", unrepresentable: "any" });
  const { title, description, closed = [], ...rest } = root as Schema & { closed?: readonly string[] };
  const found = new Map<string, Schema>([["time", TIME]]);
  const written = plain("", rest, find);
  const $comment = "Generated from cli/schema/documents.ts and the Rust types of the engine.";
  const types = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    $schema,
    $id: `${name}.schema.json`,
    $comment,
    title,
    description,
    ...written,
    $defs: Object.fromEntries(types),
  };

  function find(type: string): void {
    if (found.has(type)) return;
    found.set(type, {});
    const schema = plain(type, ((own as Record<string, Schema>)[type] ?? engineTypes[type])!, find);
    found.set(type, closed.includes(type) ? { ...schema, additionalProperties: false } : schema);
  }
}

/** A schema in few words. `find` is called with the types that it names. */
function plain(field: string, schema: Schema, find: (type: string) => void): Schema {
  const { engine, format: _format, default: _default, id: _id, ...all } = schema;
  if (engine) return plain(field, { $ref: `#/$defs/${engine}`, ...all }, find);
  const type = field.split(".")[0];
  const result: Schema = {};
  for (const [key, value] of Object.entries(all)) {
    if (key === "properties") {
      const required = (all.required ?? []) as string[];
      const known = Object.entries(value as Record<string, Schema>).map(([name, of]) => {
        const own = required.includes(name) || !(type! in engineTypes) ? of : withoutNull(of);
        return [name, plain(`${type}.${name}`, own, find)];
      });
      result.properties = Object.fromEntries(known);
    } else if (key === "description") result.description = sentenceOf(value as string);
    else if (key === "$ref") {
      find((value as string).replace("#/$defs/", ""));
      result.$ref = value;
    } else if (Array.isArray(value)) result[key] = value.map((one) => (isSchema(one) ? plain(field, one, find) : one));
    else if (isSchema(value)) result[key] = plain(field, value, find);
    else if (Math.abs(value as number) !== Number.MAX_SAFE_INTEGER) result[key] = value;
  }
  return byName(field, namedValues(result));
}

/** A field of the engine that may be absent is not null. */
function withoutNull({ type, anyOf, ...rest }: Schema): Schema {
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== "null") };
  if (Array.isArray(anyOf) && anyOf.length === 2)
    return { ...rest, ...anyOf.find((one: Schema) => one.type !== "null") };
  return { ...rest, ...(type !== undefined && { type }), ...(anyOf !== undefined && { anyOf }) };
}

/** Values that are described one by one, as one list. */
function namedValues(schema: Schema): Schema {
  const { oneOf, description, ...rest } = schema;
  const isValue = (one: Schema) => "const" in one || ("enum" in one && one.type === "string");
  if (!Array.isArray(oneOf) || !oneOf.every(isValue)) return schema;
  const values = oneOf.flatMap((one: Schema) => (one.enum ?? [one.const]) as string[]);
  const meanings = oneOf.flatMap((one) => (one.description ? [`${one.const}: ${one.description}`] : []));
  return { ...rest, type: "string", enum: values, description: [description, ...meanings].filter(Boolean).join(" ") };
}

function byName(field: string, schema: Schema): Schema {
  const types = [schema.type].flat();
  for (const [name, type, follows] of BY_NAME) {
    const isOfType = types.includes(type) || (type === "number" && types.includes("integer"));
    if (!isOfType || !name.test(field) || "enum" in schema) continue;
    if (!("$ref" in follows))
      return { ...schema, ...follows, ...(schema.description ? { description: schema.description } : {}) };
    const { type: _type, ...rest } = schema;
    return types.includes("null") ? { ...rest, anyOf: [follows, { type: "null" }] } : { ...rest, ...follows };
  }
  return schema;
}

/** Without the links and line breaks of a comment in Rust. */
const sentenceOf = (comment: string) => comment.replace(/\[`(?:\w+::)*(\w+)`\]/g, "`$1`").replaceAll("\n", " ");
