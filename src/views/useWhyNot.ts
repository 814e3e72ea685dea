import { useSelector } from '@xstate/react';
import type { ActorRefFrom, AnyMachineSnapshot, AnyStateMachine, EventFrom, EventObject } from 'xstate';
import { whyNot } from '../machines/whyNot.ts';

/** Names of the chart's guards. */
type GuardName<Machine extends AnyStateMachine> = keyof NonNullable<Parameters<Machine['provide']>[0]['guards']>;

/** A sentence for each guard that can refuse the event. `notHere`: no active state accepts it. */
type WhyNotTexts<Machine extends AnyStateMachine> = { [Guard in GuardName<Machine> | 'notHere']?: string | null };

/**
 * Why a control cannot send `event` now, in the words of `texts`; null if it can, or if `texts` says nothing about the cause. Give the
 * result to the control as its `reason`: it stays reachable by keyboard, and a screen reader reads the reason with it.
 */
export function useWhyNot<Machine extends AnyStateMachine>(
  actor: Pick<ActorRefFrom<Machine>, 'subscribe' | 'getSnapshot'>,
  event: EventFrom<Machine>,
  texts: WhyNotTexts<Machine>,
): string | null {
  return useSelector(actor, (snapshot) => {
    const refusal = whyNot(snapshot as AnyMachineSnapshot, event as EventObject);
    if (!refusal) return null;
    const said = texts as Record<string, string | null | undefined>;
    const causes = refusal.kind === 'guard' ? refusal.guards : ['notHere'];
    return causes.map((cause) => said[cause]).find((text) => text !== null && text !== undefined) ?? null;
  });
}
