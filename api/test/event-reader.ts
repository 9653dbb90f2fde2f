import type { Person, TestServer } from "./test-server.ts";

export interface ReceivedEvent {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event; each test asserts its shape.
  data: any;
}

/** An open stream of events. */
export interface EventReader {
  status: number;
  /** The next event of this name; fails when the stream ends before. */
  next(name: string): Promise<ReceivedEvent>;
  /** Every event until the stream ends. */
  rest(): Promise<ReceivedEvent[]>;
  close(): Promise<void>;
}

export async function openEvents(at: TestServer, { session }: Person): Promise<EventReader> {
  const headers = { authorization: `Bearer ${session.access}` };
  const response = await at.fetch(new Request("http://leebow.test/api/events/", { headers }));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const message = text.slice(0, end);
        text = text.slice(end + 2);
        const event = /^event: (.*)\ndata: (.*)$/.exec(message);
        if (event) return { name: event[1]!, data: JSON.parse(event[2]!) };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
  return {
    status: response.status,
    async next(name) {
      for (;;) {
        const event = await read();
        if (!event) throw new Error(`the stream ended before an event ${name}`);
        if (event.name === name) return event;
      }
    },
    async rest() {
      const events: ReceivedEvent[] = [];
      for (let event = await read(); event; event = await read()) events.push(event);
      return events;
    },
    close: () => reader.cancel(),
  };
}
