/** Values by key, of which those not used for longest are dropped above a limit. */
export class Lru<Value> {
  readonly #max: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** `sizeOf`: what a value counts of the limit; 1 where they are counted. One above the limit is not stored. */
  constructor(max: number, sizeOf: (value: Value) => number = () => 1) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  /** Counts as a use. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Stores a value; returns those that are dropped for it. */
  set(key: string, value: Value): Value[] {
    this.delete(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    const dropped: Value[] = [];
    for (const [oldest, its] of this.#values) {
      if (this.#size <= this.#max) break;
      this.delete(oldest);
      dropped.push(its);
    }
    return dropped;
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined || !this.#values.delete(key)) return;
    this.#size -= this.#sizeOf(value);
  }

  deleteWhere(isMeant: (value: Value) => boolean): void {
    for (const [key, value] of this.#values) if (isMeant(value)) this.delete(key);
  }

  /** Drops all values, and returns them. */
  clear(): Value[] {
    const values = [...this.#values.values()];
    this.#values.clear();
    this.#size = 0;
    return values;
  }
}
