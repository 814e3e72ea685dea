import { setImmediate as breathe } from 'node:timers/promises';
import { simpleLines, writeSimple } from '../../../common/roster/simpleForm.ts';
import type { RosterStudent, rostering } from '../../../contract/rostering.ts';
import { assertSelf, type HandlersOf } from '../../kit/handler.ts';
import { longText } from '../../kit/longText.ts';
import { schoolOf, studentsAs, visibleStudents } from '../../roster/people.ts';

/** Students held in memory at once while the full list is written. */
const downloadPage = 500;
/** Rows of a student in the list: one per class. */
const linesOf = (student: RosterStudent, periods: ReadonlyMap<number, string | null>) =>
  (student.classes.length > 0 ? student.classes : [null]).map((place) => ({
    student_id: student.student_id,
    user_name: student.user_name,
    first_name: student.first_name,
    last_name: student.last_name,
    grade: student.grade,
    email: student.email,
    class_name: place?.group_name ?? null,
    period: place ? (periods.get(place.group_puid) ?? null) : null,
    school_name: student.school_name,
  }));

export const rosterTemplate: HandlersOf<Pick<typeof rostering, 'rosterTemplate'>> = {
  rosterTemplate: async ({ query }, { ports, user }) => {
    assertSelf(user, query.userPuid);
    if (!query.with_students) return { file_name: 'students-template.csv', content: writeSimple([]) };
    const { db } = ports;
    const rows = await visibleStudents(db, user, await schoolOf(db, user))
      .select('s.user_puid')
      .orderBy('s.last_name')
      .orderBy('s.first_name')
      .orderBy('s.user_puid')
      .execute();
    const periods = new Map(
      (await db.selectFrom('class_group').select(['group_puid', 'period']).execute()).map((group) => [group.group_puid, group.period]),
    );
    async function* pieces() {
      yield writeSimple([]);
      for (let start = 0; start < rows.length; start += downloadPage) {
        const some = rows.slice(start, start + downloadPage).map((row) => row.user_puid);
        yield simpleLines((await studentsAs(db, user, some)).flatMap((student) => linesOf(student, periods)));
        // If the database answers synchronously, nothing else would let other requests in.
        await breathe();
      }
    }
    return longText<{ file_name: string; content: string }, 'content'>({ file_name: 'students.csv' }, 'content', pieces());
  },
};
