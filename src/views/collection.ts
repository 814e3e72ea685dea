import { useCallback, useEffect, useState } from 'react';
import { collectionMachine } from '../machines/collection/collectionMachine.ts';
import type { Problem } from '../machines/problem.ts';
import { m } from '../paraglide/messages.js';
import { callActor } from '../services/kit/callActor.ts';
import type { Slice } from '../services/kit/persistence.ts';
import { useApp } from './app.ts';
import { offer } from './offer.ts';
import { useChart } from './useChart.ts';
import { useFields } from './useFields.ts';

const collectionMessages = { common_load_failed: m.common_load_failed, common_may_be_old: m.common_may_be_old };

/** State of a read-only screen. */
export interface Collection<T> {
  data: T | undefined;
  /** Why the last load failed, or null. */
  problem: Problem | null;
  /** Loading, for the first time or again. */
  isBusy: boolean;
  /** The first load failed, so there is nothing to show. */
  isFailed: boolean;
  /** A reload failed, so the data may be out of date. */
  isStale: boolean;
  retry: () => void;
  refresh: () => void;
}

/**
 * Runs the `collection` chart for a screen. To call `load` again when a dependency changes, put the dependency in the component's `key`.
 * With a slice, the last data is cached between visits: it shows at once and then reloads. `name`: the actor's name in the visualizer.
 */
export function useCollection<T>(load: (signal: AbortSignal) => Promise<T>, slice?: Slice<T>, name?: string): Collection<T> {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const { persistence } = useApp();
  const [kept] = useState(() => (slice ? persistence()?.read(slice) : undefined));
  const actor = useChart(collectionMachine, {
    name,
    actors: { load: callActor<unknown>(({ signal }) => load(signal)) },
    input: { kept },
    announce: collectionMessages,
  });
  const seen = useFields(actor, (snapshot) => ({
    data: snapshot.context.data as T | undefined,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    isStale: snapshot.hasTag('stale'),
  }));
  const { data } = seen;
  useEffect(() => {
    if (slice && data !== undefined && data !== kept) persistence()?.write(slice, data);
  }, [slice, data, kept, persistence]);
  return {
    ...seen,
    retry: () => actor.send({ type: 'collection.retried' }),
    refresh: useCallback(() => offer(actor, { type: 'collection.outdated' }), [actor]),
  };
}
