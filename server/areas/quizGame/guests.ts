import { createHmac } from 'node:crypto';
import type { quizGame as quizGameCalls } from '../../../contract/quizGame.ts';
import { hasPlace, mostGuests } from '../../../src/machines/quizGame/roomFold.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { normalCode } from '../../kit/codes.ts';
import { giveBack, type Limit, takeTries } from '../../kit/failures.ts';
import { type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import { isInOpenDistrict } from '../../kit/openDistricts.ts';
import type { Ports } from '../../kit/ports.ts';
import { isOff } from '../../kit/rights.ts';
import { inDistrict, type Tenant } from '../../kit/tenant.ts';
import { signGuestToken } from '../../kit/tokens.ts';
import { type Game, readGame } from './document.ts';
import { namesIn } from './games.ts';
import { checkedName } from './playerNames.ts';
import { realNames, returned } from './playing.ts';
import { liveRoom } from './rooms.ts';

/** Failures per address, as for students: a whole school joins from one. */
const mostWrongOfAddress = 500;
/** Refused names per room: nobody finds out by trying who is in the class. More than can join at once, who take tries until they are in. */
const mostWrongOfRoom = 2 * mostGuests;

/** The open game of a code that knows guests. The district comes from the code: nobody is signed in. */
async function gameOfGuests({ db, now }: Pick<Ports, 'db' | 'now'>, typed: string): Promise<Game> {
  const row = await allDistricts(db)
    .selectFrom('game')
    .selectAll()
    .where('code', '=', normalCode(typed))
    .where('guests_until', '>', now())
    .where(isInOpenDistrict('game'))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!row) throw notFound('game');
  return readGame(row);
}

/** Refuses if the account of the teacher is closed, or games are switched off there. */
async function assertLed(db: Tenant, { host_puid }: Game): Promise<void> {
  const host = await db
    .selectFrom('app_user as u')
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .leftJoin('school as s', 's.school_id', 'u.school_id')
    .select(['u.active', 'd.nav_tabs', 's.nav_tabs as school_tabs'])
    .where('u.user_puid', '=', host_puid)
    .executeTakeFirst();
  if (host?.active !== 1) throw notFound('game');
  if (isOff('quizsmart', host.nav_tabs, host.school_tabs)) throw refuse('moduleOff', { module: 'quizsmart' });
}

/**
 * Who a device is in a room: the same player each time, so that a repeated request makes no second one. Without the server's key nobody
 * can aim at another player's id, and no two rooms can be compared.
 */
function guestId({ signingKey }: Pick<Ports, 'signingKey'>, { district_id, game_id }: Game, device_key: string): number {
  const digest = createHmac('sha256', signingKey).update(`guest ${district_id} ${game_id} ${device_key}`).digest();
  return digest.readUIntBE(0, 6) + 1;
}

export const guests: Pick<HandlersOf<typeof quizGameCalls>, 'registerGuest'> = {
  registerGuest: async ({ body: { game_code, player_name, device_key } }, { ports, request }) => {
    const address: Limit = { key: `game:${ports.clientAddress(request)}`, most: mostWrongOfAddress };
    await takeTries(ports, address);
    const game = await gameOfGuests(ports, game_code);
    const { district_id, game_id } = game;
    const inRoom: Limit = { key: `guest:${district_id}:${game_id}`, most: mostWrongOfRoom };
    await takeTries(ports, inRoom);
    const own = inDistrict(ports, district_id);
    await assertLed(own.db, game);
    const player = guestId(ports, game, device_key);
    const secret = player_name === '' ? [] : await realNames(own.db, game, player);
    await liveRoom(own.db, game).act(own, (room) => {
      const known = room.players.get(player);
      // Whoever only wants another token stays where they are: away, too.
      if (known && player_name === '' && known.standing === 'left') return [];
      if (known?.isGuest) return returned(room, player);
      if (known || !room.takesGuests || player_name === '') throw notFound('game');
      if (room.phase === 'over') throw refuse('gameOver');
      if (!hasPlace(room, true)) throw refuse('gameFull', { most: mostGuests });
      return [{ type: 'guest.joined', player, name: checkedName(player_name, namesIn(room), secret) }];
    });
    await giveBack(ports, address.key, inRoom.key);
    return { game_id, token: await signGuestToken({ district_id, game_id, player }, ports) };
  },
};
