import { Findings } from '../../common/roster/findings.ts';
import { type KindCounts, type RosterChange, type RosterCounts, type RosterKind, rosterKinds } from '../../contract/rostering.ts';
import type { Ports } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { type AnyRow, type Entry, isChangedByHand, printOf, shownColumns } from './tables.ts';

/** Who imports, and how. */
export interface Importer extends Pick<TokenUser, 'district_id' | 'user_puid' | 'role'> {
  /** null: the whole district. */
  school_id: number | null;
  mode: 'add' | 'replace';
  overwrite_manual: boolean;
}

/** Some rows that an import writes, as far as the next batch. */
export interface Step {
  kind: RosterKind;
  entries: Entry[];
  /** Rows of the file that this step has dealt with. */
  rows: number;
}

const none = (): KindCounts => ({ created: 0, updated: 0, unchanged: 0, deactivated: 0, kept: 0 });
const mostShown = 200;
export const batchSize = 2000;
/** More than this part of the enrollments may not go without typed words. */
const brake = 0.1;

/** What planning an import counts beside the rows that it writes. */
export class Plan {
  readonly ports: Pick<Ports, 'db' | 'now' | 'newId'>;
  readonly importer: Importer;
  readonly findings = new Findings();
  readonly counts: RosterCounts = Object.fromEntries(rosterKinds.map((kind) => [kind, none()])) as RosterCounts;
  readonly changes: RosterChange[] = [];
  skipped = 0;
  /** Enrollments that the import might take away, before it began. */
  enrolledBefore = 0;
  readonly #shown = new Map<string, number>();

  constructor(ports: Pick<Ports, 'db' | 'now' | 'newId'>, importer: Importer) {
    this.ports = ports;
    this.importer = importer;
  }

  /** The words to type before so many enrollments go; null: none. */
  get confirmation(): string | null {
    const { deactivated } = this.counts.enrollments;
    return deactivated > this.enrolledBefore * brake ? String(deactivated) : null;
  }

  show(kind: RosterKind, action: RosterChange['action'], name: string, before: AnyRow | null, after: AnyRow): void {
    const key = `${kind} ${action}`;
    const count = this.#shown.get(key) ?? 0;
    if (count >= mostShown) return;
    this.#shown.set(key, count + 1);
    const text = (value: string | number | null | undefined) => (value === null || value === undefined ? null : String(value));
    const fields =
      before && action !== 'deactivate'
        ? Object.fromEntries(
            shownColumns(kind)
              .filter((column) => (before[column] ?? null) !== (after[column] ?? null))
              .map((column) => [column, [text(before[column]), text(after[column])] as [string | null, string | null]]),
          )
        : {};
    this.changes.push({ kind, action, name, fields });
  }

  /**
   * Compares a row that the file describes with the one that is there, and answers what to write, if anything. `also`: columns that
   * people do not see, which differ. What it describes becomes the row that is written.
   */
  entryOf(kind: 'schools' | 'classes' | 'users', name: string, before: AnyRow | undefined, after: AnyRow, also = false): Entry | undefined {
    const counts = this.counts[kind];
    const print = printOf(kind, after);
    const row = after;
    row.roster_print = print;
    if (!before) {
      counts.created += 1;
      this.show(kind, 'create', name, null, row);
      return { isNew: true, row };
    }
    const isSame = printOf(kind, before) === print;
    if (!isSame && !this.importer.overwrite_manual && isChangedByHand(kind, before)) {
      counts.kept += 1;
      this.show(kind, 'keep', name, before, row);
      return undefined;
    }
    if (isSame && !also && before.roster_print === print) {
      counts.unchanged += 1;
      return undefined;
    }
    if (isSame && !also) counts.unchanged += 1;
    else {
      counts.updated += 1;
      this.show(kind, 'update', name, before, row);
    }
    return { isNew: false, row };
  }

  /** A row that is gone from the roster; one that somebody has brought back by hand stays. */
  deactivation(kind: 'classes' | 'users', name: string, before: AnyRow): Entry | undefined {
    const row = { ...before, active: 0 };
    const print = printOf(kind, row);
    if (before.roster_print === print && !this.importer.overwrite_manual) {
      this.counts[kind].kept += 1;
      return undefined;
    }
    this.counts[kind].deactivated += 1;
    this.show(kind, 'deactivate', name, before, row);
    return { isNew: false, row: { ...row, roster_print: print } };
  }
}

/** Cuts steps into batches. */
export function* inBatches(kind: RosterKind, entries: readonly Entry[], rows: number): Generator<Step> {
  if (entries.length === 0 && rows > 0) yield { kind, entries: [], rows };
  for (let start = 0; start < entries.length; start += batchSize) {
    const some = entries.slice(start, start + batchSize);
    yield { kind, entries: some, rows: start + batchSize >= entries.length ? rows : 0 };
  }
}
