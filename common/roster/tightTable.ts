const empty = Number.NaN;

/** A map from numbers to numbers in two flat arrays: a sixth of the memory of a `Map` at half a million entries. Keys are safe integers. */
export class TightTable {
  #keys = new Float64Array(1024).fill(empty);
  #values = new Float64Array(1024);
  size = 0;

  #place(key: number): number {
    const mask = this.#keys.length - 1;
    let at = (Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(Math.floor(key / 4294967296), 0x85ebca6b)) >>> 0;
    at = (at ^ (at >>> 15)) & mask;
    for (;;) {
      const there = this.#keys[at] as number;
      if (there === key || Number.isNaN(there)) return at;
      at = (at + 1) & mask;
    }
  }

  get(key: number): number | undefined {
    const at = this.#place(key);
    return Number.isNaN(this.#keys[at] as number) ? undefined : this.#values[at];
  }

  set(key: number, value: number): void {
    if (this.size * 10 > this.#keys.length * 7) this.#grow();
    const at = this.#place(key);
    if (Number.isNaN(this.#keys[at] as number)) {
      this.#keys[at] = key;
      this.size += 1;
    }
    this.#values[at] = value;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2).fill(empty);
    this.#values = new Float64Array(keys.length * 2);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as number;
      if (Number.isNaN(key)) continue;
      const at = this.#place(key);
      this.#keys[at] = key;
      this.#values[at] = values[index] as number;
    }
  }

  *[Symbol.iterator](): Generator<[key: number, value: number]> {
    for (let index = 0; index < this.#keys.length; index++) {
      const key = this.#keys[index] as number;
      if (!Number.isNaN(key)) yield [key, this.#values[index] as number];
    }
  }
}

const [seedA, seedB, factorA, factorB] = [0xdeadbeef, 0x41c6ce57, 2654435761, 1597334677];
function finish53(first: number, second: number): number {
  let a = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  const b = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  a >>>= 0;
  return 4294967296 * (2097151 & b) + a;
}

/** A 53-bit hash of a text (cyrb53, public domain). Not cryptographic; matches must be verified. */
export function print53(text: string): number {
  let a = seedA;
  let b = seedB;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index);
    a = Math.imul(a ^ letter, factorA);
    b = Math.imul(b ^ letter, factorB);
  }
  return finish53(a, b);
}

/** `print53` over some columns of a row, each followed by NUL, with U+0001 for null. Avoids concatenating them first. */
export function printRow53(row: Readonly<Record<string, string | number | null>>, columns: readonly string[]): number {
  let a = seedA;
  let b = seedB;
  for (const column of columns) {
    const text = String(row[column] ?? '\u0001');
    for (let index = 0; index < text.length; index++) {
      const letter = text.charCodeAt(index);
      a = Math.imul(a ^ letter, factorA);
      b = Math.imul(b ^ letter, factorB);
    }
    a = Math.imul(a, factorA);
    b = Math.imul(b, factorB);
  }
  return finish53(a, b);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A copy of a text. A slice would keep the whole file's text in memory. */
export const ownText = (text: string): string => (text.length < 13 ? text : decoder.decode(encoder.encode(text)));
