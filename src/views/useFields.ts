import { shallowEqual, useSelector } from '@xstate/react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** Several things of a chart at once; the view is drawn again when one of them is another. */
export function useFields<Ref extends Pick<AnyActorRef, 'subscribe' | 'getSnapshot'>, Fields extends object>(
  actor: Ref,
  pick: (snapshot: SnapshotFrom<Ref>) => Fields,
): Fields {
  return useSelector(actor, pick as Parameters<typeof useSelector<Ref, Fields>>[1], shallowEqual);
}
