import { useCallback, useEffect, useRef } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import { type ContentTrackingInput, contentTrackingMachine } from '../../machines/contentTracking/contentTrackingMachine.ts';
import { contentTrackingActors } from '../../services/contentTracking.ts';
import { useApp } from '../app.ts';
import { useAttention } from './attention.ts';

/**
 * Reports to the server how long the content on this screen has attention, until the screen changes or the page goes away. The actor
 * outlives the view and stops once its end is reported.
 */
export function useContentTracking({ userPuid, itemId, itemTypeId, lessonId }: ContentTrackingInput, isOn: boolean): void {
  const { send, actorOptions, chance } = useApp();
  const tracker = useRef<ActorRefFrom<typeof contentTrackingMachine>>(null);
  useEffect(() => {
    if (!isOn) return;
    const logic = contentTrackingMachine.provide({ actors: contentTrackingActors(send) });
    const open = () => {
      tracker.current = createActor(logic, {
        ...actorOptions,
        input: { userPuid, itemId, itemTypeId, lessonId, chance: chance() },
      }).start();
    };
    const leave = () => {
      const actor = tracker.current;
      tracker.current = null;
      if (actor?.getSnapshot().can({ type: 'content.left' })) actor.send({ type: 'content.left' });
    };
    // A page may be restored from the back/forward cache.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && open();
    open();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      leave();
    };
  }, [send, actorOptions, chance, userPuid, itemId, itemTypeId, lessonId, isOn]);
  // After the tracker is created: what is reported at once must reach it.
  useAttention(
    isOn,
    useCallback((isPresent) => {
      const event = { type: isPresent ? ('attention.regained' as const) : ('attention.lost' as const) };
      if (tracker.current?.getSnapshot().can(event)) tracker.current.send(event);
    }, []),
  );
}
