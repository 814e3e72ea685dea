import { lazy } from 'react';
import { classroom as calls } from '../../../contract/classroom.ts';
import { toProblem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { groups } from '../groups/groups.screen.ts';
import { paths } from '../paths.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { type ClassroomData, type Courses, serviceOf, stateOf } from './classroomData.ts';
import { classroomService } from './classroomService.screen.ts';

const emptyTitle = (data: ClassroomData): string => {
  const service = serviceOf(data);
  if (data.service === null) return m.classroom_off();
  const state = stateOf(data);
  if (state === 'ended') return m.classroom_ended({ service });
  if (state === 'none') return m.classroom_unlinked({ service });
  return data.problem ? m.classroom_none_shown() : m.classroom_none();
};
const emptyText = (data: ClassroomData): string => {
  if (data.service === null) return m.classroom_off_text();
  const state = stateOf(data);
  if (state === 'ended') return m.classroom_ended_text();
  if (state === 'none') return m.classroom_unlinked_text();
  return data.problem ? '' : m.classroom_none_text();
};

/** A teacher's courses at the classroom service, and the classes that they were taken over as (`mygroups/classroomService`). */
export default reportScreen({
  ...classroomService,
  call: calls.classroomLink,
  input: () => ({}),
  also: async (_place, ask, answer): Promise<Courses> => {
    const none: Courses = { courses: [], problem: null };
    if ((await answer).state !== 'linked') return none;
    try {
      return { courses: await ask(calls.classroomCourses, {}), problem: null };
    } catch (error) {
      // The account can be unlinked although the service gives nothing.
      const problem = toProblem(error);
      if (problem.reason === undefined) throw error;
      return { ...none, problem };
    }
  },
  rows: ({ courses }) => courses,
  name: () => m.classroom_title({ service: 'other' }),
  title: (data) => m.classroom_title({ service: serviceOf(data) }),
  lead: () => m.classroom_lead(),
  file: () => 'classroom-courses',
  back: () => [{ label: m.groups_title(), href: addressOf(groups) }],
  rowKey: ({ course_id }) => course_id,
  caption: m.classroom_courses,
  columns: {
    name: { header: m.classroom_course, value: ({ name }) => name, isRowHeader: true, width: 'l' },
    section: { header: m.classroom_section, value: ({ section }) => section },
    class: { header: m.classroom_class, value: ({ group }) => group?.group_name ?? null, missing: m.classroom_class_none },
    imported: { header: m.classroom_imported, value: ({ imported_at }) => imported_at, unit: 'moment', missing: m.classroom_imported_none },
  },
  drill: { from: 'class', to: ({ group }) => (group ? paths.group(group.group_puid) : null) },
  empty: { title: emptyTitle, text: emptyText },
  Parts: lazy(() => import('./ClassroomParts.tsx')),
});
