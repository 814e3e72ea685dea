const first = 1_000;
/** The longest time between two attempts: also the probe for a connection that nobody reports, in ms. */
const longest = 15_000;

/** Failures that pass by themselves: no answer at all, 408, 425, 429 and 5xx. Anything else would fail again. */
export const isPassing = ({ code }: { code: number }): boolean => code === 0 || code === 408 || code === 425 || code === 429 || code >= 500;

/** Failures that would come again: the server has refused, and not only for now. */
export const isFinal = (failed: { code: number; refused?: true }): boolean => failed.refused === true && !isPassing(failed);

/**
 * How long to wait after so many failures in a row, in ms: doubling from 1 s up to 15 s, and between half and the whole of that, so that
 * a class whose connection comes back does not ask all at once.
 *
 * @param chance between 0 and 1, one for each device
 */
export function retryPause(failures: number, chance: number): number {
  const whole = Math.min(longest, first * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + ((chance + failures * 0.618) % 1) / 2));
}
