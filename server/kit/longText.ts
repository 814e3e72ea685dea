/** Data with one text too long for memory. It is streamed while it is produced. */
export class LongText {
  readonly #rest: object;
  readonly #field: string;
  readonly #pieces: AsyncIterable<string>;

  constructor(rest: object, field: string, pieces: AsyncIterable<string>) {
    this.#rest = rest;
    this.#field = field;
    this.#pieces = pieces;
  }

  /** The whole response as JSON in the envelope. An error along the way truncates it and goes to `report`. */
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

/** Response data whose text `field` is too long for memory. `rest` is all other data. */
export const longText = <D extends object, Field extends string & keyof D>(
  rest: Omit<D, Field>,
  field: Field,
  pieces: AsyncIterable<string>,
): D => new LongText(rest, field, pieces) as unknown as D;
