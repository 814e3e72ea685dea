import type { GameMode } from '../../../contract/quizGame.ts';
import type { RoomEvent } from '../../../src/machines/quizGame/roomFold.ts';
import type { District } from './district.ts';

/** Rooms of the quiz game, and what happens in them (decision 067). */
export interface QuizGameTables {
  game: GameTable;
  game_event: GameEventTable;
  game_result: GameResultTable;
}

interface GameTable {
  district_id: District;
  game_id: number;
  code: string;
  host_puid: number;
  /** null: everyone in the district may join with the code. */
  group_puid: number | null;
  mode: GameMode;
  title: string;
  /** JSON of GameDocument (server/areas/quizGame/document.ts). */
  document: string;
  created_at: number;
  /** YYYY-MM-DD in the district's zone. */
  day: string;
  /** When its guests are forgotten; null: it has none, or they are. */
  guests_until: number | null;
}
/** Only ever added to. `seq` counts within the game. */
interface GameEventTable extends Omit<RoomEvent, 'type'> {
  district_id: District;
  game_id: number;
  type: string;
}
/** What a game that counts adds to the reports of its class. A game without rows does not count. */
interface GameResultTable {
  district_id: District;
  game_id: number;
  user_puid: number;
  /** Right answers. */
  points: number;
  /** Questions that were asked. */
  max_points: number;
  /** JSON of GameAnswer[] (server/reports/countedGames.ts): the questions that were asked. */
  answers: string;
}
