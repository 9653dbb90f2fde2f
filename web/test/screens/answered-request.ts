import { answeredFetch } from "./answers";

/** In place of XMLHttpRequest, which sends files with their progress: its calls are answered as those of `fetch` are. */
export class AnsweredRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  response: unknown = null;
  responseText = "";
  responseType = "";
  timeout = 0;
  #method = "";
  #address = "";
  readonly #headers = new Headers();
  readonly #stop = new AbortController();

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = new URL(address, location.origin).href;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  abort(): void {
    this.#stop.abort();
  }

  async send(body: XMLHttpRequestBodyInit): Promise<void> {
    const { signal } = this.#stop;
    try {
      const answered = await answeredFetch(this.#address, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal,
      });
      this.upload.dispatchEvent(new Event("load"));
      this.status = answered.status;
      this.responseText = await answered.text();
      this.response = this.responseText ? JSON.parse(this.responseText) : null;
      this.dispatchEvent(new Event("load"));
    } catch {
      this.dispatchEvent(new Event(signal.aborted ? "abort" : "error"));
    }
  }
}
