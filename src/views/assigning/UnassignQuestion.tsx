import type { UnassignNumbers } from '../../../contract/assigning.ts';
import { m } from '../../paraglide/messages.js';
import { countStudents, type UnassignOrder, unassignLesson } from '../../services/assigning.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { CountedQuestion } from '../shell/CountedQuestion.tsx';
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
  const { order } = command;
  if (!command.isAsking || !order) return null;
  return (
    <CountedQuestion
      command={command}
      isDanger
      title={m.sharing_unassign_title({ lesson: lessonName, name: order.name })}
      confirm={m.sharing_unassign()}
      counting={m.sharing_unassign_counting()}
      uncounted={m.sharing_unassign_uncounted()}
      consequences={({ students, not_started, in_progress, submitted }) => (
        <Stack gap={2}>
          <Text>{m.sharing_unassign_students_lose({ count: students })}</Text>
          <Text isBold>{m.sharing_unassign_numbers({ notStarted: not_started, inProgress: in_progress, submitted })}</Text>
          <Text tone="soft">{m.sharing_unassign_kept()}</Text>
        </Stack>
      )}
    />
  );
}
