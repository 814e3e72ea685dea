import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { paths } from '../paths.ts';
import { nameOf } from '../words.ts';
import {
  type Answer,
  type Attempt,
  answerChart,
  answerColumns,
  answersIn,
  attemptColumns,
  commentColumn,
  whyColumn,
} from './attemptTables.ts';
import { type ReportSection, type Say, sectionTable } from './declaration.ts';
import { listCrumbs } from './listCrumbs.ts';
import { studentFigures } from './progressFigures.ts';
import { reportScreen } from './reportScreen.tsx';
import { studentReport } from './studentReport.screen.ts';

type Quiz = StudentAnswers['quizzes'][number];

/** All attempts at a quiz. */
const attemptsOf = ({ title, attempts }: Quiz) =>
  sectionTable<Attempt, string>({
    key: 'attempts',
    rows: attempts,
    rowKey: ({ attempt_no }) => attempt_no,
    caption: () => `${title}: ${m.reports_attempts()}`,
    isSmall: true,
    empty: m.reports_no_answers,
    columns: attemptColumns,
  });

/** The answers of an attempt beside the key. */
function answersOf(quiz: Quiz, attempt: Attempt) {
  const rows = answersIn(quiz, attempt);
  return sectionTable<Answer, string>({
    key: 'answers',
    rows,
    rowKey: ({ question }) => question.id,
    caption: () => m.reports_answers_of({ title: `${quiz.title} · ${m.reports_attempt_no({ number: attempt.attempt_no })}` }),
    empty: m.reports_no_answers,
    columns: { ...answerColumns, ...whyColumn(rows), ...commentColumn(rows) },
    chart: attempt.score === null ? undefined : answerChart,
  });
}

function sectionOf(quiz: Quiz): ReportSection {
  const latest = quiz.attempts.at(-1);
  return {
    key: String(quiz.quiz_id),
    title: quiz.title,
    ...(latest ? { tables: [attemptsOf(quiz), answersOf(quiz, latest)] } : { note: <Text tone="soft">{m.reports_no_attempt()}</Text> }),
  };
}

const called = ({ student }: StudentAnswers, { name, areNamesHidden }: Say): string => (areNamesHidden ? name(student) : nameOf(student));

/** One student in one assignment: every answer with the correct one, times, comments and earlier attempts. */
export default reportScreen({
  ...studentReport,
  call: reports.studentAnswers,
  input: ({ ids: [group_assignment_id, student_puid] }) => ({ group_assignment_id, student_puid }),
  name: m.reports_answers,
  title: called,
  lead: ({ assignment }) => m.reports_student_lead({ lesson: assignment.lesson_name, group: assignment.group_name }),
  back: (data) => [
    ...listCrumbs(data?.assignment),
    ...(data
      ? [
          {
            label: data.assignment.lesson_name,
            href: paths.assignmentResult(data.assignment.lesson_id, data.assignment.group_puid, data.assignment.group_assignment_id),
          },
        ]
      : []),
  ],
  students: ({ student }) => [student],
  figures: studentFigures,
  sections: {
    of: ({ quizzes }) => quizzes.map(sectionOf),
    empty: { title: m.reports_no_quiz, text: m.reports_no_quiz_text },
  },
});
