import { useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate';
import type { LessonPlayerInput, lessonPlayerMachine } from '../../machines/player/lessonPlayerMachine.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';

export type Player = ActorRefFrom<typeof lessonPlayerMachine>;
export type PlayerState = SnapshotFrom<typeof lessonPlayerMachine>;

/** A preview writes nothing. One item can be previewed without a lesson around it. */
export const modeOf = ({ context: { input } }: PlayerState) => ({ isPreview: input.mode === 'preview', isOneItem: input.itemId > 0 });

/** Opens a resource of the lesson by its index. */
export const openResource = (player: Player, index: number) => player.send({ type: 'resource.opened', index });

/** Finishes the open resource, if the lesson is still there. `hasMoreToShow`: it stays open, because it shows its results. */
export function finishResource(player: Player, hasMoreToShow: boolean): void {
  const event = { type: 'resource.finished' as const, hasMoreToShow };
  if (player.getSnapshot().can(event)) player.send(event);
}

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
  const { actorOptions, chance } = useApp();
  const session = useSession();
  const [player] = useState(() => createActor(logic, { ...actorOptions, input: { ...input, chance: chance() } }));
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
