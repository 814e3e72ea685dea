import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Actor, ActorOptions, AnyStateMachine, EmittedFrom, InputFrom } from 'xstate';
import { useApp } from './app.ts';
import { type Announcements, useChartMeta } from './hooks.ts';

/** A chart run by a view. */
export type Chart<Machine extends AnyStateMachine> = Actor<Machine>;

type Actors<Machine extends AnyStateMachine> = NonNullable<Parameters<Machine['provide']>[0]['actors']>;
type Handlers<Emitted extends { type: string }> = { [Type in Emitted['type']]?: (event: Extract<Emitted, { type: Type }>) => void };

type ChartOptions<Machine extends AnyStateMachine> = {
  /** The actor's name in the visualizer, for a chart that many screens run. Default: the chart's name. */
  name?: string | undefined;
  /** Implementations of the chart's actors; the newest are called. Use `useMemo` for those that keep state between calls. */
  actors?: Actors<Machine>;
  /** Announcement texts of the chart's states; must be one stable object. */
  announce?: Announcements;
  /** Handlers for the events that the chart emits; the newest handler is called. */
  on?: Handlers<EmittedFrom<Machine>>;
} & (undefined extends InputFrom<Machine> ? { input?: InputFrom<Machine> } : { input: InputFrom<Machine> });

/**
 * Runs a chart while the view is mounted, with its actors, the app's clock and inspector, its announcements and its focus. Chart changes do
 * not rerender the view: select what it shows with `useSelector`, or several values with `useFields`.
 */
export function useChart<Machine extends AnyStateMachine>(machine: Machine, options: ChartOptions<Machine>): Chart<Machine> {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const { actorOptions } = useApp();
  const { name, actors, input, announce, on } = options;
  const logic = (actors ? machine.provide({ actors }) : machine) as Machine;
  const actor = useActorRef(logic, { ...actorOptions, ...(name ? { id: name } : {}), input } as ActorOptions<Machine> & { input: unknown });
  useChartMeta(actor, announce);
  useEmitted(actor, on);
  return actor;
}

/** Passes the chart's emitted events to the newest handler, for handlers that depend on what the chart shows. */
export function useEmitted<Machine extends AnyStateMachine>(actor: Actor<Machine>, on: Handlers<EmittedFrom<Machine>> | undefined): void {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const hear = useEffectEvent((event: { type: string }) =>
    (on as Record<string, (event: unknown) => void> | undefined)?.[event.type]?.(event),
  );
  useEffect(() => actor.on('*', (event) => hear(event as { type: string })).unsubscribe, [actor]);
}
