import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { dayIn } from '../../../common/zone.ts';
import { assignments, type StudentResult } from '../../../contract/assignments.ts';
import { ResourceType } from '../../../contract/content.ts';
import { type QuizStatistics, reports } from '../../../contract/reports.ts';
import { releaseStep } from '../../machines/reports/releaseSteps.ts';
import { type ReportOrder, reportMachine } from '../../machines/reports/reportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type ReportPlace, reportActors } from '../../services/reports/reports.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { percent } from '../../ui/percent.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { Column, TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatDay, formatMoment, toMinutes } from '../dates.ts';
import { useNotices, useReturn, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useTableAddress } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { LessonDialog, type LessonTask } from '../workspace/LessonDialog.tsx';
import { LessonMenu } from '../workspace/LessonMenu.tsx';
import { StartLesson } from '../workspace/StartLesson.tsx';
import { Figures } from './Figures.tsx';
import r from './reports.module.css';
import { Whole, whole } from './Whole.tsx';
import { fullName, otherNames, progressWords, releaseWords } from './words.ts';

const DatesDialog = lazy(() => import('../assigning/DatesDialog.tsx'));
const OrderDialog = lazy(() => import('./OrderDialog.tsx'));
const ReassignDialog = lazy(() => import('./ReassignDialog.tsx'));
const QuizReport = lazy(async () => ({ default: (await import('./QuizReport.tsx')).QuizReport }));
const LivePanel = lazy(() => import('./LivePanel.tsx'));

/** Initial state of the table. */
const byName: TableState = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };
/** Identifies students to other programs; never shown on screen. */
const whoColumns: Column<StudentResult>[] = [
  { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
  { key: 'number', header: m.rostering_student_id(), value: (row) => row.student_number },
];

const announcements = { reports_names_away: m.reports_names_away, reports_failed: m.reports_failed };
const doneWords = { release: m.reports_done_release, recall: m.reports_done_recall };

/** A class's results in one assignment: by student, by question, and what students see of them. */
export default function AssignmentResultPage() {
  const { value } = useParams();
  const ids = decodeIds(value, [1, 3]) ?? [];
  return ids.length === 1 ? (
    <FirstGroup key={value} lessonId={ids[0] as number} />
  ) : (
    <Result key={value} ids={ids as [number, number, number]} />
  );
}

/** The address names only a lesson: the first group that has it loads the result (specification, section 4). */
function FirstGroup({ lessonId }: { lessonId: number }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(assignments.assignedGroups, { user_puid: userPuid, lesson_id: lessonId }, { signal }));
  const { data } = collection;
  const first = data?.[0];
  if (first) return <Navigate replace to={paths.assignmentResult(lessonId, first.group_puid, first.group_assignment_id)} />;
  return (
    <Page>
      <LoadState collection={collection} shape="row" count={8} />
      {data ? (
        <EmptyState title={m.teacher_nobody_has_it()} action={<LinkButton href={paths.assignments}>{m.teacher_assignments()}</LinkButton>}>
          {m.teacher_nobody_has_it_text()}
        </EmptyState>
      ) : null}
    </Page>
  );
}

function Result({ ids: [lesson_id, group_puid, group_assignment_id] }: { ids: [number, number, number] }) {
  const { send, now } = useApp();
  const user = useUser();
  const notices = useNotices();
  const { language } = usePreferences();
  const [task, setTask] = useState<LessonTask['kind'] | null>(null);
  const [isDating, setDating] = useState(false);
  const navigate = useNavigate();
  const table = useTableAddress(byName);
  const [isLive, setLive] = useState(false);
  /** Preselection of the reassign dialog. */
  const [again, setAgain] = useState<{ quizId: number; students: readonly number[] } | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const collection = useCollection(async (signal) => {
    const [result, statistics, groups] = await Promise.all([
      send(assignments.assignmentResult, { group_puid, lesson_id, group_assignment_id }, { signal }),
      send(reports.quizStatistics, { group_assignment_id }, { signal }),
      send(assignments.assignedGroups, { user_puid: user.userPuid, lesson_id }, { signal }),
    ]);
    return { result, statistics, groups };
  });
  const { data, refresh } = collection;
  useReturn(refresh);
  const place = useRef<ReportPlace>(undefined);
  useEffect(() => {
    place.current = {
      userPuid: user.userPuid,
      timeZone: user.time_zone,
      lessonId: lesson_id,
      groupPuid: group_puid,
      groupAssignmentId: group_assignment_id,
      itemTypes: new Map(data?.statistics.map(({ quiz_id, item_type_id }) => [quiz_id, item_type_id])),
    };
  });
  const report = useChart(reportMachine, {
    actors: reportActors(send, now, () => place.current as ReportPlace),
    announce: announcements,
    on: {
      'report.changed': ({ kind, count }) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: doneWords[kind]({ count }) });
        setSelected(new Set());
        refresh();
      },
    },
  });
  const isAnonymous = useSelector(report, (snapshot) => snapshot.hasTag('anonymous'));
  const isOrdering = useSelector(report, (snapshot) => snapshot.hasTag('open'));
  if (!data) {
    return (
      <Page>
        <LoadState collection={collection} shape="row" count={8} />
      </Page>
    );
  }
  const { statistics, groups } = data;
  const { assignment, resources, students } = data.result;
  const nameOf = isAnonymous ? otherNames(students) : fullName;
  const fileName = `${assignment.lesson_name} ${assignment.group_name}`;
  const order = (kind: ReportOrder['kind'], quizId: number | null | undefined, whom: readonly number[] = []) =>
    quizId !== undefined && report.send({ type: 'order.opened', order: { kind, quizId, students: whom, day: '' } });
  const chosen = () => students.map(({ user_puid }) => user_puid).filter((user_puid) => selected.has(String(user_puid)));
  const reassign = (quizId: number | undefined, whom: readonly number[] = []) =>
    quizId !== undefined && setAgain({ quizId, students: whom });
  // The most likely choice: the first quiz with a submission.
  const firstQuiz = (statistics.find((quiz) => quiz.students > 0) ?? statistics[0])?.quiz_id;
  const hasHandedIn = (quizId: number, { results }: StudentResult) =>
    results.some(({ quiz_id, state }) => quiz_id === quizId && state !== 'started');
  /** A quiz that was removed from the lesson can no longer be submitted. */
  const inLesson = statistics.filter(({ is_removed }) => !is_removed);
  const missingIn = (quizId: number | null) =>
    students
      .filter((student) => inLesson.some(({ quiz_id }) => (quizId ?? quiz_id) === quiz_id && !hasHandedIn(quiz_id, student)))
      .map(({ user_puid }) => user_puid);
  /** Students can see the results, now or later, so they can be withdrawn. */
  const isOut = ({ quiz_id, release_at }: QuizStatistics) =>
    release_at !== null ||
    students.some(({ results }) =>
      results.some((one) => one.quiz_id === quiz_id && releaseStep(one.state, 'report.recalled') !== undefined),
    );
  const resultOf = (row: StudentResult, quizId: number) => row.results.find(({ quiz_id }) => quiz_id === quizId);
  /** Release state of a result, and whether it was late. */
  const standing = (row: StudentResult, quizId: number): string => {
    const result = resultOf(row, quizId);
    if (!result) return '';
    const state = releaseWords(result.state, result.released_at ? formatMoment(result.released_at, language, user.time_zone) : '');
    return result.is_past_due ? `${state} (${m.reports_late()})` : state;
  };
  const quizStates = statistics.map<Column<StudentResult>>(({ quiz_id, title }) => ({
    key: `state-${quiz_id}`,
    header: m.reports_state_of({ title }),
    value: (row) => standing(row, quiz_id),
  }));
  const columns: TableColumn<StudentResult>[] = [
    {
      key: 'name',
      header: m.teacher_student(),
      value: nameOf,
      isRowHeader: true,
      width: 'l',
      look: (text, row) => (
        <Whole>{isAnonymous ? text : <Link href={paths.studentAnswers(group_assignment_id, row.user_puid)}>{text}</Link>}</Whole>
      ),
    },
    { key: 'state', header: m.teacher_state(), width: 's', value: (row) => progressWords(row.state), look: whole },
    {
      key: 'done',
      header: m.teacher_done(),
      width: 'xs',
      align: 'end',
      value: (row) => row.percentage_completed,
      text: (row) => percent(row.percentage_completed / 100),
    },
    {
      key: 'time',
      header: m.teacher_time(),
      width: 'xs',
      align: 'end',
      look: whole,
      value: (row) => row.time_spent,
      file: (row) => toMinutes(row.time_spent),
      text: (row) => m.teacher_minutes({ count: toMinutes(row.time_spent) }),
    },
    {
      key: 'active',
      header: m.teacher_last_active(),
      width: 'm',
      look: whole,
      value: (row) => row.last_active_at,
      text: (row) => (row.last_active_at ? formatMoment(row.last_active_at, language, user.time_zone) : m.reports_none()),
    },
    ...statistics.map<TableColumn<StudentResult>>(({ quiz_id, title }) => {
      return {
        key: `quiz-${quiz_id}`,
        header: title,
        width: 'm',
        look: whole,
        value: (row) => resultOf(row, quiz_id)?.score ?? null,
        file: (row) => resultOf(row, quiz_id)?.score ?? null,
        text: (row) => {
          const result = resultOf(row, quiz_id);
          if (!result) return m.reports_none();
          const state = standing(row, quiz_id);
          if (result.score === null) return state;
          return m.reports_score_state({ score: m.student_score({ score: result.score, max: result.max_score ?? 0 }), state });
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
        more={
          <>
            <Button onPress={() => setLive(!isLive)}>{isLive ? m.reports_live_close() : m.reports_live_open()}</Button>
            <Button onPress={() => setDating(true)}>{m.sharing_dates_change()}</Button>
            <Button onPress={() => setTask('assign')}>{m.sharing_who_has_it()}</Button>
            <LessonMenu name={assignment.lesson_name} onChoose={setTask} />
          </>
        }
      />
      <div className={r.onScreen}>
        <Row justify="between" align="end">
          <StartLesson lessonId={lesson_id} />
          {groups.length > 1 ? (
            <NativeSelect
              label={m.teacher_class()}
              placeholder={m.teacher_class()}
              value={String(group_assignment_id)}
              options={groups.map((group) => ({ key: String(group.group_assignment_id), label: group.group_name }))}
              onChange={(key) => {
                const other = groups.find((group) => String(group.group_assignment_id) === key);
                if (other) void navigate(paths.assignmentResult(lesson_id, other.group_puid, other.group_assignment_id));
              }}
            />
          ) : null}
        </Row>
      </div>
      {task ? (
        <LessonDialog
          task={{
            kind: task,
            lessonId: lesson_id,
            name: assignment.lesson_name,
            isPrebuilt: false,
            // Students who get it now have until the class's due date.
            dueDate: assignment.to_date && dayIn(Date.parse(assignment.to_date), user.time_zone),
          }}
          onClose={() => setTask(null)}
          onUnassigned={() => void navigate(paths.assignments)}
        />
      ) : null}
      {isDating ? (
        <Suspense>
          <DatesDialog
            assignment={assignment}
            hasTimedAssessment={resources.some((one) => one.resource_type_id === ResourceType.assessment)}
            onClose={() => setDating(false)}
            onSaved={refresh}
          />
        </Suspense>
      ) : null}
      {isOrdering ? (
        <Suspense>
          <OrderDialog
            report={report}
            quizzes={statistics}
            groupName={assignment.group_name}
            missingIn={missingIn}
            nameOf={(user_puid) =>
              nameOf(students.find((student) => student.user_puid === user_puid) ?? { user_puid, first_name: '', last_name: '' })
            }
          />
        </Suspense>
      ) : null}
      {again ? (
        <Suspense>
          <ReassignDialog
            groupAssignmentId={group_assignment_id}
            quizzes={inLesson}
            students={students}
            first={again}
            place={() => place.current as ReportPlace}
            nameOf={nameOf}
            onClose={() => setAgain(null)}
            onReassigned={() => {
              setSelected(new Set());
              refresh();
            }}
          />
        </Suspense>
      ) : null}
      <Row justify="between">
        <Figures
          figures={[
            [m.teacher_students_title(), assignment.students],
            [m.teacher_not_started(), assignment.not_started],
            [m.teacher_in_progress(), assignment.in_progress],
            [m.teacher_completed(), assignment.completed],
          ]}
        />
        <div className={r.onScreen}>
          <Switch
            label={m.reports_hide_names()}
            isSelected={isAnonymous}
            onChange={(isOn) => report.send({ type: isOn ? 'names.hidden' : 'names.shown' })}
          />
        </div>
      </Row>
      {isLive ? (
        <Suspense fallback={<Skeleton shape="row" count={4} />}>
          <LivePanel groupAssignmentId={group_assignment_id} nameOf={nameOf} onMoved={refresh} onClose={() => setLive(false)} />
        </Suspense>
      ) : null}
      <Section title={m.teacher_by_student()}>
        <DataTable
          caption={m.teacher_by_student()}
          isCaptionHidden
          rows={students}
          columns={columns}
          rowKey={(row) => String(row.user_puid)}
          {...table}
          fileColumns={isAnonymous ? quizStates : [...whoColumns, ...quizStates]}
          fileName={fileName}
          empty={<EmptyState title={m.teacher_no_students()} />}
          {...(firstQuiz === undefined
            ? {}
            : {
                selected,
                onSelectedChange: setSelected,
                bulkActions: (
                  <>
                    <Button size="small" onPress={() => order('release', firstQuiz, chosen())}>
                      {m.reports_release_some()}
                    </Button>
                    <Button size="small" onPress={() => order('recall', firstQuiz, chosen())}>
                      {m.reports_recall_some()}
                    </Button>
                    <Button size="small" onPress={() => reassign(firstQuiz, chosen())}>
                      {m.reports_reassign_some()}
                    </Button>
                  </>
                ),
              })}
        />
      </Section>
      {statistics.length > 1 ? (
        <Row justify="end">
          <Button variant="primary" onPress={() => order('release', null)}>
            {m.reports_release_all()}
          </Button>
        </Row>
      ) : null}
      <Suspense fallback={<Skeleton shape="card" count={1} />}>
        {statistics.map((quiz) => (
          <QuizReport
            key={quiz.quiz_id}
            quiz={quiz}
            isOneOfMany={statistics.length > 1}
            fileName={fileName}
            missing={quiz.is_removed ? [] : students.filter((student) => !hasHandedIn(quiz.quiz_id, student)).map(nameOf)}
            actions={
              <>
                {quiz.students > 0 && !quiz.is_removed ? (
                  <Button onPress={() => reassign(quiz.quiz_id)}>{m.reports_reassign_some()}</Button>
                ) : null}
                {isOut(quiz) ? <Button onPress={() => order('recall', quiz.quiz_id)}>{m.reports_recall()}</Button> : null}
                <Button variant="primary" onPress={() => order('release', quiz.quiz_id)}>
                  {m.reports_release()}
                </Button>
              </>
            }
          />
        ))}
      </Suspense>
      {statistics.length === 0 ? <EmptyState title={m.reports_no_quiz()}>{m.reports_no_quiz_text()}</EmptyState> : null}
    </Page>
  );
}
