import { part } from './chart.ts';

// How charts count the time that something has the user's attention. A chart imports it as `attention` and spreads the parts that it needs.
// It needs the action `countSecond`.

export type Event = { type: 'attention.lost' } | { type: 'attention.regained' };

export type Tag = 'counting';

/** Spread into `setup({ delays })`. */
export const delays = { second: 1_000 };

/** States of the region `attention`, of which `present` is the first. */
export const states = part({
  present: {
    description: 'The page is in use, and seconds are counted.',
    tags: 'counting',
    on: { 'attention.lost': { target: 'away', description: 'The page is hidden or unfocused, or has had no input for 30 s.' } },
    after: { second: { target: 'present', reenter: true, actions: 'countSecond', description: 'Counts one second of attention.' } },
  },
  away: {
    description: 'The page is not in use, and no seconds are counted.',
    on: { 'attention.regained': { target: 'present', description: 'The page is in use again.' } },
  },
});
