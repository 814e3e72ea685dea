import { shallowEqual, useSelector } from '@xstate/react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** Several values of a chart at once. The view rerenders when one of them changes. */
export function useFields<Ref extends Pick<AnyActorRef, 'subscribe' | 'getSnapshot'>, Fields extends object>(
  actor: Ref,
  pick: (snapshot: SnapshotFrom<Ref>) => Fields,
): Fields {
  return useSelector(actor, pick as Parameters<typeof useSelector<Ref, Fields>>[1], shallowEqual);
}
