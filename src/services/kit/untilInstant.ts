import type { ActorOptions, AnyActorLogic } from 'xstate';

/** Timers, as actors take them. */
export type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** How long a timer is trusted before the clock is checked again, in ms: devices sleep, and clocks are set. */
const lookAgain = 15_000;

const deviceClock: Clock = {
  setTimeout: (work: (...args: unknown[]) => void, delay: number) => setTimeout(work, delay),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
};

/**
 * Waits until an instant has passed; never resolves without one.
 * @param now best estimate of the server's time, ms since 1970
 */
export const untilInstant = (instant: string | null, now: () => number, signal: AbortSignal, clock: Clock = deviceClock): Promise<null> =>
  new Promise((resolve, reject) => {
    if (instant === null) return;
    let timer: unknown;
    const look = () => {
      try {
        const left = Date.parse(instant) - now();
        if (left <= 0) resolve(null);
        else timer = clock.setTimeout(look, Math.min(left, lookAgain));
      } catch (error) {
        reject(error as Error);
      }
    };
    signal.addEventListener('abort', () => clock.clearTimeout(timer));
    look();
  });
