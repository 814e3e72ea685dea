import { m } from '../../paraglide/messages.js';
import { countStudents, type UnassignOrder, unassignLesson } from '../../services/assigning.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

interface UnassignQuestionProps {
  order: UnassignOrder;
  /** Name of the class. */
  name: string;
  lessonName: string;
  onClose: () => void;
  onUnassigned: () => void;
}

/** Asks before a lesson is unassigned from a class or from students, with the consequences in numbers. */
export function UnassignQuestion({ order, name, lessonName, onClose, onUnassigned }: UnassignQuestionProps) {
  const { send } = useApp();
  const notices = useNotices();
  const command = useCommand('unassign', (one: UnassignOrder, { signal }) => unassignLesson(send, one, signal), {
    order,
    question: { count: (one, { signal }) => countStudents(send, one, signal) },
    onDone: () => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.sharing_unassigned_from({ name }) });
      onUnassigned();
      onClose();
    },
    onLeft: onClose,
  });
  const { counted: numbers, problem, isUncounted } = command;
  if (!command.isAsking) return null;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={m.sharing_unassign_title({ lesson: lessonName, name })}
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
