import { LIMITS } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import { PhotoFault, PhotoQueue } from "../src/journal/use-entry-form";

const photos = (count: number, name = "a.jpg") => Array.from({ length: count }, () => new File(["x"], name));
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A queue whose photos are reduced one by one when `reduce` is called. */
function queueByHand() {
  const waiting: (() => void)[] = [];
  const queue = new PhotoQueue(
    (file) =>
      new Promise((resolve, reject) =>
        waiting.push(() => (file.name === "broken" ? reject(new PhotoFault("Not a picture.")) : resolve(file))),
      ),
    () => "blob:photo",
    () => {},
  );
  const reduceAll = async () => {
    for (await settle(); waiting.length > 0; await settle()) waiting.shift()!();
  };
  return { queue, reduceAll };
}

describe("photos of an entry", () => {
  it("stay within the limit when a second paste comes while the photos of the first are reduced", async () => {
    const { queue, reduceAll } = queueByHand();
    const room = LIMITS.journal_photos;
    void queue.add(photos(room - 1), room);
    void queue.add(photos(3), room);
    await reduceAll();
    expect(queue.chosen).toHaveLength(room);
    expect(queue.errors.join()).toContain("2 of these 3 were not taken");
  });

  it("count as chosen from the start, so that leaving the form asks first", () => {
    const { queue } = queueByHand();
    void queue.add(photos(1), 5);
    expect([queue.chosen.length, queue.count]).toEqual([0, 1]);
  });

  it("are waited for before the entry is sent", async () => {
    const { queue, reduceAll } = queueByHand();
    void queue.add(photos(2), 5);
    let sent = -1;
    const sending = queue.settled().then(() => (sent = queue.chosen.length));
    await settle();
    expect(sent).toBe(-1);
    await reduceAll();
    await sending;
    expect(sent).toBe(2);
  });

  it("that cannot be read leave their place to others", async () => {
    const { queue, reduceAll } = queueByHand();
    void queue.add(photos(1, "broken"), 1);
    await reduceAll();
    expect([queue.count, queue.errors]).toEqual([0, ["Not a picture."]]);
    void queue.add(photos(1), 1);
    await reduceAll();
    expect([queue.chosen.length, queue.errors]).toEqual([1, []]);
  });
});
