/** Lengths of a growing pause between two attempts, for a model's `delays`: twice as long after each failure, and spread by chance. */
export const retryCases = [
  { context: { failures: 1, chance: 0 }, ms: 809 },
  { context: { failures: 2, chance: 0 }, ms: 1_236 },
  { context: { failures: 2, chance: 0.5 }, ms: 1_736 },
  { context: { failures: 9, chance: 0 }, ms: 11_715 },
];
