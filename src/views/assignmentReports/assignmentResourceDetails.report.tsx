import { assignmentReports, type ResourceDetails } from '../../../contract/assignmentReports.ts';
import { m } from '../../paraglide/messages.js';
import { personColumns } from '../classReports/ofClass.ts';
import { kindName } from '../player/kinds.ts';
import type { Say } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { inUnit } from '../reports/units.ts';
import { whole } from '../reports/Whole.tsx';
import { addressOf } from '../screen.ts';
import { assignmentResourceDetails } from './assignmentResourceDetails.screen.ts';
import { assignmentLead, progressCrumbs } from './ofAssignment.ts';
import { positionWords, workWords } from './resourceWords.ts';
import { studentAssignmentDetails } from './studentAssignmentDetails.screen.ts';

type Student = ResourceDetails['students'][number] & { resource_type_id: number };

const orFew = (value: number | null, unit: 'percent' | 'minutes', say: Say) => inUnit(value, unit, say, m.reports_not_enough);

/** One resource of an assignment: how far each student is, beside the class. */
export default reportScreen({
  ...assignmentResourceDetails,
  call: assignmentReports.resourceDetails,
  input: ({ ids: [group_assignment_id, lesson_resource_id] }) => ({ group_assignment_id, lesson_resource_id }),
  rows: ({ students, resource: { resource_type_id } }): readonly Student[] => students.map((student) => ({ ...student, resource_type_id })),
  name: m.assignmentReports_resource,
  title: ({ resource }) => resource.title,
  lead: ({ assignment }) => assignmentLead(assignment),
  back: (data) => progressCrumbs(data?.assignment),
  students: ({ students }) => students,
  figures: [
    { name: m.library_kind, value: ({ resource }) => kindName(resource.resource_type_id), unit: 'text' },
    {
      name: m.assignmentReports_begun,
      value: ({ resource: { begun, students } }) => m.reports_of({ value: begun, max: students }),
      unit: 'text',
    },
    {
      name: m.teacher_completed,
      value: ({ resource: { completed, students } }) => m.reports_of({ value: completed, max: students }),
      unit: 'text',
    },
    {
      name: m.assignmentReports_median_done,
      value: ({ resource }, say) => orFew(resource.median_percentage, 'percent', say),
      unit: 'text',
    },
    { name: m.assignmentReports_median_time, value: ({ resource }, say) => orFew(resource.median_time, 'minutes', say), unit: 'text' },
    { name: m.assignmentReports_median_viewed, value: ({ resource }, say) => orFew(resource.median_viewed, 'minutes', say), unit: 'text' },
  ],
  missing: {
    of: ({ students }, { name }) => students.filter(({ work }) => work === null).map(name),
    words: m.assignmentReports_idle,
  },
  rowKey: ({ user_puid }) => user_puid,
  caption: m.assignmentReports_by_student,
  sort: 'name',
  columns: {
    ...personColumns,
    state: { header: m.teacher_state, value: ({ work }, { language }) => workWords(work, language), look: whole, width: 'm' },
    done: { header: m.teacher_done, value: ({ work }) => work?.percentage_completed ?? null, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ work }) => work?.time_spent ?? null, unit: 'minutes' },
    position: {
      header: m.assignmentReports_position,
      value: ({ work, resource_type_id }) => (work && positionWords(resource_type_id, work.position) !== null ? work.position : null),
      unit: 'number',
      text: ({ work, resource_type_id }) => (work && positionWords(resource_type_id, work.position)) || m.reports_none(),
    },
    opened: { header: m.assignmentReports_opened, value: ({ opened }) => opened, unit: 'number' },
    viewed: { header: m.assignmentReports_viewed, value: ({ viewed }) => viewed, unit: 'minutes', width: 's' },
    active: { header: m.teacher_last_active, value: ({ work }) => work?.last_active_at, unit: 'moment' },
  },
  chart: {
    title: m.assignmentReports_time_chart,
    finding: (rows, say) => {
      const [most] = rows.toSorted((a, b) => (b.work?.time_spent ?? 0) - (a.work?.time_spent ?? 0));
      return most?.work && most.work.time_spent > 0
        ? m.assignmentReports_most_time({ name: say.name(most), time: inUnit(most.work.time_spent, 'minutes', say) })
        : m.assignmentReports_time_chart();
    },
    kind: 'across',
    along: 'name',
    series: ['time'],
  },
  drill: { to: ({ user_puid }, { assignment }) => addressOf(studentAssignmentDetails, assignment.group_assignment_id, user_puid) },
  empty: { title: m.teacher_no_students },
});
