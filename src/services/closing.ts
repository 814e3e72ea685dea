import { fromCallback } from 'xstate';
import { closing, type RunningAssessment } from '../../contract/closing.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';
import { type Device, watchPage } from './device.ts';
import type { Kept } from './kept.ts';
import { type Clock, untilInstant } from './untilInstant.ts';

interface ClosingPorts {
  send: Send;
  /** Whose device it is (`ownerOf`). */
  owner: string;
  /** To nobody but students anything is closed. */
  isStudent: boolean;
  device: () => Promise<Device>;
  /** The server's time as well as it is known, ms since 1970. */
  now: () => number;
  clock?: Clock | undefined;
}

/** The timed assessment that runs on this device, begun and neither handed in nor over; null where none does. */
export async function runningOnDevice(kept: Kept, owner: string, now: number): Promise<RunningAssessment | null> {
  for (const { started } of await kept.quizzes(owner)) {
    const { closes_content: running, result_id } = started;
    if (!running || Date.parse(running.end_time) <= now) continue;
    const attempt = await kept.readAttempt(owner, result_id);
    if (!attempt?.isHandedIn && !attempt?.isClosed) return running;
  }
  return null;
}

/** What the `closing` chart asks, and whom. */
export function closingActors({ send, owner, isStudent, device, now, clock }: ClosingPorts) {
  return {
    watchDevice: fromCallback<
      { type: string },
      unknown,
      { type: 'device.read'; running: RunningAssessment | null } | { type: 'assessment.noticed' }
    >(({ sendBack }) => {
      let isStopped = false;
      const stops: (() => void)[] = [];
      const tell = (running: RunningAssessment | null) => isStopped || sendBack({ type: 'device.read', running });
      const knowsNothing = () => tell(null);
      // Reads may overtake each other: the newest counts.
      let newest = 0;
      const look = ({ kept }: Device) => {
        newest += 1;
        const number = newest;
        return runningOnDevice(kept, owner, now()).then((running) => number === newest && tell(running), knowsNothing);
      };
      const watch = (here: Device) => {
        if (isStopped) return;
        stops.push(here.onChange(() => void look(here)));
        void look(here);
      };
      if (isStudent) {
        const onBack = () => sendBack({ type: 'assessment.noticed' });
        stops.push(watchPage(onBack, () => {}));
        device().then(watch, knowsNothing);
      } else knowsNothing();
      return () => {
        isStopped = true;
        for (const stop of stops) stop();
      };
    }),

    askServer: callActor<RunningAssessment | null>(async ({ signal }) =>
      isStudent ? send(closing.runningAssessment, {}, { signal, quiet: true }) : null,
    ),

    awaitEnd: callActor<null, { endTime: string }>(({ input, signal }) => untilInstant(input.endTime, now, signal, clock)),
  };
}
