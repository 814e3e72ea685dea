import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { SimulatedClock } from 'xstate';

/** Interval of the checks for the end of the time, ms. */
const lookAgain = 15_000;

/** Moves the device's clock past the end of the time. */
export async function letTheTimePass(clock: SimulatedClock): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  await act(async () => clock.increment(lookAgain));
  vi.useRealTimers();
}

/** Makes the device fail to set a timer for the end of the time. */
export async function breakTheClock(clock: SimulatedClock): Promise<void> {
  const set = clock.setTimeout.bind(clock);
  const broken = vi.spyOn(clock, 'setTimeout').mockImplementation((work, delay) => {
    if (delay === lookAgain) throw new Error('No timer');
    return set(work, delay);
  });
  await act(async () => clock.increment(lookAgain));
  broken.mockRestore();
}
