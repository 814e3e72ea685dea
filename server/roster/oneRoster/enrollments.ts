import { ownText } from '../../../common/roster/tightTable.ts';
import { type Get, isEnded } from '../../../common/roster/values.ts';
import { partsOf } from '../../db/parts.ts';
import type { Row } from '../../db/schema.ts';
import { batchSize, inBatches, type Plan, type Step } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import type { Classes } from './classes.ts';
import { isActive, isEndedByHand, isReopenedByHand, keyOf, type PlaceIds, Places, writtenState } from './places.ts';
import { stored } from './stored.ts';
import { dated, Line, type Upload } from './upload.ts';

/** Rows of the file after which progress is reported. */
const mostRows = 20_000;
/** Unchanged enrollments with a new modification time that are written together. */
const mostSame = 500;

/** Enrollments: stored ones, overlaid with those in the upload. */
export class Enrollments {
  readonly #plan: Plan;
  readonly #upload: Upload;
  readonly #classes: Classes;
  /** `user_puid` by sourced id, stored and new. */
  readonly #userIds: ReadonlyMap<string, number>;
  /** Accounts as stored, for their names. */
  readonly #stored: readonly AnyRow[];
  #people: Map<number, AnyRow> | undefined;
  readonly #places = new Places();
  /** `Places` number of a class by sourced id. */
  readonly #groups = new Map<string, number>();
  /** Unchanged enrollments with a new modification time. */
  #same = new Map<number, number>();
  /** Rows of enrollments that have ended. */
  readonly #gone: { sourced_id: string; line: Line }[] = [];
  #entries: Entry[] = [];
  /**
   * The previous row's user and class. Files list a student's classes, or a class's students, consecutively, so one of the two usually
   * equals the previous row's.
   */
  readonly #last = { user: '', class: '', user_puid: undefined as number | undefined, userNumber: 0, group: -1 };
  /** If the file holds all users and classes, the check has already ruled out duplicate enrollments. */
  readonly #isOnce: boolean;

  constructor(upload: Upload, classes: Classes, userIds: ReadonlyMap<string, number>, users: readonly AnyRow[]) {
    this.#plan = upload.plan;
    this.#upload = upload;
    this.#classes = classes;
    this.#userIds = userIds;
    this.#stored = users;
    this.#isOnce = upload.isBulk('users') && upload.isBulk('classes');
  }

  /** Plans the changes of enrollments. */
  async *steps(): AsyncGenerator<Step> {
    await this.#load();
    let rows = 0;
    for await (const { get, rows: lines, first } of this.#upload.pages('enrollments', (line) => this.#noteGone(line)))
      for (let index = 0; index < lines.length; index++) {
        const values = lines[index] as string[];
        if (values.length === 0) continue;
        rows += 1;
        this.#take(new Line(get, values, first + index));
        if (this.#same.size >= mostSame) await this.#dateSame();
        if (this.#entries.length < batchSize && rows < mostRows) continue;
        yield* inBatches('enrollments', this.#entries, rows);
        [this.#entries, rows] = [[], 0];
      }
    await this.#dateSame();
    if (this.#upload.isBulk('enrollments')) await this.#endMissing();
    await this.#endGone();
    yield* inBatches('enrollments', this.#entries, rows);
  }

  async #load(): Promise<void> {
    for await (const rows of stored(this.#plan, 'enrollments'))
      for (const row of rows) {
        const how = this.#places.add(row);
        if (isActive(how) && row.sourced_id !== null) this.#plan.had('enrollments', this.#classes.schoolOf(row.group_puid as number));
      }
  }

  #noteGone(line: Line): void {
    this.#gone.push({ sourced_id: ownText(line.text('sourcedId')), line });
  }

  /** Finds the row's user and class, unless they are the previous row's. */
  #find(ofUser: string, inClass: string): void {
    const last = this.#last;
    if (ofUser !== last.user) {
      last.user = ofUser;
      last.user_puid = this.#userIds.get(ofUser);
      if (last.user_puid !== undefined) last.userNumber = this.#places.user(last.user_puid);
    }
    if (inClass !== last.class) {
      last.class = inClass;
      last.group = this.#groups.get(inClass) ?? -1;
      const group_puid = last.group < 0 ? this.#classes.ids.get(inClass) : undefined;
      if (group_puid !== undefined) {
        last.group = this.#places.group(group_puid);
        this.#groups.set(ownText(inClass), last.group);
      }
    }
  }

  #take(line: Line): void {
    const upload = this.#upload;
    const { get, values } = line;
    if (isEnded(get, values, this.#plan.importer.today)) {
      if (!upload.isBulk('enrollments')) this.#noteGone(line);
      this.#plan.findings.warn('enrollmentEnded', 'enrollments.csv', line.at('endDate'));
      return;
    }
    const role = (get.role as Get)(values);
    const ofUser = (get.userSourcedId as Get)(values);
    const inClass = (get.classSourcedId as Get)(values);
    this.#find(ofUser, inClass);
    const { user_puid, userNumber, group } = this.#last;
    if (user_puid === undefined && upload.isPending('users', ofUser))
      upload.reportUnknown('users', 'enrollments.csv', line.at('userSourcedId'));
    if (group < 0 && upload.isPending('classes', inClass)) upload.reportUnknown('classes', 'enrollments.csv', line.at('classSourcedId'));
    if (user_puid === undefined || group < 0 || (role !== 'student' && role !== 'teacher')) this.#plan.skipped += 1;
    else this.#enroll(line, role, this.#places.at(group, userNumber));
  }

  /** Compares an enrollment with the stored one, if any. */
  #enroll(line: Line, role: 'student' | 'teacher', place: number): void {
    const counts = this.#plan.counts.enrollments;
    const sourced_id = (line.get.sourcedId as Get)(line.values);
    const how = this.#places.state(place);
    const { modified } = line;
    const before = this.#places.modified(place);
    if (this.#upload.isOlder('enrollments', line, before)) return;
    if (how !== undefined || !this.#isOnce) this.#places.list(place);
    if (how === writtenState(role, sourced_id)) {
      counts.unchanged += 1;
      if (modified !== null && modified !== before) this.#same.set(place, modified);
      return;
    }
    if (how !== undefined && how >= 0 && isEndedByHand(how) && !this.#plan.importer.overwrite_manual) {
      counts.kept += 1;
      return;
    }
    counts[how === undefined ? 'created' : 'updated'] += 1;
    this.#entries.push({
      isNew: how === undefined,
      row: {
        district_id: this.#plan.importer.district_id,
        ...this.#places.idsOf(place),
        role,
        sourced_id,
        active: 1,
        roster_active: 1,
        left_at: null,
        borrowed: null,
        roster_modified: modified ?? before ?? null,
      },
    });
  }

  /** Stored enrollments of some users. */
  #ofUsers(user_puids: Iterable<number>): Promise<Row<'enrollment'>[]> {
    return this.#plan.ports.db
      .selectFrom('enrollment')
      .selectAll()
      .where('user_puid', 'in', [...user_puids])
      .execute();
  }

  /** Records new modification times of unchanged enrollments, so that no older change applies to them. */
  async #dateSame(): Promise<void> {
    if (this.#same.size === 0) return;
    const times = new Map<string, number>();
    const people = new Set<number>();
    for (const [place, modified] of this.#same) {
      const ids = this.#places.idsOf(place);
      people.add(ids.user_puid);
      times.set(keyOf(ids), modified);
    }
    this.#same = new Map();
    for (const row of await this.#ofUsers(people)) this.#entries.push(...dated(row as unknown as AnyRow, times.get(keyOf(row)) ?? null));
  }

  /** Ends an enrollment. `at`: when the source did, in ms since 1970. */
  #end({ group_puid, user_puid, role, sourced_id, active, left_at, ...place }: Row<'enrollment'>, at: number | null): void {
    // A student removed by hand has already left. Only the roster's enrollment ends.
    if (active === 1) {
      this.#people ??= new Map(this.#stored.map((row) => [row.user_puid as number, row]));
      const person = this.#people.get(user_puid);
      const name = person ? `${person.first_name} ${person.last_name}` : '';
      this.#plan.leave(name, this.#classes.nameOf(group_puid), this.#classes.schoolOf(group_puid));
    }
    const { district_id } = this.#plan.importer;
    const roster_modified = at ?? place.roster_modified;
    const left = { active: 0, roster_active: 0, left_at: active === 1 ? this.#upload.now : left_at, borrowed: 1, roster_modified };
    this.#entries.push({ isNew: false, row: { district_id, group_puid, user_puid, role, sourced_id, ...left } });
  }

  /** Ends the enrollments that are missing from a complete file. */
  async #endMissing(): Promise<void> {
    const ended: PlaceIds[] = [];
    for (const { place, how } of this.#places.missing())
      if (isReopenedByHand(how) && !this.#plan.importer.overwrite_manual) this.#plan.counts.enrollments.kept += 1;
      else ended.push(place);
    for (const some of partsOf(ended)) {
      const wanted = new Set(some.map(keyOf));
      const found = await this.#ofUsers(new Set(some.map(({ user_puid }) => user_puid)));
      for (const row of found) if (wanted.has(keyOf(row))) this.#end(row, null);
    }
  }

  /** Ends the enrollments that the file says have ended. */
  async #endGone(): Promise<void> {
    for (const some of partsOf(this.#gone)) {
      const ids = some.map(({ sourced_id }) => sourced_id);
      const found = await this.#plan.ports.db.selectFrom('enrollment').selectAll().where('sourced_id', 'in', ids).execute();
      const places = Map.groupBy(found, (place) => place.sourced_id);
      for (const { sourced_id, line } of some)
        for (const place of places.get(sourced_id) ?? []) {
          if (this.#upload.isOlder('enrollments', line, place.roster_modified)) continue;
          if (place.active === 1 || place.roster_active === 1) this.#end(place, line.modified);
          else this.#entries.push(...dated(place as unknown as AnyRow, line.modified));
        }
    }
  }
}
