import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { dayIn } from '../../../common/day.ts';
import { ResourceType } from '../../../contract/content.ts';
import type { ReportOrder } from '../../machines/reports/reportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { assignmentProgress } from '../assignmentReports/assignmentProgress.screen.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { useFields } from '../useFields.ts';
import { LessonDialog } from '../workspace/LessonDialog.tsx';
import { LessonMenu } from '../workspace/LessonMenu.tsx';
import { StartLesson } from '../workspace/StartLesson.tsx';
import type { OpenReport, ReportParts } from './declaration.ts';
import { OrderDialogs, type ResultOrders, useResultOrders } from './ResultOrders.tsx';
import { firstQuiz, inLesson, isOut, missingIn, type ResultData } from './resultRules.ts';

const DatesDialog = lazy(() => import('../assigning/DatesDialog.tsx'));
const TermHelpDialog = lazy(() => import('../assigning/TermHelpDialog.tsx'));
const LivePanel = lazy(() => import('./LivePanel.tsx'));

type Page = OpenReport<ResultData>;
interface PartProps {
  page: Page & { data: ResultData };
  orders: ResultOrders;
}

/** Shows another class that has the lesson. */
function OtherClass({ page: { ids, data } }: Pick<PartProps, 'page'>) {
  const navigate = useNavigate();
  const [lessonId = 0] = ids;
  const { groups, assignment } = data;
  if (groups.length <= 1) return null;
  return (
    <NativeSelect
      label={m.teacher_class()}
      placeholder={m.teacher_class()}
      value={String(assignment.group_assignment_id)}
      options={groups.map((group) => ({ key: String(group.group_assignment_id), label: group.group_name }))}
      onChange={(key) => {
        const other = groups.find((group) => String(group.group_assignment_id) === key);
        if (other) void navigate(paths.assignmentResult(lessonId, other.group_puid, other.group_assignment_id));
      }}
    />
  );
}

/** The dialog that the `report` chart has open. */
function Dialogs({ page: { data, say, refresh }, orders }: PartProps) {
  const navigate = useNavigate();
  const { isDating, task } = useFields(orders.report, (snapshot) => ({
    isDating: snapshot.hasTag('dating'),
    task: snapshot.context.task,
  }));
  const { assignment, resources, students, statistics } = data;
  const hasTimedAssessment = resources.some((one) => one.resource_type_id === ResourceType.assessment);
  if (task === 'terms')
    return (
      <Suspense>
        <TermHelpDialog assignment={assignment} hasTimedAssessment={hasTimedAssessment} onClose={orders.close} />
      </Suspense>
    );
  if (task)
    return (
      <LessonDialog
        task={{
          kind: task,
          lessonId: assignment.lesson_id,
          name: assignment.lesson_name,
          isPrebuilt: false,
          // Students who get it now have until the class's due date.
          dueDate: assignment.to_date && dayIn(Date.parse(assignment.to_date), say.timeZone),
        }}
        onClose={orders.close}
        onUnassigned={() => void navigate(paths.assignments)}
      />
    );
  return (
    <>
      {isDating ? (
        <Suspense>
          <DatesDialog assignment={assignment} hasTimedAssessment={hasTimedAssessment} onClose={orders.close} onSaved={refresh} />
        </Suspense>
      ) : null}
      <OrderDialogs
        orders={orders}
        groupAssignmentId={assignment.group_assignment_id}
        groupName={assignment.group_name}
        quizzes={statistics}
        reassignable={inLesson(data)}
        students={students}
        missingIn={(quizId) => missingIn(data, quizId)}
        name={say.name}
        refresh={refresh}
      />
    </>
  );
}

/** What the page of an assignment's results does beyond the report, driven by the `report` chart. */
export default function ResultParts({ page, children }: { page: Page; children: (parts: ReportParts) => ReactNode }) {
  const { ids, data, say, refresh } = page;
  const [lessonId = 0, groupPuid = 0, groupAssignmentId = 0] = ids;
  const orders = useResultOrders(
    {
      ...{ lessonId, groupPuid, groupAssignmentId },
      itemTypes: new Map(data?.statistics.map(({ quiz_id, item_type_id }) => [quiz_id, item_type_id])),
    },
    refresh,
  );
  const { report } = orders;
  const { isLive, chosen } = useFields(report, (snapshot) => ({ isLive: snapshot.hasTag('live'), chosen: snapshot.context.chosen }));
  if (!data) return children({});
  const order = (kind: ReportOrder['kind'], quizId: number | null, students: readonly number[] = []) =>
    report.send({ type: 'order.opened', order: { kind, quizId, students, day: '' } });
  const reassign = (quizId: number, students: readonly number[] = []) =>
    report.send({ type: 'reassignment.opened', reassignment: { quizId, students } });
  const { assignment, statistics, students } = data;
  const first = firstQuiz(data);
  const whom = () => students.map(({ user_puid }) => user_puid).filter((user_puid) => chosen.includes(user_puid));
  const actionsOf = (key: string) => {
    const quiz = statistics.find(({ quiz_id }) => String(quiz_id) === key);
    if (!quiz) return null;
    const { quiz_id } = quiz;
    return (
      <>
        {quiz.students > 0 && !quiz.is_removed ? <Button onPress={() => reassign(quiz_id)}>{m.reports_reassign_some()}</Button> : null}
        {isOut(data, quiz) ? <Button onPress={() => order('recall', quiz_id)}>{m.reports_recall()}</Button> : null}
        <Button variant="primary" onPress={() => order('release', quiz_id)}>
          {m.reports_release()}
        </Button>
      </>
    );
  };
  const open = { ...page, data };
  const toProgress = (
    <LinkButton href={addressOf(assignmentProgress, groupPuid, lessonId, groupAssignmentId)}>{m.assignmentReports_progress()}</LinkButton>
  );
  // In another district there is nothing to do but to read.
  if (assignment.other_district) return children({ more: toProgress, above: <OtherClass page={open} /> });
  return children({
    more: (
      <>
        <Button onPress={() => report.send({ type: isLive ? 'live.closed' : 'live.opened' })}>
          {isLive ? m.reports_live_close() : m.reports_live_open()}
        </Button>
        {toProgress}
        <Button onPress={() => report.send({ type: 'dates.opened' })}>{m.sharing_dates_change()}</Button>
        <Button onPress={() => report.send({ type: 'task.opened', task: 'assign' })}>{m.sharing_who_has_it()}</Button>
        {statistics.length > 0 ? (
          <Button onPress={() => report.send({ type: 'task.opened', task: 'terms' })}>{m.sharing_terms()}</Button>
        ) : null}
        <LessonMenu name={assignment.lesson_name} onChoose={(task) => report.send({ type: 'task.opened', task })} />
      </>
    ),
    above: (
      <>
        <Row justify="between" align="end">
          <StartLesson lessonId={lessonId} />
          <OtherClass page={open} />
        </Row>
        <Dialogs page={open} orders={orders} />
      </>
    ),
    panel: isLive ? (
      <Suspense fallback={<Skeleton shape="row" count={4} />}>
        <LivePanel
          groupAssignmentId={groupAssignmentId}
          nameOf={say.name}
          onMoved={refresh}
          onClose={() => report.send({ type: 'live.closed' })}
        />
      </Suspense>
    ) : null,
    selection:
      first === undefined
        ? undefined
        : {
            selected: new Set(chosen.map(String)),
            onSelectedChange: (keys) => report.send({ type: 'students.chosen', students: [...keys].map(Number) }),
            bulkActions: (
              <>
                <Button size="small" onPress={() => order('release', first, whom())}>
                  {m.reports_release_some()}
                </Button>
                <Button size="small" onPress={() => order('recall', first, whom())}>
                  {m.reports_recall_some()}
                </Button>
                <Button size="small" onPress={() => reassign(first, whom())}>
                  {m.reports_reassign_some()}
                </Button>
              </>
            ),
          },
    between:
      statistics.length > 1 ? (
        <Row justify="end">
          <Button variant="primary" onPress={() => order('release', null)}>
            {m.reports_release_all()}
          </Button>
        </Row>
      ) : null,
    sectionActions: actionsOf,
  });
}
