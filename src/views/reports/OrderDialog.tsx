import type { ActorRefFrom } from 'xstate';
import { dayIn } from '../../../common/day.ts';
import type { reportMachine } from '../../machines/reports/reportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { aMinute, useNow, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useFields } from '../useFields.ts';

const words = {
  release: { title: m.reports_release_title, error: m.reports_release_error, button: m.reports_do_release, group: m.reports_whole_group },
  recall: { title: m.reports_recall_title, error: m.reports_recall_error, button: m.reports_do_recall, group: m.reports_recall_group },
};

/** Selects all quizzes in the list. */
const every = 'every';

interface OrderDialogProps {
  report: ActorRefFrom<typeof reportMachine>;
  quizzes: readonly { quiz_id: number; title: string }[];
  groupName: string;
  /** Students who have not submitted a quiz; for null, who have not submitted all of them. */
  missingIn: (quizId: number | null) => readonly number[];
  /** Displayed name of a student. */
  nameOf: (userPuid: number) => string;
}

/** Shows what will happen to which results, whose they are, and when, before it happens. */
export default function OrderDialog({ report, quizzes, groupName, missingIn, nameOf }: OrderDialogProps) {
  const now = useNow(aMinute);
  const { time_zone } = useUser();
  const { order, problem, isBusy, hasFailed } = useFields(report, (snapshot) => ({
    order: snapshot.context.order,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    hasFailed: snapshot.hasTag('failed'),
  }));
  if (!order) return null;
  const { kind, quizId, students, day } = order;
  const word = words[kind];
  const canBeAll = kind === 'release' && students.length === 0;
  const missing = canBeAll ? missingIn(quizId) : [];
  const close = () => report.send({ type: 'order.cancelled' });
  return (
    <Dialog
      title={
        quizId === null
          ? m.reports_release_all_title()
          : word.title({ title: quizzes.find(({ quiz_id }) => quiz_id === quizId)?.title ?? '' })
      }
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && close()}
      footer={
        <DialogButtons close={close} isBusy={isBusy} onPress={() => report.send({ type: 'order.confirmed' })}>
          {word.button()}
        </DialogButtons>
      }
    >
      <Stack>
        {hasFailed ? <ProblemNotice title={word.error()} problem={problem} focus="report-problem" /> : null}
        {quizzes.length > 1 ? (
          <NativeSelect
            label={m.reports_quiz()}
            placeholder={m.reports_quiz()}
            value={quizId === null ? every : String(quizId)}
            options={[
              ...(canBeAll ? [{ key: every, label: m.reports_every_quiz() }] : []),
              ...quizzes.map(({ quiz_id, title }) => ({ key: String(quiz_id), label: title })),
            ]}
            onChange={(key) => report.send({ type: 'order.changed', order: { ...order, quizId: key === every ? null : Number(key) } })}
          />
        ) : null}
        <Text>
          {students.length === 0
            ? word.group({ group: groupName })
            : m.reports_to_students({ count: students.length, names: students.map(nameOf).join('; ') })}
        </Text>
        {missing.length > 0 ? (
          <Text>{m.reports_release_missing({ count: missing.length, names: missing.map(nameOf).join('; ') })}</Text>
        ) : null}
        {kind === 'recall' ? null : (
          <>
            <Text tone="soft">{m.reports_release_what()}</Text>
            <NativeField
              label={m.reports_day()}
              type="date"
              value={day}
              min={dayIn(now, time_zone)}
              disabled={isBusy}
              description={m.reports_day_help({ zone: time_zone })}
              onChange={({ currentTarget }) => report.send({ type: 'order.changed', order: { ...order, day: currentTarget.value } })}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
