import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Actor, ActorOptions, AnyStateMachine, EmittedFrom, InputFrom } from 'xstate';
import { useApp } from './app.ts';
import { type Announcements, useChartMeta } from './hooks.ts';

/** A chart that a view runs. */
export type Chart<Machine extends AnyStateMachine> = Actor<Machine>;

type Actors<Machine extends AnyStateMachine> = NonNullable<Parameters<Machine['provide']>[0]['actors']>;
type Handlers<Emitted extends { type: string }> = { [Type in Emitted['type']]?: (event: Extract<Emitted, { type: Type }>) => void };

type ChartOptions<Machine extends AnyStateMachine> = {
  /** What the visualizer calls the actor, for a chart that many screens run; default: the chart's name. */
  name?: string | undefined;
  /** Who does the work of the chart's slots; the newest are asked. Keep those that remember something between calls by `useMemo`. */
  actors?: Actors<Machine>;
  /** The words of what the chart's states announce; one object for all drawings. */
  announce?: Announcements;
  /** What the view does when the chart emits an event; the newest handler hears it. */
  on?: Handlers<EmittedFrom<Machine>>;
} & (undefined extends InputFrom<Machine> ? { input?: InputFrom<Machine> } : { input: InputFrom<Machine> });

/**
 * Runs a chart for as long as the view is there: with its actors, the app's clock and inspector, its announcements and its focus.
 * The view is not drawn again when the chart changes: it selects what it shows with `useSelector`, or several things with `useFields`.
 */
export function useChart<Machine extends AnyStateMachine>(machine: Machine, options: ChartOptions<Machine>): Chart<Machine> {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  const { actorOptions } = useApp();
  const { name, actors, input, announce, on } = options;
  const logic = (actors ? machine.provide({ actors }) : machine) as Machine;
  const actor = useActorRef(logic, { ...actorOptions, ...(name ? { id: name } : {}), input } as ActorOptions<Machine> & { input: unknown });
  useChartMeta(actor, announce);
  useEmitted(actor, on);
  return actor;
}

/** The newest handler hears what the chart emits: for handlers that need to know what the chart shows. */
export function useEmitted<Machine extends AnyStateMachine>(actor: Actor<Machine>, on: Handlers<EmittedFrom<Machine>> | undefined): void {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  const hear = useEffectEvent((event: { type: string }) =>
    (on as Record<string, (event: unknown) => void> | undefined)?.[event.type]?.(event),
  );
  useEffect(() => actor.on('*', (event) => hear(event as { type: string })).unsubscribe, [actor]);
}
