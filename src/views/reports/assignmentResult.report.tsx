import { lazy } from 'react';
import { assignments, type StudentResult } from '../../../contract/assignments.ts';
import { reports } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay, formatMoment } from '../../ui/dateFormats.ts';
import { Link } from '../../ui/Link.tsx';
import { gradeQuestions } from '../autograde/questions.screen.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { groupItems } from '../usageReports/groupItems.screen.ts';
import { assignmentResult } from './assignmentResult.screen.ts';
import type { ReportColumn, Say } from './declaration.ts';
import { listCrumbs } from './listCrumbs.ts';
import { assignmentFigures } from './progressFigures.ts';
import { quizSection } from './quizSection.tsx';
import { reportScreen } from './reportScreen.tsx';
import { hasHandedIn } from './resultRules.ts';
import { whole } from './Whole.tsx';
import { progressWords, releaseWords } from './words.ts';

/** A student's result in a quiz: the score, its release state, and whether it was late. */
function quizColumns(quiz_id: number, title: string): Record<string, ReportColumn<StudentResult>> {
  const resultOf = ({ results }: StudentResult) => results.find((one) => one.quiz_id === quiz_id);
  const standing = (row: StudentResult, { language, timeZone }: Say): string => {
    const result = resultOf(row);
    if (!result) return '';
    const state = releaseWords(result.state, result.released_at ? formatMoment(result.released_at, language, timeZone) : '');
    return result.is_past_due ? `${state} (${m.reports_late()})` : state;
  };
  return {
    [`state-${quiz_id}`]: { header: () => m.reports_state_of({ title }), value: standing, missing: () => '', only: 'file' },
    [`quiz-${quiz_id}`]: {
      header: () => title,
      value: (row) => resultOf(row)?.score ?? null,
      look: whole,
      text: (row, say) => {
        const result = resultOf(row);
        if (!result) return m.reports_none();
        const state = standing(row, say);
        if (result.score === null) return state;
        return m.reports_score_state({ score: m.student_score({ score: result.score, max: result.max_score ?? 0 }), state });
      },
    },
  };
}

/** A class's results in one assignment: at a glance, by student, by question, and what students see of them. */
export default reportScreen({
  ...assignmentResult,
  ids: 3,
  call: assignments.assignmentResult,
  input: ({ ids: [lesson_id, group_puid, group_assignment_id] }) => ({ group_puid, lesson_id, group_assignment_id }),
  also: async ({ ids: [lesson_id, , group_assignment_id], userPuid }, ask) => {
    const [statistics, groups, responses, { glance }] = await Promise.all([
      ask(reports.quizStatistics, { group_assignment_id }),
      ask(assignments.assignedGroups, { user_puid: userPuid, lesson_id, group_assignment_id }),
      ask(assignments.responses, { user_Puid: userPuid, lesson_id, group_assignment_id }),
      // Loads beside the answers.
      import('./glance.tsx'),
    ]);
    return { statistics, groups, responses, glance };
  },
  rows: ({ students }) => students,
  name: m.teacher_results,
  title: ({ assignment }) => assignment.lesson_name,
  lead: ({ assignment }, { language, timeZone }) =>
    m.teacher_result_lead({
      group: assignment.group_name,
      from: formatDay(assignment.from_date, language, timeZone),
      to: assignment.to_date ? formatDay(assignment.to_date, language, timeZone) : m.student_no_due_date(),
    }),
  file: ({ assignment }) => `${assignment.lesson_name} ${assignment.group_name}`,
  back: (data) => listCrumbs(data?.assignment),
  students: ({ students }) => students,
  figures: assignmentFigures,
  rowKey: ({ user_puid }) => user_puid,
  caption: m.teacher_by_student,
  sort: 'name',
  columns: {
    name: { header: m.teacher_student, value: (row, { name }) => name(row), isRowHeader: true, width: 'l', look: whole },
    // Identifies students to other programs.
    userName: { header: m.rostering_user_name, value: ({ user_name }) => user_name, only: 'namedFile' },
    number: { header: m.rostering_student_id, value: ({ student_number }) => student_number, only: 'namedFile' },
    state: { header: m.teacher_state, value: ({ state }) => progressWords(state), width: 's', look: whole },
    done: { header: m.teacher_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    active: { header: m.teacher_last_active, value: ({ last_active_at }) => last_active_at, unit: 'moment' },
  },
  moreColumns: ({ statistics }) => Object.assign({}, ...statistics.map(({ quiz_id, title }) => quizColumns(quiz_id, title))),
  drill: { to: ({ user_puid }, { assignment }) => paths.studentAnswers(assignment.group_assignment_id, user_puid) },
  empty: { title: m.teacher_no_students },
  sections: {
    of: ({ statistics, responses, students, assignment, glance }, say) => [
      ...(responses.length > 0 && statistics.some((quiz) => quiz.students > 0)
        ? [glance(statistics, responses, students, assignment, say)]
        : []),
      ...statistics.map((quiz) => {
        const missing = quiz.is_removed ? [] : students.filter((student) => !hasHandedIn(quiz.quiz_id, student)).map(say.name);
        const section = quizSection(quiz, missing, statistics.length > 1, say);
        const href = `${addressOf(groupItems, assignment.group_puid)}?quiz=${quiz.quiz_id}`;
        const note = (
          <>
            {section.note}
            {quiz.students > 0 ? <Link href={href}>{m.usageReports_to_items()}</Link> : null}
            {quiz.students > 0 && !assignment.other_district ? (
              <Link href={`${addressOf(gradeQuestions, quiz.item_id, quiz.item_type_id)}?class=${assignment.group_puid}`}>
                {m.autograde_grade()}
              </Link>
            ) : null}
          </>
        );
        return { ...section, note };
      }),
    ],
    empty: { title: m.reports_no_quiz, text: m.reports_no_quiz_text },
  },
  // Whatever a teacher does with the results loads beside them.
  Parts: lazy(() => import('./ResultParts.tsx')),
});
