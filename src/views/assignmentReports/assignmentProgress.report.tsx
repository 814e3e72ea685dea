import { lazy } from 'react';
import { type AssignmentProgress, assignmentReports } from '../../../contract/assignmentReports.ts';
import { assignments, type StudentResult } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import { personColumns } from '../classReports/ofClass.ts';
import { kindName } from '../player/kinds.ts';
import { type ReportColumn, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { assignmentFigures } from '../reports/progressFigures.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { progressWords, toldApart } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { assignmentProgress } from './assignmentProgress.screen.ts';
import { assignmentResourceDetails } from './assignmentResourceDetails.screen.ts';
import { assignmentCrumbs } from './ofAssignment.ts';
import { workShape, workWords } from './resourceWords.ts';
import { studentAssignmentDetails } from './studentAssignmentDetails.screen.ts';

type Resource = AssignmentProgress['resources'][number];
type Student = StudentResult & Pick<AssignmentProgress['students'][number], 'work'>;

/** A student's progress in one resource. Files have the percent; what has not been begun is empty. */
function resourceColumn({ lesson_resource_id, title, begun, completed }: Resource, group_assignment_id: number): ReportColumn<Student> {
  const workOf = ({ work }: Student) => work.find((one) => one.lesson_resource_id === lesson_resource_id);
  return {
    header: () => title,
    value: (student) => workOf(student)?.percentage_completed ?? null,
    unit: 'percent',
    text: (student, { language }) => workWords(workOf(student), language),
    head: {
      title: m.assignmentReports_begun_completed({ begun, completed }),
      href: addressOf(assignmentResourceDetails, group_assignment_id, lesson_resource_id),
      isWide: true,
    },
    mark: (student, { language }) => {
      const work = workOf(student);
      const shape = workShape(work);
      return {
        shape,
        ...(work && shape === 'half' ? { short: percent(work.percentage_completed / 100, language) } : {}),
        share: (work?.percentage_completed ?? 0) / 100,
        href: addressOf(studentAssignmentDetails, group_assignment_id, student.user_puid),
      };
    },
  };
}

/** Where the class is stuck: each resource with how many have come how far. */
const resourcesOf = (resources: readonly Resource[], group_assignment_id: number): ReportSection => ({
  key: 'resources',
  title: m.assignmentReports_by_resource(),
  tables: [
    sectionTable<Resource, string>({
      key: 'list',
      rows: resources,
      rowKey: ({ lesson_resource_id }) => lesson_resource_id,
      caption: m.assignmentReports_by_resource,
      empty: m.assignmentReports_no_resources,
      columns: {
        title: { header: m.assignmentReports_resource, value: ({ title }) => title, isRowHeader: true, width: 'l' },
        kind: { header: m.library_kind, value: ({ resource_type_id }) => kindName(resource_type_id) },
        begun: { header: m.assignmentReports_begun, value: ({ begun }) => begun, unit: 'number' },
        completed: { header: m.teacher_completed, value: ({ completed }) => completed, unit: 'number' },
        done: {
          header: m.assignmentReports_median_done,
          value: ({ median_percentage }) => median_percentage,
          unit: 'percent',
          missing: m.reports_not_enough,
          width: 's',
        },
        time: {
          header: m.assignmentReports_median_time,
          value: ({ median_time }) => median_time,
          unit: 'minutes',
          missing: m.reports_not_enough,
          width: 's',
        },
      },
      drill: { to: ({ lesson_resource_id }) => addressOf(assignmentResourceDetails, group_assignment_id, lesson_resource_id) },
    }),
  ],
});

/** The students of an assignment × its resources, as it happens. */
export default reportScreen({
  ...assignmentProgress,
  call: assignments.assignmentResult,
  input: ({ ids: [group_puid, lesson_id, group_assignment_id] }) => ({ group_puid, lesson_id, group_assignment_id }),
  also: async ({ ids: [, , group_assignment_id] }, ask) => ({
    progress: await ask(assignmentReports.assignmentProgress, { group_assignment_id }),
  }),
  rows: ({ students, progress }): readonly Student[] => {
    const works = new Map(progress.students.map(({ user_puid, work }) => [user_puid, work]));
    return students.map((student) => ({ ...student, work: works.get(student.user_puid) ?? [] }));
  },
  name: m.assignmentReports_progress,
  title: ({ assignment }) => m.assignmentReports_progress_of({ name: assignment.lesson_name }),
  lead: ({ assignment }) => assignment.group_name,
  back: (data) => assignmentCrumbs(data?.assignment),
  students: ({ students }) => students,
  figures: assignmentFigures,
  missing: {
    of: ({ students }, { name }: Say) => students.filter(({ state }) => state === 'notStarted').map(name),
    words: m.assignmentReports_idle,
  },
  rowKey: ({ user_puid }) => user_puid,
  caption: m.assignmentReports_by_student,
  sort: 'name',
  grid: {
    legend: () => [
      ['full', m.teacher_completed()],
      ['half', m.teacher_in_progress()],
      ['empty', m.teacher_not_started()],
    ],
  },
  columns: {
    ...personColumns,
    state: { header: m.teacher_state, value: ({ state }) => progressWords(state), only: 'file' },
    done: { header: m.teacher_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
  },
  moreColumns: ({ progress, assignment }) => {
    const titles = toldApart(progress.resources.map(({ title }) => title));
    return Object.fromEntries(
      progress.resources.map((one, at) => [
        `resource-${one.lesson_resource_id}`,
        resourceColumn({ ...one, title: titles[at] ?? one.title }, assignment.group_assignment_id),
      ]),
    );
  },
  drill: { to: ({ user_puid }, { assignment }) => addressOf(studentAssignmentDetails, assignment.group_assignment_id, user_puid) },
  empty: { title: m.teacher_no_students },
  sections: {
    of: ({ progress, assignment }) => [resourcesOf(progress.resources, assignment.group_assignment_id)],
  },
  // The live connection loads beside the report.
  Parts: lazy(() => import('./ProgressParts.tsx')),
});
