import { lazy } from 'react';
import { type ClassroomWork, classroom as calls, type SharingState } from '../../../contract/classroom.ts';
import { m } from '../../paraglide/messages.js';
import { groups } from '../groups/groups.screen.ts';
import { paths } from '../paths.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { serviceOf } from './classroomData.ts';
import { classroomService } from './classroomService.screen.ts';
import { classroomWork } from './classroomWork.screen.ts';

const stateNames: Readonly<Record<SharingState, () => string>> = {
  none: m.classroom_work_none,
  shared: m.classroom_work_shared,
  changed: m.classroom_work_changed,
  unsure: m.classroom_work_unsure,
};

const emptyTitle = (data: ClassroomWork): string => {
  if (data.service === null) return m.classroom_off();
  if (data.state !== 'linked') return m.classroom_unlinked({ service: serviceOf(data) });
  return data.is_course ? m.classroom_work_empty() : m.classroom_work_no_course();
};
const emptyText = (data: ClassroomWork): string => {
  if (data.service === null) return m.classroom_off_text();
  if (data.state !== 'linked') return m.classroom_work_unlinked_text();
  return data.is_course ? m.classroom_work_empty_text() : m.classroom_work_no_course_text();
};

/** The assignments of a class, and which of them its course at the classroom service has (`mygroups/classroomWork`). */
export default reportScreen({
  ...classroomWork,
  call: calls.classroomWork,
  input: ({ ids: [group_puid] }) => ({ group_puid }),
  rows: ({ works }) => works,
  name: m.classroom_work,
  title: ({ group_name }) => m.classroom_work_of({ name: group_name }),
  lead: (data) => m.classroom_work_lead({ service: serviceOf(data) }),
  file: () => 'classroom-assignments',
  back: (data) => [
    { label: m.groups_title(), href: addressOf(groups) },
    { label: m.classroom_title({ service: serviceOf(data) }), href: addressOf(classroomService) },
  ],
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.classroom_works,
  columns: {
    name: { header: m.classroom_work_name, value: ({ lesson_name }) => lesson_name, isRowHeader: true, width: 'l' },
    opens: { header: m.classroom_work_opens, value: ({ from_date }) => from_date, unit: 'day' },
    due: { header: m.classroom_work_due, value: ({ to_date }) => to_date, unit: 'day', missing: m.classroom_work_due_none },
    state: { header: m.classroom_work_state, value: ({ state }) => stateNames[state]() },
    shared: { header: m.classroom_work_shared_at, value: ({ shared_at }) => shared_at, unit: 'moment', missing: m.classroom_imported_none },
  },
  drill: {
    to: ({ lesson_id, group_assignment_id }, { group_puid }) => paths.assignmentResult(lesson_id, group_puid, group_assignment_id),
  },
  empty: { title: emptyTitle, text: emptyText },
  Parts: lazy(() => import('./WorkParts.tsx')),
});
