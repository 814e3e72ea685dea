import { gradeOf, listOf } from '../../../common/roster/oneRoster.ts';
import { ownText } from '../../../common/roster/tightTable.ts';
import { inBatches, type Plan, type Step } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import type { ClosingSchools } from './closingSchools.ts';
import type { Orgs } from './orgs.ts';
import type { Sessions } from './sessions.ts';
import { allStored, bySourcedId } from './stored.ts';
import { dated, type Line, linesOf, type Upload } from './upload.ts';

interface Given {
  orgs: Orgs;
  sessions: Sessions;
  closing: ClosingSchools;
}

/** Classes: stored ones, overlaid with those in the upload. */
export class Classes {
  readonly #plan: Plan;
  readonly #upload: Upload;
  readonly #orgs: Orgs;
  readonly #sessions: Sessions;
  readonly #closing: ClosingSchools;
  /** Stored classes by sourced id. */
  readonly #before: ReadonlyMap<string, AnyRow>;
  readonly #rows: ReadonlyMap<number, AnyRow>;
  readonly #seen = new Set<string>();
  readonly #entries: Entry[] = [];
  /** `group_puid` by sourced id. */
  readonly ids: Map<string, number>;

  private constructor(upload: Upload, given: Given, all: readonly AnyRow[]) {
    this.#plan = upload.plan;
    this.#upload = upload;
    this.#orgs = given.orgs;
    this.#sessions = given.sessions;
    this.#closing = given.closing;
    this.#rows = new Map(all.map((row) => [row.group_puid as number, row]));
    this.#before = bySourcedId(all);
    this.ids = new Map([...this.#before].map(([id, row]) => [id, row.group_puid as number]));
    if (upload.has('classes'))
      for (const row of this.#before.values()) if (row.active === 1) this.#plan.had('classes', row.school_id as number);
    given.closing.count('classes', all);
  }

  static async load(upload: Upload, given: Given): Promise<Classes> {
    return new Classes(upload, given, await allStored(upload.plan, 'classes'));
  }

  /** Name of a stored class; '' if it is new. */
  nameOf(group_puid: number): string {
    return String(this.#rows.get(group_puid)?.name ?? '');
  }
  /** School of a stored class; null if it is new. */
  schoolOf(group_puid: number): number | null {
    return (this.#rows.get(group_puid)?.school_id ?? null) as number | null;
  }

  /** Plans the changes of classes. */
  async *steps(): AsyncGenerator<Step> {
    let rows = 0;
    for await (const page of this.#upload.pages('classes', (line) => this.#endNamed(line)))
      for (const line of linesOf(page)) {
        rows += 1;
        this.#take(line);
      }
    if (this.#upload.isBulk('classes')) for (const [id, before] of this.#before) if (!this.#seen.has(id)) this.#end(before, null);
    yield* inBatches('classes', this.#entries, rows);
  }

  /** Closes a class. `at`: when the source did, in ms since 1970. */
  #end(before: AnyRow, at: number | null): void {
    if (before.active !== 1) return void this.#entries.push(...dated(before, at));
    const entry = this.#plan.deactivation('classes', before.name as string, before, at === null ? {} : { roster_modified: at });
    if (entry) this.#write(before, entry);
  }

  #endNamed(line: Line): void {
    const before = this.#before.get(line.text('sourcedId'));
    if (before && !this.#upload.isOlder('classes', line, before.roster_modified)) this.#end(before, line.modified);
  }

  #take(line: Line): void {
    const sourced_id = line.text('sourcedId');
    const before = this.#before.get(sourced_id);
    if (this.#upload.isOlder('classes', line, before?.roster_modified)) return;
    const ofSchool = line.text('schoolSourcedId');
    const school_id = this.#orgs.schoolId(ofSchool);
    if (school_id === undefined) {
      const where = line.at('schoolSourcedId');
      if (this.#orgs.isAbove(ofSchool)) this.#plan.findings.error('notASchool', 'classes.csv', where);
      else this.#upload.reportUnknown('orgs', 'classes.csv', where);
      return;
    }
    if (before) this.#seen.add(sourced_id);
    const group_puid = this.ids.get(sourced_id) ?? this.#plan.ports.newId();
    if (!before) this.ids.set(ownText(sourced_id), group_puid);
    const name = line.text('title');
    const entry = this.#plan.entryOf('classes', name, before, {
      ...before,
      district_id: this.#plan.importer.district_id,
      group_puid,
      school_id,
      name,
      kind: 'class',
      subject: listOf(line.text('subjects'))[0] ?? null,
      grade: gradeOf(line.text('grades')),
      period: listOf(line.text('periods'))[0] ?? null,
      sourced_id,
      active: 1,
      roster_modified: line.modified ?? before?.roster_modified ?? null,
      roster_terms: this.#termsOf(line, before),
      roster_metadata: this.#upload.metadataOf('classes', line, before),
    });
    if (entry) this.#write(before, entry);
  }

  /** Terms of a class. The standard requires some, so an empty value says nothing. */
  #termsOf(line: Line, before: AnyRow | undefined): string | null {
    const terms = [...new Set(listOf(line.text('termSourcedIds')))];
    if (terms.length === 0) return (before?.roster_terms ?? null) as string | null;
    // The check has compared a complete table with its own sessions.
    if (!this.#upload.isBulk('academicSessions'))
      for (const value of terms)
        if (this.#sessions.isMissing(value))
          this.#plan.findings.warn('termUnknown', 'classes.csv', { ...line.at('termSourcedIds'), value });
    return ownText(terms.join(','));
  }

  #write(before: AnyRow | undefined, entry: Entry): void {
    this.#closing.move('classes', before, entry);
    this.#entries.push(entry);
  }
}
