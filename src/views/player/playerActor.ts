import { useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import type { LessonPlayerInput, lessonPlayerMachine } from '../../machines/lessonPlayer/lessonPlayerMachine.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';

type Player = ActorRefFrom<typeof lessonPlayerMachine>;

/** Tells what is left to tell, then stops. What does not get through is kept on the device. */
function tellAndStop(player: Player): void {
  const left = { type: 'attention.lost' } as const;
  const snapshot = player.getSnapshot();
  // The report that completes the lesson is the last one: who leaves its summary has nothing to add.
  if (!snapshot.hasTag('finished') && snapshot.can(left)) player.send(left);
  const stopWhenTold = () => {
    if (!player.getSnapshot().hasTag('saving')) player.stop();
  };
  player.subscribe(stopWhenTold);
  stopWhenTold();
}

/**
 * The actor of the `lessonPlayer` chart. It outlives its screen until the server knows how far the person is who left, by whatever way: to
 * leave a lesson is to look away from it.
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
      // While developing, React leaves each screen once and is back at once.
      queueMicrotask(() => {
        if (isHere.current) return;
        // What somebody who signed out did is told by nobody else.
        if (session.getSnapshot().context.user?.userPuid === player.getSnapshot().context.input.userPuid) tellAndStop(player);
        else player.stop();
      });
    };
  }, [player, session]);
  return player;
}
