const first = 1_000;
/** Maximum delay between two attempts, in ms. Also the interval for probing a connection whose return nobody reports. */
const longest = 15_000;

/** Temporary failures: no response, 408, 425, 429 and 5xx. Retrying anything else would fail again. */
export const isPassing = ({ code }: { code: number }): boolean => code === 0 || code === 408 || code === 425 || code === 429 || code >= 500;

/** Permanent failures: the server refused, and not just temporarily. */
export const isFinal = (failed: { code: number; refused?: true }): boolean => failed.refused === true && !isPassing(failed);

/**
 * Delay after consecutive failures, in ms: exponential backoff from 1 s to 15 s, with jitter between half and all of it. Otherwise a class
 * whose connection returns would retry all at once.
 *
 * @param chance between 0 and 1, one per device
 */
export function retryPause(failures: number, chance: number): number {
  const whole = Math.min(longest, first * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + ((chance + failures * 0.618) % 1) / 2));
}
