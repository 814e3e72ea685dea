import type { Findings } from '../../common/roster/findings.ts';

const bare = (id: string) => id.replace(/^0+(?=.)/, '');
const isNumber = (id: string) => /^\d+$/.test(id);

/** Reports ids that lost their leading zeros in a spreadsheet. They would otherwise create a new person. */
export class LostZeros {
  readonly #findings: Findings;
  readonly #stored: () => Promise<readonly (string | null)[]>;
  #twins: Map<string, string> | undefined;

  /** `stored`: loads all existing ids. Called once, at the first unknown id. */
  constructor(findings: Findings, stored: () => Promise<readonly (string | null)[]>) {
    this.#findings = findings;
    this.#stored = stored;
  }

  /** The stored id that differs from an unknown one only by leading zeros. */
  async twinOf(id: string): Promise<string | undefined> {
    if (!isNumber(id)) return undefined;
    this.#twins ??= new Map(
      (await this.#stored()).flatMap((one): [string, string][] => (one !== null && isNumber(one) ? [[bare(one), one]] : [])),
    );
    const twin = this.#twins.get(bare(id));
    return twin === id || twin === undefined || twin.length <= id.length ? undefined : twin;
  }

  tell(file: string, where: { row: number; column: string; value: string }, twin: string): void {
    this.#findings.error('zerosStored', file, where, { twin }, [{ kind: 'padZeros', file, column: where.column, length: twin.length }]);
  }
}
