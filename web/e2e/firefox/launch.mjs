#!/usr/bin/env node
/**
 * Starts the Firefox of the system in the place of the one Playwright downloads, which not every machine reaches.
 * Playwright 1.65 sends WebDriver BiDi commands that Firefox 140 (ESR) does not know and that the flows do not need
 * (it collects answers for traces, sets the folder of downloads and the size of the screen): between the two stands a
 * proxy that answers these with an empty success. Everything else passes unchanged.
 */
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const LISTENING = /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/;

const child = spawn(FIREFOX, process.argv.slice(2), { stdio: ["ignore", "inherit", "pipe"] });
child.stderr.on("data", (chunk) => {
  const text = String(chunk);
  const found = LISTENING.exec(text);
  if (!found) return void process.stderr.write(chunk);
  const server = createServer((client) => forward(client, Number(found[1])));
  server.listen(0, "127.0.0.1", () => {
    process.stderr.write(
      text.replace(LISTENING, `WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
    );
  });
});
child.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));

function forward(client, port) {
  const firefox = connect(port, "127.0.0.1");
  // Firefox refuses a request whose Host is not its own port.
  client.once("data", (head) => {
    firefox.write(head.toString("latin1").replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`), "latin1");
    client.pipe(firefox);
  });
  let rest = Buffer.alloc(0);
  let isOpen = false;
  firefox.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    if (!isOpen) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      client.write(rest.subarray(0, end + 4));
      rest = rest.subarray(end + 4);
      isOpen = true;
    }
    for (let size = frameSize(rest); size > 0; size = frameSize(rest)) {
      client.write(accepted(rest.subarray(0, size)));
      rest = rest.subarray(size);
    }
  });
  for (const end of [client, firefox]) {
    end.on("error", () => {});
    end.on("close", () => {
      client.destroy();
      firefox.destroy();
    });
  }
}

/** Bytes before the content of a frame from the server, which has no mask. */
const headSize = (frame) => (frame[1] === 127 ? 10 : frame[1] === 126 ? 4 : 2);

/** Bytes of the first frame; 0 while it is not complete. */
function frameSize(bytes) {
  if (bytes.length < 2 || bytes.length < headSize(bytes)) return 0;
  const length = { 126: () => bytes.readUInt16BE(2), 127: () => Number(bytes.readBigUInt64BE(2)) }[bytes[1]];
  const size = headSize(bytes) + (length ? length() : bytes[1]);
  return bytes.length < size ? 0 : size;
}

/** The frame; where it says that a command is not known, a success of the same length. */
function accepted(frame) {
  if (!frame.includes('"error":"unknown command"')) return frame;
  const head = headSize(frame);
  const { id } = JSON.parse(frame.subarray(head).toString("utf8"));
  const answer = JSON.stringify({ type: "success", id, result: { collector: "" } });
  return Buffer.concat([frame.subarray(0, head), Buffer.from(answer.padEnd(frame.length - head))]);
}
