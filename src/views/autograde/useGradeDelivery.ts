import { useState } from 'react';
import type { autogradeMachine } from '../../machines/autograde/autogradeMachine.ts';
import { conflictsIn, type SettledConflict } from '../../machines/autograde/decisions.ts';
import { gradeDeliveryMachine } from '../../machines/autograde/gradeDeliveryMachine.ts';
import { gradeDeliveryActors } from '../../services/autograde.ts';
import { ownerOf } from '../../services/login/storedSession.ts';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { problemText } from '../shell/problemText.ts';
import { type Chart, useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

/** Takes decisions to the server, and tells the list what became of them. */
export function useGradeDelivery(
  list: Chart<typeof autogradeMachine>,
  { logic, onSettled }: { logic: typeof gradeDeliveryMachine; onSettled?: () => void },
) {
  const { send, device, chance, actor: app } = useApp();
  const [input] = useState(() => ({ chance: chance() }));
  const user = useUser();
  const actor = useChart(logic, {
    ...(logic !== gradeDeliveryMachine
      ? {}
      : { actors: gradeDeliveryActors({ send, user, owner: ownerOf(user), device, app, conflictsIn }) }),
    input,
    on: {
      'decisions.found': (event) => list.send(event),
      'decision.settled': (event) => {
        list.send(event);
        onSettled?.();
      },
    },
  });
  const { count, isQueued, isRefused, isUnkept, problem } = useFields(actor, (snapshot) => ({
    count: snapshot.context.unsent.length + snapshot.context.refused.length,
    isQueued: snapshot.hasTag('unsaved'),
    isRefused: snapshot.hasTag('refused'),
    isUnkept: snapshot.hasTag('unkept') && snapshot.context.unsent.length + snapshot.context.refused.length > 0,
    problem: snapshot.context.problem,
  }));
  const saved: SaveState = isRefused
    ? { kind: 'failed', ...(problem ? { reason: problemText(problem) } : {}) }
    : isQueued
      ? { kind: 'offline' }
      : count > 0
        ? { kind: 'saving' }
        : { kind: 'saved' };
  /** The teacher keeps the score that somebody else gave. */
  const settle = (conflict: SettledConflict) => {
    list.send({ type: 'conflict.settled', ...conflict });
    actor.send({ type: 'conflict.settled', ...conflict });
  };
  return { actor, saved, settle, isUnkept, retry: () => offer(actor, { type: 'delivery.retried' }) };
}
