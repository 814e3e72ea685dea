import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { collectionMachine } from '../machines/collection/collectionMachine.ts';
import { m } from '../paraglide/messages.js';
import { callActor } from '../services/callActor.ts';
import { useApp } from './app.ts';
import { useChartMeta } from './hooks.ts';

const collectionMessages = { common_load_failed: m.common_load_failed, common_may_be_old: m.common_may_be_old };

/** What a screen that only reads has to show. */
export interface Collection<T> {
  data: T | undefined;
  state: SnapshotFrom<typeof collectionMachine>;
  retry: () => void;
  refresh: () => void;
}

/** Runs the `collection` chart for a screen; `load` is called anew when a dependency in `key` changes (give the component that `key`). */
export function useCollection<T>(load: (signal: AbortSignal) => Promise<T>): Collection<T> {
  const { actorOptions } = useApp();
  const newest = useRef(load);
  useEffect(() => {
    newest.current = load;
  });
  const logic = useMemo(() => collectionMachine.provide({ actors: { load: callActor(({ signal }) => newest.current(signal)) } }), []);
  const actor = useActorRef(logic, actorOptions);
  useChartMeta(actor, collectionMessages);
  const state = useSelector(actor, (snapshot) => snapshot);
  return {
    data: state.context.data as T | undefined,
    state,
    retry: () => actor.send({ type: 'collection.retried' }),
    refresh: useCallback(() => {
      const event = { type: 'collection.outdated' as const };
      if (actor.getSnapshot().can(event)) actor.send(event);
    }, [actor]),
  };
}
