import { reports } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { classCrumbs } from '../classReports/ofClass.ts';
import { paths } from '../paths.ts';
import { StudentParts } from '../studentReports/StudentParts.tsx';
import { gamesSection } from './gamesSection.ts';
import { classPeriod } from './onward.ts';
import { reportScreen } from './reportScreen.tsx';
import { studentProgress } from './studentProgress.screen.ts';
import { inUnit } from './units.ts';
import { lowestFirst, progressWords } from './words.ts';

export default reportScreen({
  ...studentProgress,
  call: reports.studentProgress,
  input: ({ ids: [group_puid, student_puid], from, to }) => ({ group_puid, student_puid, from_date: from, to_date: to }),
  rows: ({ assignments }) => assignments,
  name: m.reports_progress,
  title: ({ student }, { name }) => m.reports_progress_of({ name: name(student) }),
  lead: ({ group_name }) => group_name,
  back: classCrumbs,
  students: ({ student }) => [student],
  figures: [
    { name: m.teacher_completed, value: ({ completed, assigned }) => m.reports_of({ value: completed, max: assigned }), unit: 'text' },
    { name: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    { name: m.reports_score, value: ({ score }) => score, unit: 'percent' },
  ],
  missing: {
    of: ({ assignments }) => assignments.filter(({ state }) => state === 'notStarted').map(({ lesson_name }) => lesson_name),
    words: m.reports_progress_missing,
  },
  filters: {
    period: classPeriod,
    standard: { of: ({ standards }) => standards },
    kind: { label: m.teacher_state, of: ({ state }) => state, nameOf: (state) => progressWords(state as 'completed') },
  },
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.teacher_assigned_lessons,
  sort: '-from',
  columns: {
    lesson: { header: m.teacher_lesson, value: (row) => row.lesson_name, width: 'l' },
    from: { header: m.teacher_from, value: (row) => row.from_date, unit: 'day' },
    due: { header: m.teacher_to, value: (row) => row.to_date, unit: 'day' },
    state: { header: m.teacher_state, value: (row) => progressWords(row.state) },
    done: { header: m.teacher_done, value: (row) => row.percentage_completed, unit: 'percent' },
    time: { header: m.teacher_time, value: (row) => row.time_spent, unit: 'minutes' },
    score: { header: m.reports_score, value: (row) => row.score, unit: 'percent' },
    standards: { header: m.library_standards, value: (row) => row.standards.join(', ') },
  },
  chart: {
    score: {
      name: m.reports_score,
      title: m.reports_no_scores,
      finding: (rows, say) => {
        const [lowest] = lowestFirst(rows, ({ score }) => score);
        return lowest
          ? m.reports_lowest_score({ lesson: lowest.lesson_name, score: inUnit(lowest.score, 'percent', say) })
          : m.reports_no_scores();
      },
      kind: 'across',
      along: 'lesson',
      series: ['score'],
      max: 100,
    },
    done: {
      name: m.teacher_done,
      title: m.reports_all_done,
      finding: (rows, say) => {
        const [least] = lowestFirst(rows, ({ percentage_completed }) => percentage_completed);
        return least && least.percentage_completed < 100
          ? m.reports_least_done({ lesson: least.lesson_name, done: inUnit(least.percentage_completed, 'percent', say) })
          : m.reports_all_done();
      },
      kind: 'across',
      along: 'lesson',
      series: ['done'],
      max: 100,
    },
  },
  drill: { to: (row, { student }) => paths.studentAnswers(row.group_assignment_id, student.user_puid) },
  empty: { title: m.teacher_nothing_assigned, text: m.reports_progress_none },
  sections: {
    of: ({ games }) =>
      gamesSection(games, {
        right: {
          header: m.classReports_game_right,
          value: ({ points }) => points,
          unit: 'number',
          text: ({ points, max_points }) => m.reports_of({ value: points, max: max_points }),
        },
        score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
      }),
  },
  Parts: StudentParts,
});
