import type { GameBoard, GamePhase, PlayerView } from '../../contract/quizGame.ts';

/** Two questions; the first option of each is right. */
const question = (round_no: number) => ({
  ...{ round_no, question_text: `<p>Which one is number ${round_no}?</p>`, diagram: null },
  answer_options: [
    { id: 11, answer_text: 'Ice' },
    { id: 12, answer_text: 'Steam' },
  ],
});
const outcome = { right_ids: [11], explanation: '<p>Because it is cold.</p>', is_skipped: false };
const room = (phase: GamePhase, last_id: number) => ({
  ...{ game_id: 5, game_code: 'ABCD2345', title: 'Moon and tides', mode: 'together' as const, phase, last_id },
  ...{ at: '2030-01-15T15:00:00.000Z', ends_at: null, question_count: 2, team_count: 0 },
});
const hasQuestion = (phase: GamePhase) => phase === 'asking' || phase === 'paused' || phase === 'revealed';

/** A room as its teacher projects it. */
export const boardIn = (phase: GamePhase, last_id = 3): GameBoard => ({
  ...room(phase, last_id),
  ...{ group_puid: 7, takes_guests: false, question: hasQuestion(phase) ? question(1) : null, answered: 1, teams: [] },
  outcome: phase === 'revealed' ? { ...outcome, counts: [1, 0] } : null,
  players: [
    {
      ...{ player_id: 31, name: 'Maya R.', team_no: null, is_here: true, is_guest: false },
      ...{ score: phase === 'revealed' ? 1000 : 0, place: 1, moved: null },
    },
  ],
});

/** A room as a player sees it. */
export const viewIn = (phase: GamePhase, further: Partial<PlayerView> = {}): PlayerView => ({
  ...room(phase, 3),
  ...{
    player_name: 'Maya R.',
    team_no: null,
    standing: 'here',
    answer_id: null,
    answered: 0,
    score: 0,
    right: 0,
    place: null,
    moved: null,
  },
  ...{ player_count: 0, winners: [], read_again: null },
  question: hasQuestion(phase) ? question(1) : null,
  outcome: phase === 'revealed' ? { ...outcome, is_right: true, points: 1000 } : null,
  ...further,
});
