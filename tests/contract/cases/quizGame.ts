import type { quizGame } from '../../../contract/quizGame.ts';
import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';
import type { GameWorld } from './gameWorld.ts';
import type { World } from './world.ts';

const source = { quiz_id, group_puid: ids.class };
const inRoom =
  <const Further extends object>(phase: keyof GameWorld['rooms'], further: Further) =>
  ({ games }: World) => ({ game_id: games.rooms[phase].game_id, ...further });
const first = { round_no: 1 };

export const quizGameCases: Cases<keyof typeof quizGame> = {
  gameQuizzes: { as: 'tess', input: () => ({ group_puid: ids.class }), lenient: ['search'] },
  gameQuestions: { as: 'tess', input: () => source },
  extraTime: { as: 'tess', input: () => ({ group_puid: ids.class }) },
  ledGames: { as: 'tess', input: () => ({}), inOtherDistrict: 200 },
  createGame: { as: 'tess', input: () => source },
  startExitTicket: { as: 'tess', input: () => ({ ...source, question_count: 2 }) },
  gameBoard: { as: 'tess', input: inRoom('asking', {}) },
  startGame: { as: 'tess', input: inRoom('lobby', {}) },
  nextRound: { as: 'tess', input: inRoom('revealed', first) },
  closeRound: { as: 'tess', input: inRoom('asking', first) },
  skipRound: { as: 'tess', input: inRoom('asking', first) },
  pauseGame: { as: 'tess', input: inRoom('asking', {}) },
  resumeGame: { as: 'tess', input: inRoom('paused', {}) },
  removePlayer: { as: 'tess', input: inRoom('asking', { player_id: ids.ana }) },
  admitGuests: { as: 'tess', input: inRoom('asking', {}) },
  barGuests: { as: 'tess', input: inRoom('asking', {}) },
  registerGuest: {
    input: ({ games }) => ({ game_code: games.rooms.lobby.game_code, player_name: 'Robin', device_key: 'a'.repeat(32) }),
  },
  rejoinGame: { as: 'ana', input: inRoom('asking', {}) },
  endGame: { as: 'tess', input: inRoom('asking', {}) },
  registerPlayer: { as: 'ana', input: ({ games }) => ({ ...ana, game_code: games.rooms.lobby.game_code }) },
  leaveGame: { as: 'ana', input: inRoom('asking', {}) },
  playerView: { as: 'ana', input: inRoom('asking', {}) },
  submitGameAnswer: { as: 'ana', input: ({ games }) => ({ game_id: games.rooms.asking.game_id, ...first, answer_id: games.answer_id }) },
  playedGames: { as: 'ana', input: () => ({}), inOtherDistrict: 200 },
  countGame: { as: 'tess', input: inRoom('over', { counts: true }) },
  gameReport: { as: 'tess', input: inRoom('over', {}) },
  exitTicket: { as: 'tess', input: inRoom('ticket', {}) },
  gameTerms: { as: 'ana', input: inRoom('over', {}) },
  playerReport: { as: 'ana', input: inRoom('over', {}) },
  todaysWinners: { as: 'ana', input: () => ({ group_puid: ids.class }) },
};
