import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { type AssignmentResult, assignments } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatDay, formatMoment, toMinutes } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { QuestionReport } from './QuestionReport.tsx';
import s from './teacher.module.css';

const CodeDialog = lazy(() => import('./CodeDialog.tsx'));

type Student = AssignmentResult['students'][number];

const stateName = (state: Student['state']) =>
  state === 'completed' ? m.teacher_completed() : state === 'inProgress' ? m.teacher_in_progress() : m.teacher_not_started();

/** How one class did in one assignment: in numbers, student by student, question by question. */
export default function AssignmentResultPage() {
  const { value } = useParams();
  return <Result key={value} ids={decodeIds(value, 3) as [number, number, number]} />;
}

function Result({ ids: [lesson_id, group_puid, group_assignment_id] }: { ids: [number, number, number] }) {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const [isCoding, setCoding] = useState(false);
  const { data, state, retry } = useCollection(async (signal) => {
    const [result, responses] = await Promise.all([
      send(assignments.assignmentResult, { group_puid, lesson_id, group_assignment_id }, { signal }),
      send(assignments.responses, { user_Puid: user.userPuid, lesson_id, group_assignment_id }, { signal }),
    ]);
    return { result, responses };
  });
  if (state.hasTag('failed')) {
    return (
      <Page>
        <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page>
        <Skeleton shape="title" count={1} />
        <Skeleton shape="row" count={8} />
      </Page>
    );
  }
  const { assignment, resources, students } = data.result;
  const quizzes = resources.filter((resource) => resource.quiz_id !== null);
  const columns: TableColumn<Student>[] = [
    { key: 'name', header: m.teacher_student(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true, width: 'l' },
    { key: 'state', header: m.teacher_state(), width: 'm', value: (row) => stateName(row.state) },
    {
      key: 'done',
      header: m.teacher_done(),
      align: 'end',
      value: (row) => row.percentage_completed,
      text: (row) => `${Math.round(row.percentage_completed)} %`,
    },
    {
      key: 'time',
      header: m.teacher_time(),
      width: 'm',
      align: 'end',
      value: (row) => row.time_spent,
      text: (row) => m.teacher_minutes({ count: toMinutes(row.time_spent) }),
    },
    {
      key: 'active',
      header: m.teacher_last_active(),
      width: 'l',
      value: (row) => row.last_active_at,
      text: (row) => (row.last_active_at ? formatMoment(row.last_active_at, language, user.time_zone) : '–'),
    },
    ...quizzes.map<TableColumn<Student>>((quiz) => {
      const of = (row: Student) => row.results.find((result) => result.quiz_id === quiz.quiz_id);
      return {
        key: `quiz-${quiz.quiz_id}`,
        header: quiz.title,
        align: 'end',
        value: (row) => of(row)?.score ?? null,
        text: (row) => {
          const result = of(row);
          return result === undefined || result.score === null ? '–' : m.student_score({ score: result.score, max: result.max_score ?? 0 });
        },
      };
    }),
  ];
  return (
    <Page width="wide">
      <PageHeader
        title={assignment.lesson_name}
        breadcrumbs={[{ label: m.teacher_assignments(), href: paths.assignments }]}
        lead={m.teacher_result_lead({
          group: assignment.group_name,
          from: formatDay(assignment.from_date, language, user.time_zone),
          to: assignment.to_date ? formatDay(assignment.to_date, language, user.time_zone) : m.student_no_due_date(),
        })}
        more={<Button onPress={() => setCoding(true)}>{m.teacher_code()}</Button>}
      />
      {isCoding ? (
        <Suspense>
          <CodeDialog lessonId={lesson_id} lessonName={assignment.lesson_name} onClose={() => setCoding(false)} />
        </Suspense>
      ) : null}
      <dl className={s.metrics}>
        {[
          [m.teacher_students_title(), assignment.students],
          [m.teacher_not_started(), assignment.not_started],
          [m.teacher_in_progress(), assignment.in_progress],
          [m.teacher_completed(), assignment.completed],
        ].map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Section title={m.teacher_by_student()}>
        <DataTable
          caption={m.teacher_by_student()}
          isCaptionHidden
          rows={students}
          columns={columns}
          rowKey={(row) => String(row.user_puid)}
          initialState={{ sort: { key: 'name', isDescending: false }, filter: '', hidden: [] }}
          fileName={`${assignment.lesson_name} ${assignment.group_name}`}
          empty={<EmptyState title={m.teacher_no_students()} />}
        />
      </Section>
      {data.responses.map((quiz) => (
        <Section key={quiz.quiz_id} title={quiz.title} lead={m.teacher_by_question()}>
          <QuestionReport quiz={quiz} />
        </Section>
      ))}
    </Page>
  );
}
