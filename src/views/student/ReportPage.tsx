import { studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { paths } from '../paths.ts';
import { reportCard } from '../quizGame/reportCard.screen.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { report } from './report.screen.ts';
import { byLesson, percentOf, sourceOf } from './results.ts';

export default reportScreen({
  ...report,
  call: studentWork.studentReport,
  input: ({ userPuid }) => ({ user_puid: userPuid }),
  rows: (results) => results,
  name: m.student_report_title,
  lead: () => m.student_report_lead(),
  rowKey: (result) => (result.kind === 'game' ? `game ${result.game_id}` : result.result_id),
  caption: m.student_results_title,
  sort: '-date',
  columns: {
    quiz: { header: m.student_quiz, value: ({ title }) => title, width: 'l' },
    lesson: { header: m.student_lesson, value: sourceOf, width: 'l' },
    class: { header: m.student_class, value: ({ group_name }) => group_name },
    date: { header: m.student_handed_in, value: ({ submitted_at }) => submitted_at, unit: 'day' },
    score: {
      header: m.student_score_column,
      value: ({ score }) => score,
      unit: 'number',
      text: ({ score, max_score }) => m.student_score({ score, max: max_score }),
    },
    share: { header: m.student_share_column, value: percentOf, unit: 'percent' },
  },
  chart: {
    time: { name: m.student_over_time, title: m.student_chart_over_time, kind: 'line', along: 'date', series: ['share'], max: 100 },
    lesson: {
      name: m.student_by_lesson,
      title: m.student_chart_by_lesson,
      kind: 'bar',
      along: 'lesson',
      series: ['share'],
      points: byLesson,
      max: 100,
    },
  },
  drill: {
    from: 'lesson',
    to: (result) => (result.kind === 'game' ? addressOf(reportCard, result.game_id) : paths.lesson(result.lesson_id, result.assignment_id)),
  },
  empty: { title: m.student_report_none, text: m.student_report_none_text },
});
