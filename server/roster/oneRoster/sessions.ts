import { ownText } from '../../../common/roster/tightTable.ts';
import { longest } from '../../../common/roster/values.ts';
import { isDay } from '../../../contract/isDay.ts';
import { sessionTypes } from '../../../contract/rostering/job.ts';
import { inBatches, type Plan, type Step } from '../planning.ts';
import { type AnyRow, type Entry, shownColumns } from '../tables.ts';
import { allStored, bySourcedId } from './stored.ts';
import { dated, type Line, linesOf, type Upload } from './upload.ts';

const columns = [...shownColumns('sessions'), 'parent_sourced_id', 'active'];
const isStorable = (text: string) => text !== '' && text.length <= longest;

/** Academic sessions: stored ones, overlaid with those in the upload. */
export class Sessions {
  readonly #plan: Plan;
  readonly #upload: Upload;
  readonly #before: ReadonlyMap<string, AnyRow>;
  readonly #seen = new Set<string>();
  readonly #entries: Entry[] = [];

  private constructor(upload: Upload, all: readonly AnyRow[]) {
    this.#plan = upload.plan;
    this.#upload = upload;
    this.#before = bySourcedId(all);
    for (const { sourced_id, title } of all) this.#plan.sessionTitles.set(sourced_id as string, title as string);
  }

  static async load(upload: Upload): Promise<Sessions> {
    return new Sessions(upload, await allStored(upload.plan, 'sessions'));
  }

  /** Whether a reference to it is surely wrong: there are sessions, but not this one. */
  isMissing(sourced_id: string): boolean {
    const { sessionTitles } = this.#plan;
    return sessionTitles.size > 0 && !sessionTitles.has(sourced_id);
  }

  /** Plans the changes of sessions. */
  async *steps(): AsyncGenerator<Step> {
    let rows = 0;
    for await (const page of this.#upload.pages('academicSessions', (line) => this.#endNamed(line)))
      for (const line of linesOf(page)) {
        rows += 1;
        this.#take(line);
      }
    if (this.#upload.isBulk('academicSessions')) for (const [id, before] of this.#before) if (!this.#seen.has(id)) this.#end(before, null);
    yield* inBatches('sessions', this.#entries, rows);
  }

  /** Ends a session. `at`: when the source did, in ms since 1970. */
  #end(before: AnyRow, at: number | null): void {
    if (before.active !== 1) return void this.#entries.push(...dated(before, at));
    const row = { ...before, active: 0, roster_modified: at ?? before.roster_modified ?? null };
    this.#plan.counts.sessions.deactivated += 1;
    this.#plan.show('sessions', 'deactivate', before.title as string, before, row);
    this.#entries.push({ isNew: false, row });
  }

  #endNamed(line: Line): void {
    const before = this.#before.get(line.text('sourcedId'));
    if (before && !this.#upload.isOlder('academicSessions', line, before.roster_modified)) this.#end(before, line.modified);
  }

  /** Whether the row can be stored. The check has said what is wrong with it. */
  #isSound(line: Line): boolean {
    const [sourced_id, title, year] = [line.text('sourcedId'), line.text('title'), line.text('schoolYear')];
    const [start, end] = [line.text('startDate'), line.text('endDate')];
    return (
      [sourced_id, title].every(isStorable) &&
      year.length <= longest &&
      !this.#seen.has(sourced_id) &&
      sessionTypes.some((type) => type === line.text('type')) &&
      isDay(start) &&
      isDay(end) &&
      start <= end
    );
  }

  #take(line: Line): void {
    const sourced_id = ownText(line.text('sourcedId'));
    const before = this.#before.get(sourced_id);
    const isSound = this.#isSound(line);
    // A stored session is not ended because its row is wrong.
    this.#seen.add(sourced_id);
    if (!isSound) {
      this.#plan.findings.warn('sessionLeftOut', 'academicSessions.csv', line.at('sourcedId'));
      return;
    }
    if (this.#upload.isOlder('academicSessions', line, before?.roster_modified)) return;
    const title = ownText(line.text('title'));
    this.#plan.sessionTitles.set(sourced_id, title);
    const row: AnyRow = {
      district_id: this.#plan.importer.district_id,
      session_id: before?.session_id ?? this.#plan.ports.newId(),
      sourced_id,
      title,
      type: line.text('type'),
      start_date: ownText(line.text('startDate')),
      end_date: ownText(line.text('endDate')),
      parent_sourced_id: ownText(line.text('parentSourcedId')) || null,
      school_year: ownText(line.text('schoolYear')) || null,
      active: 1,
      roster_modified: line.modified ?? before?.roster_modified ?? null,
    };
    const counts = this.#plan.counts.sessions;
    if (before && columns.every((column) => before[column] === row[column])) {
      counts.unchanged += 1;
      this.#entries.push(...dated(before, line.modified));
      return;
    }
    counts[before ? 'updated' : 'created'] += 1;
    this.#plan.show('sessions', before ? 'update' : 'create', title, before ?? null, row);
    this.#entries.push({ isNew: !before, row });
  }
}
