import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { type UnassignOrder, unassignMachine } from '../../machines/assign/unassignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { unassignActors } from '../../services/assign.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';

interface UnassignQuestionProps {
  order: UnassignOrder;
  /** Name of the class. */
  name: string;
  lessonName: string;
  onClose: () => void;
  onUnassigned: () => void;
}

/** The question before a lesson is taken from a class or from students: what that means, in numbers. */
export function UnassignQuestion({ order, name, lessonName, onClose, onUnassigned }: UnassignQuestionProps) {
  const { send, actorOptions } = useApp();
  const notices = useNotices();
  const logic = useMemo(() => unassignMachine.provide({ actors: unassignActors(send) }), [send]);
  const actor = useActorRef(logic, { ...actorOptions, input: order });
  const state = useSelector(actor, (snapshot) => snapshot);
  const isOver = state.status === 'done';
  const events = useRef({ onClose, onUnassigned });
  useEffect(() => {
    events.current = { onClose, onUnassigned };
  });
  useEffect(() => {
    const unassigned = actor.on('lesson.unassigned', () => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.sharing_unassigned_from({ name }) });
      events.current.onUnassigned();
    });
    return () => unassigned.unsubscribe();
  }, [actor, notices, name]);
  useEffect(() => {
    if (isOver) events.current.onClose();
  }, [isOver]);
  const { numbers, problem } = state.context;
  if (isOver) return null;
  const isUncounted = state.matches('uncounted');
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={m.sharing_unassign_title({ lesson: lessonName, name })}
      confirmLabel={isUncounted ? m.common_try_again() : m.sharing_unassign()}
      isPending={state.matches('unassigning')}
      onConfirm={() => {
        const event = { type: isUncounted ? ('unassign.retried' as const) : ('unassign.confirmed' as const) };
        if (state.can(event)) actor.send(event);
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen && state.can({ type: 'unassign.cancelled' })) actor.send({ type: 'unassign.cancelled' });
      }}
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
