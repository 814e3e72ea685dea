import type { SimpleRow } from '../../../common/roster/simpleForm.ts';
import { Role } from '../../../contract/kit.ts';
import type { SimpleField } from '../../../contract/rostering/job.ts';
import type { Row } from '../../db/schema.ts';
import { inCharge } from '../charge.ts';
import { LostZeros } from '../lostZeros.ts';
import type { Plan } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import type { HeldRows } from './heldRows.ts';
import { accountsOf, keyOf, placeOf, type StudentList } from './list.ts';
import type { ListedClasses } from './listedClasses.ts';

type Account = Row<'app_user'>;
type Refusal = [code: string, field: SimpleField, params?: Record<string, number>];
export interface Place {
  group_puid: number;
  user_puid: number;
}

const nameOf = (one: { first_name: string; last_name: string }) => keyOf(one.first_name, one.last_name);

/** The accounts that a row may mean. */
interface Meant {
  /** The account with the row's user name. */
  holder: Account | undefined;
  /** The account with its student number. */
  numbered: Account | undefined;
  /** Accounts that the importer is in charge of. */
  own: ReadonlySet<number>;
}

/** Students and places in classes that a list asks for. */
export class ListedStudents {
  readonly #plan: Plan;
  readonly #list: StudentList;
  readonly #classes: ListedClasses;
  readonly #held: HeldRows;
  readonly #schools: readonly Pick<Row<'school'>, 'school_id' | 'name'>[];
  readonly #schoolByName: ReadonlyMap<string, number>;
  readonly #zeros: LostZeros;
  readonly #now: number;
  /** Account of each student, from the first row that names them. */
  readonly #people = new Map<string, number>();
  /** Accounts to write. */
  readonly entries: Entry[] = [];
  /** Places by class and student. */
  readonly places = new Map<string, Place>();

  constructor(plan: Plan, list: StudentList, schools: readonly Row<'school'>[], given: { classes: ListedClasses; held: HeldRows }) {
    this.#plan = plan;
    this.#list = list;
    this.#classes = given.classes;
    this.#held = given.held;
    this.#schools = schools;
    this.#schoolByName = new Map(schools.map((school) => [keyOf(school.name), school.school_id]));
    this.#zeros = new LostZeros(plan.findings, async () =>
      (await plan.ports.db.selectFrom('app_user').select('student_number as id').execute()).map(({ id }) => id),
    );
    this.#now = plan.ports.now();
  }

  /** Takes over some rows. */
  async take(lines: readonly SimpleRow[]): Promise<void> {
    const { db } = this.#plan.ports;
    const accounts = await accountsOf(this.#plan.ports, lines);
    const own = await inCharge(
      db,
      this.#plan.importer,
      accounts.all.map((user) => user.user_puid),
    );
    for (const line of lines) {
      const { named, numbered } = accounts.of(line);
      await this.#takeOne(line, { holder: named, numbered, own });
    }
  }

  async #takeOne(line: SimpleRow, meant: Meant): Promise<void> {
    const { holder, numbered } = meant;
    if (this.#held.isLeftOut(line)) {
      this.#held.hold(line, holder, numbered);
      return;
    }
    const twin = numbered || line.student_id === '' ? undefined : await this.#zeros.twinOf(line.student_id);
    if (twin !== undefined) {
      this.#held.hold(line, holder);
      this.#zeros.tell(this.#list.file, placeOf(this.#list, line, 'student_id'), twin);
      return;
    }
    const student = numbered ?? holder;
    const refusal = this.#refusalOf(line, meant);
    if (refusal) {
      const [code, field] = refusal;
      if (code === 'notAStudent') this.#held.hold(line);
      else if (code === 'outOfScope') this.#held.hold(line, student);
      else this.#held.hold(line, holder, numbered);
      this.#refuse(line, [code, field]);
      return;
    }
    const school_id = this.#schoolOf(line, student);
    const isTaken = school_id !== undefined && this.#place(line, student, { school_id, own: meant.own });
    if (!isTaken) this.#held.hold(line, student);
  }

  #refuse(line: SimpleRow, [code, field, params]: Refusal): void {
    this.#plan.findings.error(code, this.#list.file, placeOf(this.#list, line, field), params);
  }

  /** Why a row may not name its account; undefined if it may. */
  #refusalOf(line: SimpleRow, { holder, numbered, own }: Meant): Refusal | undefined {
    const { school_id } = this.#plan.importer;
    // The name belongs to somebody with another student number.
    if (holder && line.student_id !== '' && holder !== numbered && (numbered || holder.student_number !== null))
      return ['userNameTaken', 'user_name'];
    const student = numbered ?? holder;
    if (student && student.role_id !== Role.student) return ['notAStudent', 'user_name'];
    if (student && school_id !== null && student.school_id !== school_id) return ['outOfScope', 'user_name'];
    // A colleague's student with the same user name is another person.
    if (holder && !own.has(holder.user_puid) && !numbered && nameOf(holder) !== nameOf(line)) return ['userNameTaken', 'user_name'];
    return undefined;
  }

  /** School of a row: named in it, the importer's, the student's, or the only one. Reports what is wrong. */
  #schoolOf(line: SimpleRow, student: Account | undefined): number | undefined {
    const { importer } = this.#plan;
    if (line.school_name !== '') {
      const named = this.#schoolByName.get(keyOf(line.school_name));
      if (named === undefined) this.#refuse(line, ['schoolUnknown', 'school_name']);
      else if (importer.school_id !== null && named !== importer.school_id) this.#refuse(line, ['schoolForeign', 'school_name']);
      else return named;
      return undefined;
    }
    const only = this.#schools.length === 1 ? this.#schools[0]?.school_id : undefined;
    const school_id = importer.school_id ?? student?.school_id ?? only;
    if (school_id === undefined) this.#refuse(line, ['schoolMissing', 'school_name']);
    return school_id;
  }

  /** Gives a row's student an account and a place in the class. Returns whether it could. */
  #place(line: SimpleRow, student: Account | undefined, { school_id, own }: { school_id: number; own: ReadonlySet<number> }): boolean {
    const { length } = line.class_name === '' ? [] : this.#classes.find(line, school_id);
    if (length > 1) {
      this.#refuse(line, ['classAmbiguous', 'class_name', { count: length }]);
      return false;
    }
    const identity = line.student_id !== '' ? `#${line.student_id}` : `@${line.user_name.toLowerCase()}`;
    const user_puid =
      this.#people.get(identity) ?? this.#write(line, student, { school_id, mayChange: !student || own.has(student.user_puid) });
    if (user_puid === undefined) return false;
    this.#people.set(identity, user_puid);
    if (line.class_name === '') return true;
    const group_puid = this.#classes.idOf(line, school_id);
    this.places.set(`${group_puid} ${user_puid}`, { group_puid, user_puid });
    return true;
  }

  /** Writes a student's account and returns its `user_puid`. An account that the importer may not change is borrowed if it is open. */
  #write(
    line: SimpleRow,
    student: Account | undefined,
    { school_id, mayChange }: { school_id: number; mayChange: boolean },
  ): number | undefined {
    const before = student as AnyRow | undefined;
    if (student && !mayChange) {
      if (student.active === 1) {
        this.#plan.counts.users.unchanged += 1;
        return student.user_puid;
      }
      this.#refuse(line, ['outOfScope', 'user_name']);
      return undefined;
    }
    const user_puid = student?.user_puid ?? this.#plan.ports.newId();
    const after: AnyRow = {
      password_hash: null,
      token_version: 1,
      created_at: this.#now,
      email: null,
      grade: null,
      student_number: null,
      sourced_id: null,
      ...before,
      district_id: this.#plan.importer.district_id,
      user_puid,
      role_id: Role.student,
      school_id,
      user_name: line.user_name,
      user_key: line.user_name.toLowerCase(),
      first_name: line.first_name,
      last_name: line.last_name,
      active: 1,
    };
    if (line.email !== '') after.email = line.email;
    if (line.grade !== '') after.grade = line.grade;
    if (line.student_id !== '') after.student_number = line.student_id;
    const entry = this.#plan.entryOf('users', `${line.first_name} ${line.last_name}`, before, after);
    if (entry) this.entries.push(entry);
    return user_puid;
  }
}
