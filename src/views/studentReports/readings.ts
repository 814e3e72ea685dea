import type { HtmlReaderReport, ReaderReport } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import { assessmentTitles } from '../classReports/assessmentWords.ts';
import { classInput, type Person, personColumns, reportCrumbs } from '../classReports/ofClass.ts';
import type { ReportChart, ReportColumn, Say } from '../reports/declaration.ts';
import { progressWords } from '../reports/words.ts';

type Reading = HtmlReaderReport['readings'][number];
type Work = Pick<
  ReaderReport['students'][number]['work'][number],
  'group_assignment_id' | 'lesson_resource_id' | 'state' | 'percentage_completed' | 'completed_at'
>;

const keyOf = ({ group_assignment_id, lesson_resource_id }: Pick<Work, 'group_assignment_id' | 'lesson_resource_id'>): string =>
  `${group_assignment_id}-${lesson_resource_id}`;

/** A student's work on a reading. */
export type Read<R extends Reading = Reading, W extends Work = Work> = Person & W & { reading: R };

/** A row for each student and reading. */
export const readsOf = <R extends Reading, W extends Work>(
  readings: readonly R[],
  students: readonly (Person & { work: readonly W[] })[],
): Read<R, W>[] => {
  const known = new Map(readings.map((reading) => [keyOf(reading), reading]));
  return students.flatMap(({ work, ...student }) =>
    work.flatMap((one) => {
      const reading = known.get(keyOf(one));
      return reading ? [{ ...student, ...one, reading }] : [];
    }),
  );
};

export const keyOfRead = (row: Read): string => `${row.user_puid}-${keyOf(row)}`;

/** The columns that name a student and a reading, and say how far the student is. */
export const readColumns = {
  ...personColumns,
  title: { header: m.studentReports_reading, value: ({ reading }) => reading.title, width: 'l' },
  lesson: { header: m.teacher_lesson, value: ({ reading }) => reading.lesson_name, only: 'file' },
  state: {
    header: m.teacher_state,
    value: ({ state, percentage_completed }, { language }) =>
      state === 'inProgress'
        ? m.classReports_in_progress({ percent: percent(percentage_completed / 100, language) })
        : progressWords(state),
  },
  done: { header: m.teacher_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent', only: 'file' },
} as const satisfies Record<string, ReportColumn<Read>>;

/** The day of the assignment, if a lesson was given several times. */
export const dayColumn = (readings: readonly Reading[]): Record<string, ReportColumn<Read>> =>
  new Set(readings.map(({ group_assignment_id }) => group_assignment_id)).size > new Set(readings.map(({ lesson_id }) => lesson_id)).size
    ? { from: { header: m.teacher_from, value: ({ reading }) => reading.from_date, unit: 'day' } }
    : {};

/** How many students have finished each reading. */
const finished = (rows: readonly Read[]) =>
  [...Map.groupBy(rows, keyOf).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ reading: first.reading, of: of.length, count: of.filter(({ state }) => state === 'completed').length }] : [];
  });

/** The students who have not begun any of their readings. */
const idleReaders = {
  of: ({ students }: { students: readonly (Person & { work: readonly Work[] })[] }, { name }: Say): string[] =>
    students.filter(({ work }) => work.length > 0 && work.every(({ state }) => state === 'notStarted')).map(name),
  words: m.classReports_idle,
};

/** Time spent on readings by all students together, in seconds. */
export const timeOf = ({ students }: { students: readonly { work: readonly { time_spent: number }[] }[] }): number =>
  students.flatMap(({ work }) => work).reduce((sum, { time_spent }) => sum + time_spent, 0);

/** How many of the students' readings are finished. */
const finishedOf = ({ students }: { students: readonly { work: readonly Work[] }[] }): string => {
  const all = students.flatMap(({ work }) => work);
  return m.reports_of({ value: all.filter(({ state }) => state === 'completed').length, max: all.length });
};

/** By reading, the number of students who have finished it. */
export const finishedChart: ReportChart<Read, 'title' | 'state'> = {
  title: m.studentReports_finished_chart,
  finding: (rows) => {
    const [least] = finished(rows).toSorted((a, b) => a.count / a.of - b.count / b.of);
    return least
      ? m.studentReports_finished_least({ title: least.reading.title, count: least.count, of: least.of })
      : m.studentReports_finished_chart();
  },
  kind: 'across',
  along: 'title',
  series: ['state'],
  axis: m.studentReports_finished,
  unit: 'number',
  points: (rows, say) => {
    const all = finished(rows);
    return {
      labels: assessmentTitles(
        all.map(({ reading }) => reading),
        say,
      ),
      values: all.map(({ count }) => count),
    };
  },
};

type OfReaders = { students: readonly (Person & { work: readonly Work[] })[] };

/** What the reports on the readings of a class have in common. */
export const ofReadings = {
  input: classInput,
  back: reportCrumbs,
  students: ({ students }: OfReaders) => students,
  missing: idleReaders,
};

/** The filter by how far students are with a reading. */
export const readState = { of: ({ state }: Read) => state, nameOf: (state: string) => progressWords(state as Read['state']) };

/** The figure of the readings that are finished. */
export const finishedFigure = { name: m.studentReports_finished, value: finishedOf, unit: 'text' } as const;
