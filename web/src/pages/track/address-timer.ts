/** The address is written this long after the last change, ms: browsers limit how often it may change. *guess* */
const WRITE_AFTER_MS = 400;

/** Writes the address some time after the last change; not while another page is being fetched, which that would abort. */
export class AddressTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly write: () => void,
    private readonly isNavigating: () => boolean,
  ) {}

  restart(): void {
    this.stop();
    this.timer = setTimeout(() => (this.isNavigating() ? this.restart() : this.write()), WRITE_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
