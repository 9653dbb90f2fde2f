/**
 * Rice codes: a number's high part in ones and a zero, its low `k` bits as they are.
 * A high part of 24 or more is written as 24 ones and then the number in 32 bits.
 */
const ESCAPE = 24;

export class BitWriter {
  private readonly bytes: number[] = [];
  private current = 0;
  private filled = 0;

  bits(value: number, count: number): void {
    for (let i = 0; i < count; i++) {
      this.current |= (Math.floor(value / 2 ** i) & 1) << this.filled;
      if (++this.filled === 8) this.flush();
    }
  }

  rice(value: number, k: number): void {
    const high = Math.floor(value / 2 ** k);
    if (high >= ESCAPE) {
      this.bits(2 ** ESCAPE - 1, ESCAPE);
      this.bits(value, 32);
      return;
    }
    this.bits(2 ** high - 1, high + 1);
    this.bits(value % 2 ** k, k);
  }

  finish(): Uint8Array {
    if (this.filled > 0) this.flush();
    return Uint8Array.from(this.bytes);
  }

  private flush(): void {
    this.bytes.push(this.current);
    this.current = 0;
    this.filled = 0;
  }
}

export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) if (this.bit()) value += 2 ** i;
    return value;
  }

  rice(k: number): number {
    let high = 0;
    while (high < ESCAPE && this.bit()) high++;
    return high === ESCAPE ? this.bits(32) : high * 2 ** k + this.bits(k);
  }

  private bit(): number {
    const byte = this.bytes[this.at >> 3];
    if (byte === undefined) throw new RangeError("The packed coast ends too early.");
    return (byte >> (this.at++ & 7)) & 1;
  }
}

export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
