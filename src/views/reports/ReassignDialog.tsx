import { useEffect, useEffectEvent } from 'react';
import { dayIn } from '../../../common/day.ts';
import { candidatesFor, type ReassignCandidate, type ReassignInput, reassignMachine } from '../../machines/reports/reassignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type ReportPlace, reassignActors } from '../../services/reports/reports.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { type NameOf, releaseWords } from './words.ts';

const announcements = {
  reports_reassign_nobody: m.reports_reassign_nobody,
  reports_reassign_day_over: m.reports_reassign_day_over,
  reports_failed: m.reports_failed,
  common_load_failed: m.common_load_failed,
};

/** Number of names listed; the rest is only counted. */
const mostNames = 20;

interface ReassignDialogProps {
  groupAssignmentId: number;
  quizzes: readonly { quiz_id: number; title: string }[];
  /** All students who have the assignment. */
  students: readonly Parameters<NameOf>[0][];
  /** Quiz and students preselected when it opens. */
  first: Pick<ReassignInput, 'quizId' | 'students'>;
  place: () => ReportPlace;
  nameOf: NameOf;
  onClose: () => void;
  onReassigned: () => void;
}

/** Reassigns a quiz to chosen students in three steps, driven by the `reassign` chart. */
export default function ReassignDialog({
  groupAssignmentId,
  quizzes,
  students,
  first,
  place,
  nameOf,
  onClose,
  onReassigned,
}: ReassignDialogProps) {
  const { send, now } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const notices = useNotices();
  const actor = useChart(reassignMachine, {
    actors: reassignActors(send, now, place),
    input: { ...first, groupAssignmentId, today: dayIn(now(), time_zone) },
    announce: announcements,
    on: {
      'quiz.reassigned': ({ count }) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.reports_done_reassign({ count }) });
        onReassigned();
      },
    },
  });
  const shown = useFields(actor, (snapshot) => ({
    ...snapshot.context,
    isOver: snapshot.status === 'done',
    isBusy: snapshot.hasTag('busy'),
    hasFailed: snapshot.hasTag('failed'),
    isListed: snapshot.hasTag('listed'),
    isChoosing: snapshot.hasTag('choosing'),
    isDating: snapshot.hasTag('dating'),
    isConfirming: snapshot.hasTag('confirming'),
  }));
  const { isOver, isBusy, hasFailed, isListed, isChoosing, isDating, isConfirming } = shown;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  if (isOver) return null;
  const { quizId, students: chosen, day, today, problem } = shown;
  const isSending = isBusy && isConfirming;
  const candidates = candidatesFor(shown);
  const byId = new Map(students.map((student) => [student.user_puid, student]));
  const called = (userPuid: number) => nameOf(byId.get(userPuid) ?? { user_puid: userPuid, first_name: '', last_name: '' });
  const waiting = students.length - candidates.length;
  const title = quizzes.find(({ quiz_id }) => quiz_id === quizId)?.title ?? '';
  const [at, name] = isConfirming
    ? ([3, m.reports_reassign_check()] as const)
    : isDating
      ? ([2, m.reports_reassign_when()] as const)
      : ([1, m.reports_reassign_who()] as const);
  const columns: TableColumn<ReassignCandidate>[] = [
    { key: 'name', header: m.teacher_student(), isRowHeader: true, width: 'm', value: ({ userPuid }) => called(userPuid) },
    { key: 'result', header: m.reports_result(), width: 's', value: (row) => releaseWords(row.state, '').trim() },
  ];
  const released = candidates.filter((one) => chosen.includes(one.userPuid) && one.state === 'released').length;
  const names = chosen.slice(0, mostNames).map(called).join('; ');
  const back = { type: 'step.reversed' as const };
  const next =
    at === 1
      ? ({ type: 'students.confirmed' } as const)
      : at === 2
        ? ({ type: 'day.confirmed' } as const)
        : ({ type: 'reassignment.confirmed' } as const);
  const wait = isSending ? m.ui_wait() : null;
  return (
    <Dialog
      title={m.reports_reassign_title({ title })}
      isOpen
      isBusy={isSending}
      onOpenChange={(isOpen) => !isOpen && actor.send({ type: 'reassignment.cancelled' })}
      footer={
        <>
          {at > 1 ? (
            <Button onPress={() => actor.send(back)} reason={wait}>
              {m.reports_back()}
            </Button>
          ) : (
            <Button onPress={() => actor.send({ type: 'reassignment.cancelled' })}>{m.common_cancel()}</Button>
          )}
          {isListed ? (
            <Button variant="primary" isPending={isSending} onPress={() => actor.send(next)}>
              {at === 3 ? m.reports_do_reassign() : m.reports_next()}
            </Button>
          ) : null}
        </>
      }
    >
      <Stack>
        <h3 data-focus="reassign-step" tabIndex={-1}>
          {m.reports_reassign_step({ step: at, name })}
        </h3>
        {isConfirming && hasFailed ? <ProblemNotice title={m.reports_reassign_error()} problem={problem} focus="reassign-problem" /> : null}
        {isBusy && !isListed ? <Skeleton shape="row" count={4} /> : null}
        {hasFailed && !isListed ? (
          <ProblemNotice problem={problem} focus="reassign-problem" onRetry={() => actor.send({ type: 'students.retried' })} />
        ) : null}
        {isChoosing ? (
          <>
            {quizzes.length > 1 ? (
              <NativeSelect
                label={m.reports_quiz()}
                placeholder={m.reports_quiz()}
                value={String(quizId)}
                options={quizzes.map((quiz) => ({ key: String(quiz.quiz_id), label: quiz.title }))}
                onChange={(key) => actor.send({ type: 'quiz.chosen', quizId: Number(key) })}
              />
            ) : null}
            {hasFailed ? <Text tone="danger">{m.reports_reassign_nobody()}</Text> : null}
            <DataTable
              caption={m.reports_reassign_who()}
              isCaptionHidden
              rows={candidates}
              columns={columns}
              rowKey={({ userPuid }) => String(userPuid)}
              initialState={{ sort: { key: 'name', isDescending: false }, filter: '', hidden: [] }}
              selected={new Set(chosen.map(String))}
              onSelectedChange={(keys) => actor.send({ type: 'students.chosen', students: [...keys].map(Number) })}
              hasToolbar={false}
              fileName={title}
              empty={<EmptyState title={m.reports_reassign_none()}>{m.reports_reassign_none_text()}</EmptyState>}
            />
            {candidates.length > 0 && waiting > 0 ? <Text tone="soft">{m.reports_reassign_waiting({ count: waiting })}</Text> : null}
          </>
        ) : null}
        {at === 2 ? (
          <NativeField
            label={m.reports_day()}
            type="date"
            value={day}
            min={today}
            description={m.reports_day_help({ zone: time_zone })}
            error={hasFailed ? m.reports_reassign_day_over() : null}
            onChange={({ currentTarget }) => actor.send({ type: 'day.chosen', day: currentTarget.value })}
          />
        ) : null}
        {at === 3 ? (
          <>
            <Text>
              {m.reports_to_students({
                count: chosen.length,
                names: chosen.length > mostNames ? m.reports_missing_more({ names, count: chosen.length - mostNames }) : names,
              })}
            </Text>
            <Text isBold>{m.reports_reassign_numbers({ released, waiting: chosen.length - released })}</Text>
            <Text>{m.reports_reassign_what()}</Text>
            {released > 0 ? <Text>{m.reports_reassign_hidden()}</Text> : null}
            <Text>
              {day === '' ? m.reports_reassign_now() : m.reports_reassign_from({ day: formatDay(`${day}T12:00:00Z`, language, 'UTC') })}
            </Text>
          </>
        ) : null}
      </Stack>
    </Dialog>
  );
}
