import type { UnassignNumbers } from '../../../contract/assigning.ts';
import { m } from '../../paraglide/messages.js';
import { countStudents, type UnassignOrder, unassignLesson } from '../../services/assigning.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';

/** An assignment to unassign, and the name of its class. */
type NamedOrder = UnassignOrder & { name: string };

/** Unassigns a lesson from a class or from students, after a question. */
export function useUnassign(onUnassigned: (order: NamedOrder) => void): Command<NamedOrder, null, UnassignNumbers> {
  const { send } = useApp();
  const notices = useNotices();
  return useCommand('unassign', (order: NamedOrder, { signal }) => unassignLesson(send, order, signal), {
    question: { count: (order, { signal }) => countStudents(send, order, signal) },
    onDone: (order) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.sharing_unassigned_from({ name: order.name }) });
      onUnassigned(order);
    },
  });
}

interface UnassignQuestionProps {
  command: ReturnType<typeof useUnassign>;
  lessonName: string;
}

/** The question before a lesson is unassigned, with the consequences in numbers. */
export function UnassignQuestion({ command, lessonName }: UnassignQuestionProps) {
  const { order, counted: numbers, problem, isUncounted } = command;
  if (!command.isAsking || !order) return null;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={m.sharing_unassign_title({ lesson: lessonName, name: order.name })}
      confirmLabel={isUncounted ? m.common_try_again() : m.sharing_unassign()}
      isPending={command.isSaving}
      onConfirm={() => (isUncounted ? command.recount() : command.confirm())}
      onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
      error={problem ? problemText(problem) : null}
    >
      {isUncounted ? (
        <Text>{m.sharing_unassign_uncounted()}</Text>
      ) : numbers ? (
        <Stack gap={2}>
          <Text>{m.sharing_unassign_students_lose({ count: numbers.students })}</Text>
          <Text isBold>
            {m.sharing_unassign_numbers({
              notStarted: numbers.not_started,
              inProgress: numbers.in_progress,
              submitted: numbers.submitted,
            })}
          </Text>
          <Text tone="soft">{m.sharing_unassign_kept()}</Text>
        </Stack>
      ) : (
        <>
          <Text tone="soft">{m.sharing_unassign_counting()}</Text>
          <Skeleton shape="row" count={1} />
        </>
      )}
    </ConfirmDialog>
  );
}
