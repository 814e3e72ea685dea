import { fromCallback } from 'xstate';
import { closing, type RunningAssessment } from '../../contract/closing.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { onPageBack } from './kit/connection.ts';
import { type Clock, untilInstant } from './kit/untilInstant.ts';
import type { Device } from './quiz/device.ts';
import type { Kept } from './quiz/kept.ts';

interface ClosingPorts {
  send: Send;
  /** Owner of the device's data (`ownerOf`). */
  owner: string;
  /** Only students ever have content closed. */
  isStudent: boolean;
  device: () => Promise<Device>;
  /** Best estimate of the server's time, ms since 1970. */
  now: () => number;
  clock?: Clock | undefined;
}

/** The timed assessment in progress on this device, neither submitted nor over; null if there is none. */
export async function runningOnDevice(kept: Kept, owner: string, now: number): Promise<RunningAssessment | null> {
  for (const { started } of await kept.quizzes(owner)) {
    const { closes_content: running, result_id } = started;
    if (!running || Date.parse(running.end_time) <= now) continue;
    const attempt = await kept.readAttempt(owner, result_id);
    if (!attempt?.isHandedIn && !attempt?.isClosed) return running;
  }
  return null;
}

/** The calls of the `closing` chart. */
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
      // Reads may overtake each other: the newest wins.
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
        stops.push(onPageBack(() => sendBack({ type: 'assessment.noticed' })));
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
