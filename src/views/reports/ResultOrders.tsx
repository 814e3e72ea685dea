import { lazy, Suspense, useEffect, useRef } from 'react';
import { reportMachine } from '../../machines/reports/reportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type ReportPlace, reportActors } from '../../services/reports/reports.ts';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { type Chart, useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import type { NameOf } from './words.ts';

const OrderDialog = lazy(() => import('./OrderDialog.tsx'));
const ReassignDialog = lazy(() => import('./ReassignDialog.tsx'));

const announcements = { reports_failed: m.reports_failed };
const doneWords = { release: m.reports_done_release, recall: m.reports_done_recall };

/** The `report` chart of a page, and the place of its calls. */
export interface ResultOrders {
  report: Chart<typeof reportMachine>;
  place: () => ReportPlace;
  /** Closes the dialog of the chart. One that has done its work may be closed already. */
  close: () => void;
}

/**
 * Releases, withdraws and reassigns results.
 *
 * @param place whose results, read when a call is made
 * @param refresh loads the page again after a change
 */
export function useResultOrders(place: Omit<ReportPlace, 'userPuid' | 'timeZone'>, refresh: () => void): ResultOrders {
  const { send, now } = useApp();
  const { userPuid, time_zone: timeZone } = useUser();
  const notices = useNotices();
  const latest = useRef({ userPuid, timeZone, ...place });
  useEffect(() => {
    latest.current = { userPuid, timeZone, ...place };
  });
  const placeNow = () => latest.current;
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
  return {
    report,
    place: placeNow,
    close: () => {
      const event = { type: 'dialog.closed' as const };
      if (report.getSnapshot().can(event)) report.send(event);
    },
  };
}

interface Quiz {
  quiz_id: number;
  title: string;
}

interface OrderDialogsProps {
  orders: ResultOrders;
  groupAssignmentId: number;
  groupName: string;
  /** Quizzes whose results can be released or withdrawn, and those that can be reassigned. */
  quizzes: readonly Quiz[];
  reassignable: readonly Quiz[];
  /** All students who have the assignment. */
  students: readonly Parameters<NameOf>[0][];
  /** Students who have not submitted a quiz; for null, who have not submitted all of them. */
  missingIn: (quizId: number | null) => readonly number[];
  name: NameOf;
  refresh: () => void;
}

/** The dialog of an order to release, withdraw or reassign, when the chart has one open. */
export function OrderDialogs({
  orders: { report, place, close },
  groupAssignmentId,
  groupName,
  quizzes,
  reassignable,
  students,
  missingIn,
  name,
  refresh,
}: OrderDialogsProps) {
  const { isOrdering, reassignment } = useFields(report, (snapshot) => ({
    isOrdering: snapshot.hasTag('open'),
    reassignment: snapshot.context.reassignment,
  }));
  return (
    <Suspense>
      {isOrdering ? (
        <OrderDialog
          report={report}
          quizzes={quizzes}
          groupName={groupName}
          missingIn={missingIn}
          nameOf={(user_puid) =>
            name(students.find((student) => student.user_puid === user_puid) ?? { user_puid, first_name: '', last_name: '' })
          }
        />
      ) : null}
      {reassignment ? (
        <ReassignDialog
          groupAssignmentId={groupAssignmentId}
          quizzes={reassignable}
          students={students}
          first={reassignment}
          place={place}
          nameOf={name}
          onClose={close}
          onReassigned={() => {
            report.send({ type: 'quiz.reassigned' });
            refresh();
          }}
        />
      ) : null}
    </Suspense>
  );
}
