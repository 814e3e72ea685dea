import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { AssessmentsOfGroup } from '../../../contract/classReports.ts';
import { releaseStep } from '../../machines/reports/releaseSteps.ts';
import { reportMachine } from '../../machines/reports/reportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type ReportPlace, reportActors } from '../../services/reports/reports.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { keyOfAssessment } from './assessmentWords.ts';

const OrderDialog = lazy(() => import('../reports/OrderDialog.tsx'));
const ReassignDialog = lazy(() => import('../reports/ReassignDialog.tsx'));

const announcements = { reports_failed: m.reports_failed };
const doneWords = { release: m.reports_done_release, recall: m.reports_done_recall };

type Assessment = AssessmentsOfGroup['assessments'][number];

const isDone = (state: Assessment['steps'][number]['state']) => state !== 'notStarted' && state !== 'started';
/** Students can see a result, now or later, so it can be withdrawn. */
const isOut = ({ release_at, steps }: Assessment) =>
  release_at !== null || steps.some(({ state }) => state !== 'notStarted' && releaseStep(state, 'report.recalled') !== undefined);

/** Releases, withdraws and reassigns the assessments of a class, by the `report` and `reassign` charts of the result page. */
export default function TrackParts({
  page: { data, say, refresh },
  children,
}: {
  page: OpenReport<AssessmentsOfGroup>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const { send, now } = useApp();
  const user = useUser();
  const notices = useNotices();
  /** The assessment that the dialog is about. */
  const [chosen, choose] = useState<string | null>(null);
  const assessment = data?.assessments.find((one) => keyOfAssessment(one) === chosen);
  const place = useRef<ReportPlace>(undefined);
  useEffect(() => {
    place.current = {
      ...{ userPuid: user.userPuid, timeZone: user.time_zone, groupPuid: data?.group_puid ?? 0 },
      ...{ lessonId: assessment?.lesson_id ?? 0, groupAssignmentId: assessment?.group_assignment_id ?? 0 },
      itemTypes: new Map(assessment ? [[assessment.quiz_id, assessment.item_type_id]] : []),
    };
  });
  const placeNow = () => place.current as ReportPlace;
  const report = useChart(reportMachine, {
    actors: reportActors(send, now, placeNow),
    announce: announcements,
    on: {
      'report.changed': ({ kind, count }) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: doneWords[kind]({ count }) });
        refresh();
      },
    },
  });
  const { isOrdering, reassignment } = useFields(report, (snapshot) => ({
    isOrdering: snapshot.hasTag('open'),
    reassignment: snapshot.context.reassignment,
  }));
  if (!data) return children({});
  const nameOf = (user_puid: number) =>
    say.name(data.students.find((student) => student.user_puid === user_puid) ?? { user_puid, first_name: '', last_name: '' });
  /** A dialog that has done its work may be closed already. */
  const close = () => {
    const event = { type: 'dialog.closed' as const };
    if (report.getSnapshot().can(event)) report.send(event);
  };
  const open = (key: string, action: string, quizId: number) => {
    choose(key);
    if (action === 'reassign') report.send({ type: 'reassignment.opened', reassignment: { quizId, students: [] } });
    else report.send({ type: 'order.opened', order: { kind: action === 'recall' ? 'recall' : 'release', quizId, students: [], day: '' } });
  };
  return children({
    above: (
      <Suspense>
        {assessment && isOrdering ? (
          <OrderDialog
            report={report}
            quizzes={[assessment]}
            groupName={data.group_name}
            missingIn={() => assessment.steps.filter(({ state }) => !isDone(state)).map(({ user_puid }) => user_puid)}
            nameOf={nameOf}
          />
        ) : null}
        {assessment && reassignment ? (
          <ReassignDialog
            groupAssignmentId={assessment.group_assignment_id}
            quizzes={[assessment]}
            students={data.students.filter(({ user_puid }) => assessment.steps.some((one) => one.user_puid === user_puid))}
            first={reassignment}
            place={placeNow}
            nameOf={say.name}
            onClose={close}
            onReassigned={() => {
              report.send({ type: 'quiz.reassigned' });
              refresh();
            }}
          />
        ) : null}
      </Suspense>
    ),
    rowActions: (key) => {
      const row = data.assessments.find((one) => keyOfAssessment(one) === key);
      if (!row) return null;
      const label = m.classReports_actions_of({ title: row.title });
      const noResult = row.steps.some(({ state }) => isDone(state)) ? null : m.classReports_no_result();
      return (
        <Menu
          trigger={<IconButton icon={IconDotsVertical} label={label} />}
          label={label}
          placement="bottom end"
          groups={[
            {
              key: 'actions',
              items: [
                { key: 'release', label: m.reports_release() },
                { key: 'recall', label: m.reports_recall(), reason: isOut(row) ? null : m.classReports_none_out() },
                { key: 'reassign', label: m.reports_reassign_some(), reason: row.is_removed ? m.classReports_removed_quiz() : noResult },
              ],
            },
          ]}
          onAction={(action) => open(key, action, row.quiz_id)}
        />
      );
    },
  });
}
