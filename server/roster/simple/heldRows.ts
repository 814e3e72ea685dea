import type { SimpleRow } from '../../../common/roster/simpleForm.ts';
import { keyOf, type StudentList } from './list.ts';

/**
 * Rows that are left out. They remove nobody: the students and everyone in the classes they name stay. If such a row is unreadable,
 * everybody stays.
 */
export class HeldRows {
  readonly #students = new Set<number>();
  readonly #classes = new Set<string>();
  /** Whether such a row does not name its class. */
  #isAllHeld = false;
  /** Faulty rows that have not been read yet. */
  readonly #unread: Set<number>;

  constructor({ leftOut }: StudentList) {
    this.#unread = new Set(leftOut);
  }

  /** Whether the check has left the row out. Counts it as read. */
  isLeftOut({ row }: SimpleRow): boolean {
    return this.#unread.delete(row);
  }

  /** Holds a row with the accounts that it may mean. */
  hold({ class_name }: SimpleRow, ...students: ({ user_puid: number } | undefined)[]): void {
    for (const student of students) if (student) this.#students.add(student.user_puid);
    if (class_name === '') this.#isAllHeld = true;
    else this.#classes.add(keyOf(class_name));
  }

  /** Whether a student stays in a class although the list does not name them there. */
  stays(user_puid: number, class_name: string): boolean {
    return this.#isAllHeld || this.#unread.size > 0 || this.#classes.has(keyOf(class_name)) || this.#students.has(user_puid);
  }
}
