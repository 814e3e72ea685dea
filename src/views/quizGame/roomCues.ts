import type { GamePhase } from '../../../contract/quizGame.ts';
import type { Cue } from './tones.ts';

/** What of a room can be heard. */
export interface Moment {
  phase: GamePhase;
  /** null: no question is shown. */
  round_no: number | null;
  /** Whether the player's answer was right; null for the teacher, before a round is over, and after a skipped one. */
  isRight: boolean | null;
}

/** The last seconds that are heard. */
const lastSeconds = 5;

/** What is heard when a room changes; null: nothing. Who opens the page hears nothing of what was before. */
export function cueOf(before: Moment | null, { phase, round_no, isRight }: Moment): Cue | null {
  if (before === null) return null;
  if (phase === 'over') return before.phase === 'over' ? null : 'end';
  if (phase === 'open') return before.phase === 'lobby' ? 'start' : null;
  if (phase === 'asking') return before.phase === 'lobby' || before.round_no !== round_no ? 'start' : null;
  if (phase !== 'revealed' || before.phase === 'revealed' || isRight === null) return null;
  return isRight ? 'right' : 'wrong';
}

/** Whether the seconds that are left are among the last ones, each of which is heard. `null`: there is no limit. */
export const isLastSecond = (left: number | null): boolean => left !== null && left >= 1 && left <= lastSeconds;
