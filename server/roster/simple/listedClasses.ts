import type { SimpleRow } from '../../../common/roster/simpleForm.ts';
import { Role } from '../../../contract/kit.ts';
import type { Row } from '../../db/schema.ts';
import { visibleGroups } from '../../kit/access.ts';
import type { Plan } from '../planning.ts';
import type { Entry } from '../tables.ts';
import { keyOf } from './list.ts';

type Class = Row<'class_group'>;

/** Classes that rows name: those the importer sees, and new ones. */
export class ListedClasses {
  readonly #plan: Plan;
  readonly #byName: ReadonlyMap<string, Class[]>;
  readonly #byPeriod: ReadonlyMap<string, Class[]>;
  readonly #made = new Map<string, number>();
  /** New classes to write. */
  readonly entries: Entry[] = [];
  /** Enrollments of the teacher who imports, in the new classes. */
  readonly teaching: Entry[] = [];

  private constructor(plan: Plan, classes: readonly Class[]) {
    this.#plan = plan;
    this.#byName = Map.groupBy(classes, (group) => keyOf(group.school_id, group.name));
    this.#byPeriod = Map.groupBy(classes, (group) => keyOf(group.school_id, group.name, group.period));
  }

  static async load(plan: Plan): Promise<ListedClasses> {
    const { importer, ports } = plan;
    let query = visibleGroups(ports.db, importer).selectAll('class_group');
    if (importer.school_id !== null) query = query.where('class_group.school_id', '=', importer.school_id);
    return new ListedClasses(plan, await query.execute());
  }

  /** Existing classes that a row may mean. */
  find(line: SimpleRow, school_id: number): readonly Class[] {
    const found =
      line.period === ''
        ? this.#byName.get(keyOf(school_id, line.class_name))
        : this.#byPeriod.get(keyOf(school_id, line.class_name, line.period));
    return found ?? [];
  }

  /** `group_puid` of the class that a row names, which may be a new one. */
  idOf(line: SimpleRow, school_id: number): number {
    const key = keyOf(school_id, line.class_name, line.period);
    return this.find(line, school_id)[0]?.group_puid ?? this.#made.get(key) ?? this.#make(line, school_id, key);
  }

  #make(line: SimpleRow, school_id: number, key: string): number {
    const { importer, ports, counts } = this.#plan;
    const { district_id, user_puid } = importer;
    const group_puid = ports.newId();
    this.#made.set(key, group_puid);
    const entry = this.#plan.entryOf('classes', line.class_name, undefined, {
      district_id,
      group_puid,
      school_id,
      name: line.class_name,
      kind: 'class',
      subject: null,
      grade: line.grade || null,
      period: line.period || null,
      sourced_id: null,
      active: 1,
    });
    if (entry) this.entries.push(entry);
    if (importer.role === Role.teacher) {
      counts.enrollments.created += 1;
      const place = { district_id, group_puid, user_puid, role: 'teacher', sourced_id: null };
      this.teaching.push({ isNew: true, row: { ...place, active: 1, roster_active: null, left_at: null, borrowed: null } });
    }
    return group_puid;
  }
}
