import { zipOf } from "@leebow/fixtures";
import { describe, expect, it, vi } from "vitest";
import { recordingsIn } from "../src/engine/unzip.ts";
import { ApiFailure } from "../src/server/failure.ts";
import { onUpload } from "../src/upload/file-check.ts";
import {
  filesOf,
  isAllDone,
  isAllWell,
  type QueueCalls,
  storedTracks,
  UploadQueue,
} from "../src/upload/upload-queue.ts";

const WHOLE = {
  isWhole: true,
  kept: "All 3 points kept",
  read: "Read: 3 points",
  picture: "",
  remarks: [],
  parts: null,
  data: null,
};
const RIDE = {
  lead: "This is a bike ride, 15 min, and no sailing.",
  rest: "",
  kind: "other_sport",
  sport: "cycling",
} as const;
const FIELDS = { boat_name: "49er", permissions: "PUBLIC" } as const;

/** A queue whose files are read, hashed by their text, and stored as tracks 1, 2, 3. */
function queueOf(over: Partial<QueueCalls> = {}) {
  let track_id = 0;
  const upload = vi.fn<QueueCalls["upload"]>(() => ({
    track: Promise.resolve({ id: ++track_id } as never),
    cancel: () => undefined,
  }));
  const queue = new UploadQueue({
    recordingsIn: async () => null,
    sessionsOf: async () => [],
    refusal: () => null,
    sha256Of: (file) => file.text(),
    findKnown: async () => [],
    checkFile: async () => ({ isReadable: true, finding: WHOLE, no_sailing: null }),
    upload,
    ...over,
  });
  const states = () => queue.state.items.map(({ state }) => state);
  return { queue, upload, states };
}

const file = (name: string, text = name) => new File([text], name);

describe("the queue of an upload", () => {
  it("sends every file, in order, one after the other", async () => {
    const { queue, upload, states } = queueOf();
    await queue.add([file("a.gpx"), file("b.gpx")]);
    expect(states()).toEqual(["ready", "ready"]);
    await queue.sendAll(FIELDS);
    expect(upload.mock.calls.map(([{ files }]) => files[0]!.name)).toEqual(["a.gpx", "b.gpx"]);
    expect(queue.state.items.map((item) => item.track_id)).toEqual([1, 2]);
    expect([isAllWell(queue.state.items), isAllDone(queue.state.items)]).toEqual([true, true]);
  });

  it("sends the files of one session together, as one item", async () => {
    const joined = file("a-10.gpx");
    const { queue, states } = queueOf({
      sessionsOf: async (files) => [{ files: [files[2]!, files[0]!], joined }],
      upload: vi.fn<QueueCalls["upload"]>(() => ({
        track: Promise.resolve({
          id: 5,
          archive: {
            kind: "files",
            tracks: [{ id: 5, file_name: "a-10.gpx", is_new: true, files: ["a-10", "a-11"] }],
            remarks: [],
          },
        } as never),
        cancel: () => undefined,
      })),
    });
    await queue.add([file("a-11"), file("b.gpx"), file("a-10")]);
    expect([states(), queue.state.items.map(({ file }) => file.name)]).toEqual([
      ["ready", "ready"],
      ["a-10.gpx", "b.gpx"],
    ]);
    await queue.sendAll(FIELDS, [queue.state.items[0]!.id]);
    const [item] = queue.state.items;
    expect(item!.sources.map(({ name }) => name)).toEqual(["a-10", "a-11"]);
    expect([item!.track_id, filesOf(item!), isAllWell([item!])]).toEqual([5, ["a-10", "a-11"], false]);
    queue.separated(
      item!.id,
      [8, 9].map((id) => ({ id, file_name: `${id}.gpx`, is_new: true })),
    );
    expect([storedTracks([queue.state.items[0]!]), filesOf(queue.state.items[0]!)]).toEqual([2, []]);
  });

  it("does not send what it knows to be unreadable, a copy, or on the server", async () => {
    const { queue, upload, states } = queueOf({
      checkFile: async ({ name }) =>
        name === "bad.fit"
          ? { isReadable: false, sentence: "No track." }
          : { isReadable: true, finding: WHOLE, no_sailing: null },
      findKnown: async ([one]) => (one!.sha256 === "old" ? [{ sha256: "old", track_id: 7 }] : []),
    });
    await queue.add([file("a.gpx", "same"), file("b.gpx", "same"), file("bad.fit"), file("old.gpx", "old")]);
    expect(states()).toEqual(["ready", "refused", "refused", "known"]);
    expect(queue.state.items[1]!.sentence).toBe("This is the same file as a.gpx above.");
    await queue.sendAll(FIELDS);
    expect(upload).toHaveBeenCalledTimes(1);
    expect(isAllDone(queue.state.items)).toBe(true);
    expect(isAllWell(queue.state.items)).toBe(false);
  });

  it("shows what the server made of a zip that was sent whole, and does not leave what was wrong with it unsaid", async () => {
    const tracks = [
      { id: 4, file_name: "a.gpx", is_new: true },
      { id: 5, file_name: "b.gpx", is_new: false },
    ];
    const archive = { kind: "zip", tracks, remarks: [] as string[] };
    const upload = vi.fn<QueueCalls["upload"]>(() => ({
      track: Promise.resolve({ id: 4, archive } as never),
      cancel: () => undefined,
    }));
    const { queue } = queueOf({ upload });
    await queue.add([file("day.zip"), file("more.zip")]);
    await queue.sendAll(FIELDS);
    const { items } = queue.state;
    expect(items[0]).toMatchObject({ state: "stored", track_id: 4, unpacked: archive, finding: null });
    expect([storedTracks(items), isAllWell(items)]).toEqual([4, true]);
    archive.remarks.push("c.fit: This file could not be read.");
    await queue.add([file("last.zip")]);
    await queue.sendAll(FIELDS);
    expect(isAllWell(items)).toBe(false);
  });

  it("does not send a ride but where its user says that it is sailing, and then alone", async () => {
    const checkFile = async ({ name }: File) => ({
      isReadable: true as const,
      finding: WHOLE,
      no_sailing: name === "ride.fit" ? RIDE : null,
    });
    const { queue, upload, states } = queueOf({ checkFile });
    await queue.add([file("ride.fit"), file("day.gpx")]);
    expect(states()).toEqual(["refused", "ready"]);
    expect(queue.state.items[0]!.sentence).toBe("This is a bike ride, 15 min, and no sailing.");
    await queue.sendAsSailing(1, FIELDS);
    expect(states()).toEqual(["stored", "ready"]);
    expect(upload.mock.calls.map(([sent]) => [sent.files[0]!.name, sent.is_sailing])).toEqual([["ride.fit", true]]);
  });

  it("shows the server's refusal of a drive, and sends it again as sailing among those that are being sent", async () => {
    const sentence = "No sailing found in this file. All of it, 38 min, is a drive on roads. It is not kept.";
    const upload = vi.fn<QueueCalls["upload"]>(({ is_sailing, files: [file] }) => ({
      track:
        file!.name === "home.gpx" && !is_sailing
          ? Promise.reject(new ApiFailure(409, sentence, {}, null, "no_sailing"))
          : Promise.resolve({ id: 9 } as never),
      cancel: () => undefined,
    }));
    const { queue, states } = queueOf({ upload });
    await queue.add([file("home.gpx"), file("day.gpx")]);
    const sent = queue.sendAll(FIELDS);
    await vi.waitFor(() => expect(states()[0]).toBe("refused"));
    expect(queue.state.items[0]!.no_sailing).toMatchObject({
      lead: "No sailing found in this file.",
      rest: "All of it, 38 min, is a drive on roads. It is not kept.",
    });
    await Promise.all([queue.sendAsSailing(1, FIELDS), sent]);
    expect(states()).toEqual(["stored", "stored"]);
  });

  it("stops at a broken connection, keeps the files, and sends them when asked again", async () => {
    let isBroken = true;
    const upload = vi.fn<QueueCalls["upload"]>(() => ({
      track: isBroken ? Promise.reject(new ApiFailure(0, "broken")) : Promise.resolve({ id: 1 } as never),
      cancel: () => undefined,
    }));
    const { queue, states } = queueOf({ upload });
    await queue.add([file("a.gpx"), file("b.gpx")]);
    await queue.sendAll(FIELDS);
    expect(states()).toEqual(["failed", "ready"]);
    expect(upload).toHaveBeenCalledTimes(1);
    isBroken = false;
    await queue.sendAll(FIELDS);
    expect(states()).toEqual(["stored", "stored"]);
  });

  it("sends a file without the engine's reading when that takes long, and ends when it has told of it", async () => {
    vi.useFakeTimers();
    const { queue, states, added, answer } = await queueThatReadsLong();
    const sent = queue.sendAll(FIELDS);
    await vi.advanceTimersByTimeAsync(4000);
    expect(states()).toEqual(["stored"]);
    expect(queue.state.isSending).toBe(true);
    answer({ isReadable: true, finding: { ...WHOLE, isWhole: false }, no_sailing: null });
    await sent;
    await added;
    expect(states()).toEqual(["stored"]);
    expect(isAllWell(queue.state.items)).toBe(false);
    vi.useRealTimers();
  });

  it.each([
    ["20 s later at the latest", () => vi.advanceTimersByTimeAsync(20_000)],
    ["at once when it is cancelled", async (queue: UploadQueue) => queue.cancel()],
  ])("ends without what the engine has to tell %s", async (_, end) => {
    vi.useFakeTimers();
    const { queue, states } = await queueThatReadsLong();
    const sent = queue.sendAll(FIELDS);
    await vi.advanceTimersByTimeAsync(4000);
    expect(queue.state.isSending).toBe(true);
    await end(queue);
    await sent;
    expect(states()).toEqual(["stored"]);
    expect(queue.state.isSending).toBe(false);
    vi.useRealTimers();
  });
});

/** A queue with one file, whose reading ends with `answer`. */
async function queueThatReadsLong() {
  let answer: (check: Awaited<ReturnType<QueueCalls["checkFile"]>>) => void = () => undefined;
  const checkFile = () =>
    new Promise<Awaited<ReturnType<QueueCalls["checkFile"]>>>((resolve) => {
      answer = resolve;
    });
  const { queue, states } = queueOf({ sha256Of: async () => null, checkFile });
  const added = queue.add([file("a.gpx")]);
  await vi.advanceTimersByTimeAsync(0);
  return { queue, states, added, answer: (check: Parameters<typeof answer>[0]) => answer(check) };
}

describe("a zip", () => {
  it("gives every recording in it", async () => {
    const zip = zipOf([
      ["regatta/", ""],
      ["regatta/esp-1.gpx", "<gpx>1"],
      ["__MACOSX/regatta/._esp-1.gpx", "x"],
      ["regatta/esp-2.FIT", "2".repeat(1000)],
      ["readme.pdf", "read me"],
    ]);
    const found = await recordingsIn(new File([zip as BlobPart], "regatta.zip"));
    expect(found?.map(({ name }) => name)).toEqual(["esp-1.gpx", "esp-2.FIT"]);
    expect(await found?.[1]?.text()).toBe("2".repeat(1000));
  });

  it("that is cut, changed or without recordings is left to the engine", async () => {
    const zip = zipOf([["a.gpx", "<gpx>"]]);
    const open = (bytes: Uint8Array, name = "a.zip") => recordingsIn(new File([bytes as BlobPart], name));
    expect(await open(zip)).toHaveLength(1);
    expect(await open(zip.subarray(0, zip.length - 30))).toBeNull();
    const changed = zip.slice();
    changed[36]! ^= 1;
    expect(await open(changed)).toBeNull();
    expect(await open(zipOf([["a.pdf", "x"]]))).toBeNull();
    expect(await open(zip, "a.gpx")).toBeNull();
  });
});

it("what a recording lacks is said of a zip, too; that its first recording is shown is not true of an upload", () => {
  const first = "The archive holds more than one recording and one.gpx is shown; unpack the archive to open two.gpx.";
  expect(onUpload(first)).toBe("The server unpacks this zip, and each recording in it becomes a track.");
  expect(onUpload("The file has no speeds.")).toBe("The file has no speeds.");
});
