/**
 * When a standard is secure, in percent of the points of its questions, and with how many questions at least that can be said. 80% is what
 * mastery learning usually asks for (Bloom, 1968, "Learning for mastery", Evaluation Comment 1(2)); the others are ours.
 */
export const masteryLimits = { secure: 80, partly: 50, fewestItems: 3 };

export type Mastery = 'secure' | 'partly' | 'notYet' | 'tooFew';

/** What points in the questions of a standard say about it. `score`: percent. */
export function masteryOf({ score, items }: { score: number; items: number }): Mastery {
  if (items < masteryLimits.fewestItems) return 'tooFew';
  if (score >= masteryLimits.secure) return 'secure';
  return score >= masteryLimits.partly ? 'partly' : 'notYet';
}
