import { type UsageAssignment, type UsageAssignmentReport, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { reportScreen } from '../reports/reportScreen.tsx';
import { fullName } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { chosenWork, type Grades, gradeOptions, gradesFor, stateColumns, unitOptions } from './assignmentWords.ts';
import { usageAssignment } from './usageAssignment.screen.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { chosenPlace, usageCrumbs, usageFilters } from './usageWords.ts';

/** Each assignment that is open in a period, and where its students are. */
export default reportScreen({
  ...usageAssignments,
  call: usageReports.usageAssignmentReport,
  input: ({ from, to, chosen }) => ({
    ...{ ...chosenPlace(chosen), ...chosenWork(chosen), from_date: from, to_date: to },
    ...(chosen.class === undefined ? {} : { group_puid: chosen.class }),
    ...(chosen.teacher === undefined ? {} : { teacher_puid: chosen.teacher }),
  }),
  also: async (_place, ask, answer) => ({ grades: await gradesFor(await answer, ask) }),
  rows: ({ assignments }: UsageAssignmentReport & { grades: Grades }) => assignments,
  name: m.usageReports_assignment_list,
  title: ({ name }) => m.usageReports_assignment_list_of({ name }),
  back: usageCrumbs,
  filters: {
    ...usageFilters,
    class: { options: ({ groups }) => groups.map(({ group_puid, name }) => ({ key: String(group_puid), label: name })) },
    teacher: { options: ({ teachers }) => teachers.map((one) => ({ key: String(one.user_puid), label: fullName(one) })) },
    grade: { options: (data) => gradeOptions(data) },
    unit: { options: unitOptions },
  },
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.usageReports_assignments,
  sort: '-from',
  columns: {
    lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name, isRowHeader: true, width: 'l' },
    group: { header: m.teacher_class, value: ({ group_name }) => group_name, width: 'l' },
    teacher: { header: m.usageReports_teacher, value: ({ teacher }: UsageAssignment) => fullName(teacher) },
    school: { header: m.reports_filter_school, value: ({ school_name }) => school_name },
    from: { header: m.teacher_from, value: ({ from_date }) => from_date, unit: 'day' },
    due: { header: m.teacher_to, value: ({ to_date }) => to_date, unit: 'day' },
    ...stateColumns,
  },
  drill: { to: ({ group_assignment_id }) => addressOf(usageAssignment, group_assignment_id) },
  empty: { title: m.usageReports_no_assignments, text: m.usageReports_no_assignments_text },
  sections: {
    of: ({ assignments, total }) =>
      total > assignments.length
        ? [
            {
              key: 'newest',
              title: m.usageReports_definitions(),
              note: <Notice tone="info">{m.usageReports_newest({ shown: assignments.length, total })}</Notice>,
            },
          ]
        : [],
  },
});
