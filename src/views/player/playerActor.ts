import { useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import type { LessonPlayerInput, lessonPlayerMachine } from '../../machines/player/lessonPlayerMachine.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';

type Player = ActorRefFrom<typeof lessonPlayerMachine>;

/** Sends the remaining reports, then stops. Reports that fail are kept on the device. */
function tellAndStop(player: Player): void {
  const left = { type: 'attention.lost' } as const;
  const snapshot = player.getSnapshot();
  // The report that completes the lesson is the last one: leaving its summary adds nothing.
  if (!snapshot.hasTag('finished') && snapshot.can(left)) player.send(left);
  const stopWhenTold = () => {
    if (!player.getSnapshot().hasTag('saving')) player.stop();
  };
  player.subscribe(stopWhenTold);
  stopWhenTold();
}

/**
 * The actor of the `lessonPlayer` chart. However the user leaves, it outlives its screen until the server knows the progress. Leaving a
 * lesson counts as looking away from it.
 */
export function usePlayerActor(logic: typeof lessonPlayerMachine, input: LessonPlayerInput): Player {
  const { actorOptions } = useApp();
  const session = useSession();
  const [player] = useState(() => createActor(logic, { ...actorOptions, input }));
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    player.start();
    return () => {
      isHere.current = false;
      // In development, React unmounts and remounts each screen once.
      queueMicrotask(() => {
        if (isHere.current) return;
        // After sign-out, nothing is reported under another user.
        if (session.getSnapshot().context.user?.userPuid === player.getSnapshot().context.input.userPuid) tellAndStop(player);
        else player.stop();
      });
    };
  }, [player, session]);
  return player;
}
