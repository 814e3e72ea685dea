import { type ReactNode, useState } from 'react';
import { isSubmitted } from '../../../common/assessmentResult.ts';
import type { AssessmentsOfGroup } from '../../../contract/classReports.ts';
import { releaseStep } from '../../machines/reports/releaseSteps.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { gradeReport } from '../autograde/report.screen.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { OrderDialogs, useResultOrders } from '../reports/ResultOrders.tsx';
import { addressOf } from '../screen.ts';
import { keyOfAssessment } from './assessmentWords.ts';

type Assessment = AssessmentsOfGroup['assessments'][number];

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
  /** The assessment that the dialog is about. */
  const [chosen, choose] = useState<string | null>(null);
  const assessment = data?.assessments.find((one) => keyOfAssessment(one) === chosen);
  const orders = useResultOrders(
    {
      groupPuid: data?.group_puid ?? 0,
      lessonId: assessment?.lesson_id ?? 0,
      groupAssignmentId: assessment?.group_assignment_id ?? 0,
      itemTypes: new Map(assessment ? [[assessment.quiz_id, assessment.item_type_id]] : []),
    },
    refresh,
  );
  const { report } = orders;
  // The assessments of another district are only read.
  if (!data || data.other_district) return children({});
  const open = (key: string, action: string, quizId: number) => {
    choose(key);
    if (action === 'reassign') report.send({ type: 'reassignment.opened', reassignment: { quizId, students: [] } });
    else report.send({ type: 'order.opened', order: { kind: action === 'recall' ? 'recall' : 'release', quizId, students: [], day: '' } });
  };
  return children({
    above: assessment ? (
      <OrderDialogs
        orders={orders}
        groupAssignmentId={assessment.group_assignment_id}
        groupName={data.group_name}
        quizzes={[assessment]}
        reassignable={[assessment]}
        students={data.students.filter(({ user_puid }) => assessment.steps.some((one) => one.user_puid === user_puid))}
        missingIn={() => assessment.steps.filter((step) => !isSubmitted(step)).map(({ user_puid }) => user_puid)}
        name={say.name}
        refresh={refresh}
      />
    ) : null,
    action: data.assessments.some(({ waiting }) => waiting > 0) ? (
      <LinkButton href={`${addressOf(gradeReport)}?class=${encodeURIComponent(data.group_name)}`}>{m.autograde_grade()}</LinkButton>
    ) : null,
    rowActions: (key) => {
      const row = data.assessments.find((one) => keyOfAssessment(one) === key);
      if (!row) return null;
      const label = m.classReports_actions_of({ title: row.title });
      const noResult = row.steps.some(isSubmitted) ? null : m.classReports_no_result();
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
