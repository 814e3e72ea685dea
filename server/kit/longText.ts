/** Data with one text that is too long to hold: it is written while it is made. */
export class LongText {
  readonly #rest: object;
  readonly #field: string;
  readonly #pieces: AsyncIterable<string>;

  constructor(rest: object, field: string, pieces: AsyncIterable<string>) {
    this.#rest = rest;
    this.#field = field;
    this.#pieces = pieces;
  }

  /** The whole answer, as JSON in the envelope. An error on the way ends it early, and is told to `report`. */
  async *envelope(report: (error: unknown) => void): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    const rest = JSON.stringify(this.#rest).slice(1, -1);
    yield encoder.encode(`{"status":"success","message":"","data":{${rest}${rest === '' ? '' : ','}${JSON.stringify(this.#field)}:"`);
    try {
      for await (const piece of this.#pieces) yield encoder.encode(JSON.stringify(piece).slice(1, -1));
    } catch (error) {
      report(error);
      throw error;
    }
    yield encoder.encode('"}}');
  }
}

/** What a handler answers with instead of data whose text `field` would be too long to hold: `rest` is all other data. */
export const longText = <D extends object, Field extends string & keyof D>(
  rest: Omit<D, Field>,
  field: Field,
  pieces: AsyncIterable<string>,
): D => new LongText(rest, field, pieces) as unknown as D;
