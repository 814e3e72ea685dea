import { ownText } from '../../../common/roster/tightTable.ts';
import type { Row } from '../../db/schema.ts';
import { inBatches, type Plan, type Step } from '../planning.ts';
import { type AnyRow, type Entry, kinds } from '../tables.ts';
import type { ClosingSchools } from './closingSchools.ts';
import { allStored, bySourcedId } from './stored.ts';
import { type Line, linesOf, type Upload } from './upload.ts';

const { owned } = kinds.orgs;

/** Organizations of the source: the schools, and those above them. Stored ones, overlaid with those in the upload. */
export class Orgs {
  readonly #plan: Plan;
  readonly #upload: Upload;
  readonly #closing: ClosingSchools;
  readonly #before: ReadonlyMap<string, AnyRow>;
  readonly #schools: ReadonlyMap<string, AnyRow>;
  /** Sourced ids of organizations other than schools. */
  readonly #above: Set<string>;
  readonly #schoolIds: Map<string, number>;
  readonly #closed: Set<string>;
  readonly #seen = new Set<string>();
  readonly #orgEntries: Entry[] = [];
  readonly #schoolEntries: Entry[] = [];
  /**
   * Whether all organizations are stored. Earlier versions stored only schools. Until a set has brought the others too, a reference to an
   * unknown one may be valid.
   */
  readonly isComplete: boolean;

  private constructor(upload: Upload, closing: ClosingSchools, schools: readonly AnyRow[], orgs: readonly AnyRow[]) {
    this.#plan = upload.plan;
    this.#upload = upload;
    this.#closing = closing;
    this.#schools = bySourcedId(schools);
    this.#before = bySourcedId(orgs);
    this.#above = new Set([...this.#before].flatMap(([id, { type }]) => (type === 'school' ? [] : [id])));
    this.#schoolIds = new Map([...this.#schools].flatMap(([id, row]) => (this.#above.has(id) ? [] : [[id, row.school_id as number]])));
    this.#closed = new Set([...this.#before].flatMap(([id, { active }]) => (active === 1 ? [] : [id])));
    this.isComplete =
      this.#before.size > 0 &&
      [...this.#schools.keys()].every((id) => this.#before.has(id)) &&
      [...this.#before.values()].every(({ parent_sourced_id: above }) => above === null || this.#before.has(above as string));
    for (const { school_id, name } of schools) this.#plan.schoolNames.set(school_id as number, name as string);
    for (const { sourced_id, name } of [...schools, ...orgs])
      if (sourced_id !== null) this.#plan.orgNames.set(sourced_id as string, name as string);
  }

  static async load(upload: Upload, closing: ClosingSchools): Promise<Orgs> {
    const schools = await allStored(upload.plan, 'schools');
    return new Orgs(upload, closing, schools, await allStored(upload.plan, 'orgs'));
  }

  /** `school_id` of a school. */
  schoolId(sourced_id: string): number | undefined {
    return this.#schoolIds.get(sourced_id);
  }
  /** Whether it is not a school but stands above schools. Its administrators are district administrators. */
  isAbove(sourced_id: string): boolean {
    return this.#above.has(sourced_id);
  }
  isKnown(sourced_id: string): boolean {
    return this.#schoolIds.has(sourced_id) || this.#above.has(sourced_id);
  }
  /** Whether the source has deleted it. */
  isClosed(sourced_id: string): boolean {
    return this.#closed.has(sourced_id);
  }
  /** Whether a reference to it is surely wrong. */
  isMissing(sourced_id: string): boolean {
    return this.isComplete && !this.isKnown(sourced_id) && this.#upload.isPending('orgs', sourced_id);
  }

  /** Plans the changes of organizations and schools. */
  async *steps(): AsyncGenerator<Step> {
    let rows = 0;
    for await (const page of this.#upload.pages('orgs', (line) => this.#end(line)))
      for (const line of linesOf(page)) {
        rows += 1;
        this.#take(line);
      }
    if (this.#upload.isBulk('orgs')) this.#endOthers();
    yield* inBatches('orgs', this.#orgEntries, 0);
    yield* inBatches('schools', this.#schoolEntries, rows);
  }

  /** `roster_metadata` undefined: they stay. */
  #note(
    sourced_id: string,
    given: Pick<Row<'roster_org'>, 'name' | 'type' | 'parent_sourced_id' | 'active'>,
    at: number | null,
    roster_metadata?: string | null,
  ): void {
    const before = this.#before.get(sourced_id);
    const own = ownText(sourced_id);
    const row: AnyRow = {
      district_id: this.#plan.importer.district_id,
      org_id: before?.org_id ?? this.#plan.ports.newId(),
      sourced_id: own,
      ...given,
      roster_modified: at ?? before?.roster_modified ?? null,
      roster_metadata: roster_metadata === undefined ? (before?.roster_metadata ?? null) : roster_metadata,
    };
    if (given.active === 1) this.#closed.delete(sourced_id);
    else this.#closed.add(own);
    if (!before || owned.some((column) => (before[column] ?? null) !== row[column])) this.#orgEntries.push({ isNew: !before, row });
  }

  #end(line: Line): void {
    const { findings } = this.#plan;
    const sourced_id = line.text('sourcedId');
    const before = this.#before.get(sourced_id);
    if (this.#upload.isOlder('orgs', line, before?.roster_modified)) return;
    const known = before ?? this.#schools.get(sourced_id);
    const where = line.at('sourcedId');
    if (!known) {
      findings.warn('orgGoneUnknown', 'orgs.csv', where);
      return;
    }
    const name = known.name as string;
    const type = (before?.type ?? 'school') as string;
    const parent_sourced_id = (before?.parent_sourced_id ?? null) as string | null;
    this.#note(sourced_id, { name, type, parent_sourced_id, active: 0 }, line.modified);
    const school_id = this.#schoolIds.get(sourced_id);
    if (school_id === undefined) findings.warn('orgGoneAbove', 'orgs.csv', where, { name });
    else this.#closing.add(school_id, line.row, name);
  }

  #take(line: Line): void {
    const sourced_id = line.text('sourcedId');
    const own = ownText(sourced_id);
    this.#seen.add(own);
    if (this.#upload.isOlder('orgs', line, this.#before.get(sourced_id)?.roster_modified)) return;
    const [name, type] = [line.text('name'), line.text('type')];
    this.#plan.orgNames.set(own, name);
    const metadata = this.#upload.metadataOf('orgs', line, this.#before.get(sourced_id));
    this.#note(sourced_id, { name, type, parent_sourced_id: line.text('parentSourcedId') || null, active: 1 }, line.modified, metadata);
    if (type !== 'school') {
      this.#above.add(own);
      this.#schoolIds.delete(sourced_id);
      return;
    }
    this.#above.delete(sourced_id);
    const before = this.#schools.get(sourced_id);
    const school_id = (before?.school_id as number | undefined) ?? this.#plan.ports.newId();
    this.#schoolIds.set(own, school_id);
    this.#plan.schoolNames.set(school_id, name);
    const { district_id } = this.#plan.importer;
    const entry = this.#plan.entryOf('schools', name, before, { ...before, district_id, school_id, name, sourced_id });
    if (entry) this.#schoolEntries.push(entry);
  }

  /** Closes the organizations that are missing from a complete file. */
  #endOthers(): void {
    for (const [id, { name, type, parent_sourced_id }] of this.#before)
      if (!this.#seen.has(id)) this.#note(id, { name, type, parent_sourced_id, active: 0 } as Row<'roster_org'>, null);
    for (const [id, { name }] of this.#schools)
      if (!this.#seen.has(id) && !this.#before.has(id))
        this.#note(id, { name: name as string, type: 'school', parent_sourced_id: null, active: 0 }, null);
  }
}
