import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { type RosterStudent, rostering } from '../../../contract/rostering.ts';
import type { Send } from '../kit/client.ts';
import { allowed, foundIn, type RecordSource } from '../kit/records.ts';

/** A login code as the only answer that contains it. */
export interface NewLoginCode {
  student: Pick<RosterStudent, 'first_name' | 'last_name' | 'user_name'>;
  password: string;
}

const orNull = (value: Values[string] | undefined) => String(value ?? '').trim() || null;
const fieldsOf = ({ first_name, last_name, grade, email, student_id }: Values) => ({
  first_name: String(first_name),
  last_name: String(last_name),
  grade: orNull(grade),
  email: orNull(email),
  student_id: orNull(student_id),
});

/** The calls of the students' list (specification, section 7, Rostering), as far as the user may make them. One call returns all students. */
export const studentSource = (send: Send, user: UserData): RecordSource<RosterStudent> => {
  const edits: Required<Pick<RecordSource<RosterStudent>, 'add' | 'update' | 'remove' | 'restore'>> = {
    add: (values, stop) => {
      const group = orNull(values.group_puids);
      return send(
        rostering.createStudent,
        { ...fieldsOf(values), user_name: orNull(values.user_name), group_puids: group === null ? [] : [Number(group)] },
        stop,
      );
    },
    update: ({ user_puid, version }, values, stop) =>
      send(
        rostering.updateStudent,
        { student_puid: user_puid, user_name: String(values.user_name).trim(), ...fieldsOf(values), version },
        stop,
      ),
    remove: ({ user_puid }, stop) => send(rostering.deleteStudent, { student_puid: user_puid }, stop),
    restore: (_student, removed, stop) => send(rostering.restoreStudent, { undo_id: (removed as { undo_id: number }).undo_id }, stop),
  };
  const { createStudent: add, updateStudent: update, deleteStudent: remove, restoreStudent: restore } = rostering;
  const all = (stop: { signal?: AbortSignal }) => send(rostering.allStudents, { userPuid: user.userPuid }, stop);
  return {
    isWhole: true,
    keyOf: ({ user_puid }) => String(user_puid),
    load: async (_query, _count, signal) => {
      const { students, total } = await all(signal ? { signal } : {});
      return { rows: students, total };
    },
    get: async ({ user_puid }, stop) => foundIn((await all(stop)).students, (one) => one.user_puid === user_puid),
    ...allowed(user, { add, update, remove, restore }, edits),
  };
};
