import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { Question } from '../../../contract/quiz.ts';
import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { percent } from '../../ui/percent.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { sanitize } from '../../ui/sanitize.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatMoment, toMinutes } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { answerInWords } from '../quiz/answers.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { Figures } from './Figures.tsx';
import { figureWords, progressWords, releaseWords } from './words.ts';

const Chart = lazy(() => import('../../ui/Chart.tsx').then(({ Chart }) => ({ default: Chart })));

type Quiz = StudentAnswers['quizzes'][number];
type Attempt = Quiz['attempts'][number];
interface AnswerRow {
  number: number;
  question: Question;
  response: Attempt['responses'][number] | undefined;
  comments: readonly string[];
}

const plain = (html: string) => sanitize(html, '').textContent?.trim() ?? '';
const keyInWords = ({ correct_answer, answer_options }: Question): string =>
  correct_answer ??
  answer_options
    .filter(({ is_answer }) => is_answer)
    .map(({ answer_text }) => answer_text)
    .join('; ');

/** One student in one assignment: every answer with the correct one, times, comments and earlier attempts. */
export default function StudentReportPage() {
  const { value } = useParams();
  return <Report key={value} ids={decodeIds(value, 2) as [number, number]} />;
}

function Report({ ids: [group_assignment_id, student_puid] }: { ids: [number, number] }) {
  const { send } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) => send(reports.studentAnswers, { group_assignment_id, student_puid }, { signal }));
  const { data } = collection;
  if (!data) {
    return (
      <Page>
        <LoadState collection={collection} shape="row" count={8} />
      </Page>
    );
  }
  const { assignment, student, quizzes } = data;
  const name = `${student.first_name} ${student.last_name}`;
  return (
    <Page width="wide">
      <PageHeader
        title={name}
        breadcrumbs={[
          { label: m.teacher_assignments(), href: paths.assignments },
          {
            label: assignment.lesson_name,
            href: paths.assignmentResult(assignment.lesson_id, assignment.group_puid, assignment.group_assignment_id),
          },
        ]}
        lead={m.reports_student_lead({ lesson: assignment.lesson_name, group: assignment.group_name })}
      />
      <Figures
        figures={[
          [m.teacher_state(), progressWords(student.state)],
          [m.teacher_done(), percent(student.percentage_completed / 100)],
          [m.teacher_time(), m.teacher_minutes({ count: toMinutes(student.time_spent) })],
          [m.teacher_last_active(), student.last_active_at ? formatMoment(student.last_active_at, language, time_zone) : m.reports_none()],
        ]}
      />
      {quizzes.map((quiz) => (
        <QuizAnswers key={quiz.quiz_id} quiz={quiz} fileName={`${name} ${quiz.title}`} />
      ))}
      {quizzes.length === 0 ? <EmptyState title={m.reports_no_quiz()}>{m.reports_no_quiz_text()}</EmptyState> : null}
    </Page>
  );
}

function QuizAnswers({ quiz, fileName }: { quiz: Quiz; fileName: string }) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const moment = (at: string | null) => (at ? formatMoment(at, language, time_zone) : m.reports_none());
  const latest = quiz.attempts.at(-1);
  if (!latest) {
    return (
      <Section title={quiz.title}>
        <Text tone="soft">{m.reports_no_attempt()}</Text>
      </Section>
    );
  }
  const given = new Map(latest.responses.map((response) => [response.question_id, response]));
  const rows = quiz.questions.map<AnswerRow>((question, at) => ({
    number: at + 1,
    question,
    response: given.get(question.id),
    comments: latest.comments.filter(({ question_id }) => question_id === question.id).map(({ feedback_text }) => feedback_text),
  }));
  const columns: TableColumn<AnswerRow>[] = [
    { key: 'number', header: m.teacher_number(), align: 'end', width: 'xs', value: (row) => row.number },
    { key: 'question', header: m.reports_question(), isRowHeader: true, width: 'l', value: (row) => plain(row.question.question_text) },
    {
      key: 'answer',
      header: m.reports_answer(),
      width: 'm',
      value: ({ question, response }) =>
        (response && answerInWords(question, { answerId: response.answer_id, answerText: response.answer_text })) || m.reports_none(),
    },
    { key: 'key', header: m.reports_key(), width: 'm', value: (row) => keyInWords(row.question) },
    {
      key: 'points',
      header: m.reports_points(),
      align: 'end',
      width: 's',
      value: (row) => row.response?.points ?? null,
      text: ({ question, response }) =>
        response === undefined || response.points === null
          ? m.reports_none()
          : m.reports_of({ value: figureWords(response.points, language), max: question.points }),
    },
    {
      key: 'time',
      header: m.reports_time(),
      align: 'end',
      width: 's',
      value: (row) => row.response?.time_spent ?? null,
      text: (row) => (row.response ? m.reports_seconds({ count: Math.round(row.response.time_spent) }) : m.reports_none()),
    },
    { key: 'comment', header: m.reports_comment(), width: 'm', value: (row) => row.comments.join(' · ') || m.reports_none() },
  ];
  const history: TableColumn<Attempt>[] = [
    {
      key: 'attempt',
      header: m.reports_attempt(),
      isRowHeader: true,
      width: 's',
      value: (row) => row.attempt_no,
      text: (row) => m.reports_attempt_no({ number: row.attempt_no }),
    },
    { key: 'state', header: m.reports_result(), width: 's', value: (row) => releaseWords(row.state, '') },
    { key: 'begun', header: m.reports_begun(), width: 'm', value: (row) => row.started_at, text: (row) => moment(row.started_at) },
    {
      key: 'submitted',
      header: m.reports_submitted_at(),
      width: 'm',
      value: (row) => row.submitted_at,
      text: (row) =>
        `${moment(row.submitted_at)}${row.is_past_due ? ` (${m.reports_late()})` : ''}${row.is_late ? ` (${m.reports_time_up()})` : ''}`,
    },
    {
      key: 'score',
      header: m.reports_score(),
      align: 'end',
      width: 's',
      value: (row) => row.score,
      text: (row) => (row.score === null ? m.reports_none() : m.student_score({ score: row.score, max: row.max_score })),
    },
    {
      key: 'time',
      header: m.reports_time(),
      align: 'end',
      width: 's',
      value: (row) => row.time_spent,
      text: (row) => m.teacher_minutes({ count: toMinutes(row.time_spent) }),
    },
  ];
  return (
    <Section title={quiz.title}>
      <Stack gap={5}>
        <DataTable
          caption={`${quiz.title}: ${m.reports_attempts()}`}
          rows={quiz.attempts}
          columns={history}
          rowKey={(row) => String(row.attempt_no)}
          hasToolbar={false}
          fileName={`${fileName} ${m.reports_attempts()}`}
          empty={<EmptyState title={m.reports_no_answers()} />}
        />
        {latest.score === null ? null : (
          <Suspense fallback={<Skeleton shape="card" count={1} />}>
            <Chart
              title={m.reports_facility_title()}
              kind="bar"
              max={110}
              labelHeader={m.reports_question()}
              valueHeader={m.reports_per_cent()}
              format={(value) => figureWords(value, language, 0)}
              data={{
                labels: rows.map(({ number }) => String(number)),
                series: [
                  {
                    name: m.reports_points(),
                    values: rows.map(({ question, response }) =>
                      question.points > 0 ? (100 * (response?.points ?? 0)) / question.points : null,
                    ),
                  },
                ],
              }}
            />
          </Suspense>
        )}
        <DataTable
          caption={m.reports_answers_of({ title: `${quiz.title} · ${m.reports_attempt_no({ number: latest.attempt_no })}` })}
          rows={rows}
          columns={columns}
          rowKey={(row) => String(row.question.id)}
          fileName={fileName}
          empty={<EmptyState title={m.reports_no_answers()} />}
        />
      </Stack>
    </Section>
  );
}
