import type { Drawn } from './drawing.ts';

/** Numbers as a line: `m = 5, g = 9.81`. */
export const numbersText = (drawn: Drawn): string =>
  Object.entries(drawn)
    .map(([name, text]) => `${name} = ${text}`)
    .join(', ');
