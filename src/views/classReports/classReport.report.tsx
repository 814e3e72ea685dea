import { type ClassReport, classReports } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { paths } from '../paths.ts';
import { type ReportColumn, type ReportSection, sectionTable } from '../reports/declaration.ts';
import { gamesSection } from '../reports/gamesSection.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { classFigures } from './classFigures.ts';
import { classReport } from './classReport.screen.ts';
import { lessonColumns } from './lessonColumns.ts';
import { classFilters, classInput, personColumns, reportCrumbs, titlesOf } from './ofClass.ts';
import { studentAssignmentReport } from './studentAssignmentReport.screen.ts';
import { workWords } from './workWords.ts';

type Assignment = ClassReport['assignments'][number];
type Student = ClassReport['students'][number];
type Game = ClassReport['games'][number];

/** A student's work on one assignment: the score, or where the student stands. Files have the score as a number, too. */
function workColumns({ group_assignment_id }: Assignment, title: string): Record<string, ReportColumn<Student>> {
  const workOf = ({ work }: Student) => work.find((one) => one.group_assignment_id === group_assignment_id);
  return {
    [`score-${group_assignment_id}`]: {
      header: () => m.classReports_score_of({ title }),
      value: (row) => workOf(row)?.score ?? null,
      unit: 'percent',
      only: 'file',
    },
    [`work-${group_assignment_id}`]: {
      header: () => title,
      value: (row, { language }) => {
        const work = workOf(row);
        return work && workWords(work, language);
      },
    },
  };
}

/** A student's score in a game that counts. */
const gameColumn = ({ game_id, title }: Game): Record<string, ReportColumn<Student>> => ({
  [`game-${game_id}`]: {
    header: () => m.classReports_game_of({ title }),
    value: ({ games }) => games.find((one) => one.game_id === game_id)?.score ?? null,
    unit: 'percent',
  },
});

const studentsOf = ({ group_puid, assignments, games, students }: ClassReport, titles: readonly string[]): ReportSection => ({
  key: 'students',
  title: m.classReports_students(),
  tables: [
    sectionTable<Student, string>({
      key: 'work',
      rows: students,
      rowKey: ({ user_puid }) => user_puid,
      caption: m.classReports_students,
      help: m.classReports_words,
      sort: 'name',
      isMatrix: true,
      empty: m.teacher_no_students,
      columns: {
        ...personColumns,
        completed: {
          header: m.classReports_completed_of,
          value: ({ completed }) => completed,
          unit: 'number',
          text: ({ completed, assigned }) => m.reports_of({ value: completed, max: assigned }),
        },
        late: { header: m.classReports_late, value: ({ late }) => late, unit: 'number', width: 'xs' },
        missing: { header: m.classReports_missing, value: ({ missing }) => missing, unit: 'number', width: 'xs' },
        time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
        score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
        ...Object.assign({}, ...assignments.map((one, at) => workColumns(one, titles[at] ?? '')), ...games.map(gameColumn)),
      },
      drill: { to: ({ user_puid }) => addressOf(studentAssignmentReport, group_puid, user_puid) },
    }),
  ],
});

/** A class over a period: each assignment, and each student's work on it. */
export default reportScreen({
  ...classReport,
  call: classReports.classReport,
  input: classInput,
  rows: ({ assignments }) => assignments,
  name: m.classReports_class,
  title: ({ group_name }) => m.classReports_class_of({ name: group_name }),
  back: reportCrumbs,
  students: ({ students }) => students,
  figures: classFigures,
  missing: {
    of: ({ students }, { name }) =>
      students.filter(({ assigned, work }) => assigned > 0 && work.every(({ state }) => state === 'notStarted')).map(name),
    words: m.classReports_idle,
  },
  filters: classFilters,
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.classReports_assignments,
  sort: '-from',
  columns: {
    ...lessonColumns,
    students: { header: m.teacher_students_title, value: ({ students }) => students, unit: 'number' },
    onTime: { header: m.classReports_on_time, value: ({ on_time }) => on_time, unit: 'number' },
    late: { header: m.classReports_late, value: ({ late }) => late, unit: 'number' },
    open: { header: m.classReports_open, value: ({ open }) => open, unit: 'number' },
    missing: { header: m.classReports_missing, value: ({ missing }) => missing, unit: 'number' },
    time: { header: m.classReports_mean_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
  },
  chart: {
    title: m.classReports_chart,
    finding: (rows) => {
      const [most] = rows.toSorted((a, b) => b.missing - a.missing);
      return most && most.missing > 0
        ? m.classReports_most_missing({ lesson: most.lesson_name, count: most.missing, of: most.students })
        : m.classReports_none_missing();
    },
    kind: 'across',
    along: 'lesson',
    series: ['onTime', 'late', 'open', 'missing'],
  },
  drill: {
    to: ({ lesson_id, group_assignment_id }, { group_puid }) => paths.assignmentResult(lesson_id, group_puid, group_assignment_id),
  },
  empty: { title: m.classReports_nothing, text: m.classReports_nothing_text },
  sections: {
    of: (data, say) => [
      studentsOf(data, titlesOf(data.assignments, say)),
      ...gamesSection(data.games, {
        students: { header: m.teacher_students_title, value: ({ students }) => students, unit: 'number' },
        score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
      }),
    ],
    empty: { title: m.teacher_no_students },
  },
});
