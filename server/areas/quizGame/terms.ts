import { Language } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import type { quizGame as calls } from '../../../contract/quizGame.ts';
import type { Room } from '../../../src/machines/quizGame/roomFold.ts';
import { textOf } from '../../content/plainText.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { isOffFor } from '../../kit/rights.ts';
import { assertContentOpen } from '../closing.ts';
import { readersGlossary } from '../glossary/readers.ts';
import { itemTerm } from '../glossary/terms.ts';
import type { Game } from './document.ts';
import { joinedGame, ownGame } from './games.ts';
import { liveRoom } from './rooms.ts';

/** How many rounds are over, from the first on. At everyone's own pace, none is before the end. */
function roundsOver({ document }: Game, room: Room): number {
  if (room.phase === 'over') return document.mode === 'together' ? room.round + 1 : document.questions.length;
  if (document.mode !== 'together' || room.phase === 'lobby') return 0;
  return room.phase === 'revealed' ? room.round + 1 : room.round;
}

/** The terms that the explanations of rounds use which are over. None where the glossary is switched off. */
export const gameTerms: HandlersOf<typeof calls>['gameTerms'] = async ({ query: { game_id } }, context) => {
  const { ports, user } = context;
  const { db } = ports;
  const isStudent = user.role === Role.student;
  const own = isStudent ? null : await ownGame(db, user, game_id);
  const { game, room } = own ? { game: own, room: await liveRoom(db, own).current(ports) } : await joinedGame(context, game_id);
  await assertContentOpen(ports, user);
  if (await isOffFor(db, user, 'glossary')) return [];
  const glossary = await readersGlossary(db, user);
  const language_id = game.document.language_id ?? Language.english;
  return game.document.questions.slice(0, roundsOver(game, room)).map(({ explanation }, round) => ({
    round_no: round + 1,
    terms: [...glossary.usedIn(textOf(explanation), language_id)].map((term) => itemTerm(term, language_id)),
  }));
};
