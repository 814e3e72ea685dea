import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { GroupDetail } from '../../../contract/groups.ts';
import { type GroupOrder, groupChangeMachine } from '../../machines/groups/groupChangeMachine.ts';
import { groupChangeActors } from '../../services/groups.ts';
import { useApp } from '../app.ts';
import { useChartMeta } from '../hooks.ts';

const nothing = {};

/** Runs the `groupChange` chart for a screen; `onChanged` hears of what was kept. */
export function useGroupChange(onChanged: (order: GroupOrder, group: GroupDetail) => void) {
  const { send, actorOptions } = useApp();
  const logic = useMemo(() => groupChangeMachine.provide({ actors: groupChangeActors(send) }), [send]);
  const actor = useActorRef(logic, actorOptions);
  useChartMeta(actor, nothing);
  const state = useSelector(actor, (snapshot) => snapshot);
  const newest = useRef(onChanged);
  useEffect(() => {
    newest.current = onChanged;
  });
  useEffect(() => actor.on('group.changed', ({ order, group }) => newest.current(order, group)).unsubscribe, [actor]);
  return {
    isBusy: state.hasTag('busy'),
    problem: state.hasTag('failed') ? state.context.problem : null,
    submit: (order: GroupOrder) => {
      const event = { type: 'change.submitted' as const, order };
      if (actor.getSnapshot().can(event)) actor.send(event);
    },
    close: () => actor.send({ type: 'problem.closed' }),
  };
}
