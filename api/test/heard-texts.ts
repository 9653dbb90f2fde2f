/** What a test file heard the server say, for the tables of the specification's texts. */
import { personOf, type TestServer } from "./test-server.ts";

/** Who says a text: the server in an answer, or the screens alone, after the answer that is named. */
export type Speaker = "server" | `screens: ${string}`;

/** Calls whose answers are kept, text by text. */
export function listenTo(at: () => TestServer) {
  const heard = new Set<string>();
  const call: TestServer["call"] = async (method, path, options) => {
    const answer = await at().call(method, path, options);
    for (const text of textsOf(answer.body)) heard.add(text);
    return answer;
  };
  const signUp = async (name?: string) => personOf(call, (await at().signUp(name)).session);
  return { heard, call, signUp };
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Texts of the server that no answer had, and texts of the screens that an answer had all the same. */
export function wrongSpeakers(table: Record<string, Speaker>, heard: ReadonlySet<string>): string[] {
  return Object.keys(table).filter((text) => heard.has(text) !== (table[text] === "server"));
}
