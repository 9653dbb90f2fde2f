/** A failed call: the server's error answer, or no answer. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** The error's sentence; null when it has field messages only. */
    readonly detail: string | null,
    /** Messages by field name. */
    readonly fields: Record<string, string[]> = {},
    /** Id of the object that a 409 is about; null without one. */
    readonly existing_id: number | null = null,
    /** The stable name of the error; null without one. */
    readonly code: string | null = null,
  ) {
    super(detail ?? `The server answered ${status}.`);
  }

  /** Sentences to show: the detail, or else the messages of the fields. */
  get sentences(): string[] {
    if (this.detail) return [this.detail];
    const messages = Object.values(this.fields).flat();
    return messages.length > 0 ? messages : ["The server could not do this. Try again in a minute."];
  }
}

export const NO_ANSWER = "The server does not answer. Check your connection and try again.";

/** One sentence for people: what a failed call reported, or that no answer came. */
export const failureSentence = (cause: unknown): string =>
  cause instanceof ApiFailure ? cause.sentences.join(" ") : NO_ANSWER;

/** The failure handler of a call whose form shows its failures. */
export const shownByForm = (): void => undefined;

/** Reads an error body: `{detail}`, with `id` of what exists already, or `{field: [message]}`; anything else has neither. */
export function failureOf(status: number, body: unknown): ApiFailure {
  if (typeof body !== "object" || body === null) return new ApiFailure(status, null);
  if ("detail" in body && typeof body.detail === "string") {
    const id = "id" in body && typeof body.id === "number" ? body.id : null;
    const code = "code" in body && typeof body.code === "string" ? body.code : null;
    return new ApiFailure(status, body.detail, {}, id, code);
  }
  const fields: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body)) {
    const messages = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    if (messages.length > 0) fields[name] = messages;
  }
  return new ApiFailure(status, null, fields);
}
