import { fewestStudents } from '../../../common/itemFlags.ts';
import type { classReports } from '../../../contract/classReports.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import {
  assignmentChoice,
  classAssignments,
  meanPercent,
  meanTime,
  scoreOf,
  studentOfClass,
  visibleClass,
  worksOf,
} from '../../reports/classWork.ts';
import { workOnWire } from './workOnWire.ts';

/** One student's assignments over a period, beside the means of the class. */
export const studentAssignments: HandlersOf<typeof classReports>['studentAssignments'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const student = await studentOfClass(db, group.group_puid, query.student_puid);
  const all = await classAssignments(db, user, query);
  const rows = all.filter(({ group_assignment_id }) => (query.group_assignment_id ?? group_assignment_id) === group_assignment_id);
  const works = await worksOf(db, rows, ports.now());
  return {
    ...group,
    choices: all.map(assignmentChoice),
    student,
    assignments: rows.flatMap(({ group_assignment_id, lesson_id, lesson_name, from_date, to_date }) => {
      const of = works.get(group_assignment_id) ?? [];
      const own = of.find(({ user_puid }) => user_puid === student.user_puid);
      if (!own) return [];
      const begun = of.filter(({ state }) => state !== 'notStarted');
      const scores = of.flatMap((work) => scoreOf([work]) ?? []);
      return [
        {
          ...{ group_assignment_id, lesson_id, lesson_name },
          from_date: iso(from_date),
          to_date: isoOrNull(to_date),
          ...workOnWire(own),
          last_active_at: own.last_active_at,
          class_time: begun.length < fewestStudents ? null : meanTime(begun),
          class_score: scores.length < fewestStudents ? null : meanPercent(scores),
        },
      ];
    }),
  };
};
