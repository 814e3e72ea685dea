import { quizGame } from '../../../contract/quizGame.ts';
import type { Problem } from '../../machines/problem.ts';
import type { Send } from '../kit/client.ts';

const storageKey = 'orrery.guest';
/** Rooms that a device remembers. */
const mostRooms = 5;
/** Codes of rooms by game, newest last, and a random key that says to each that this is the same device. */
interface Kept {
  device_key: string;
  rooms: [game_id: number, game_code: string][];
}

/** Not kept if storage is disabled: a reload then begins anew. */
let inPage: Kept | undefined;

function kept(): Kept {
  try {
    const { device_key, rooms } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Kept;
    if (typeof device_key === 'string' && Array.isArray(rooms)) return { device_key, rooms };
  } catch {
    // Nothing is kept, or it is unreadable.
  }
  inPage ??= { device_key: crypto.randomUUID(), rooms: [] };
  return inPage;
}

function keep(now: Kept): void {
  inPage = now;
  try {
    localStorage.setItem(storageKey, JSON.stringify(now));
  } catch {
    // Storage is full or disabled.
  }
}

/** Code of the room that this device joined; undefined if it did not. */
export const codeOfRoom = (game_id: number): string | undefined => kept().rooms.find(([one]) => one === game_id)?.[1];

/** Joins a game without an account. The device remembers the room, not the token. Before the call, too: its response may be lost. */
export async function joinAsGuest(send: Send, order: { game_code: string; player_name: string }, signal: AbortSignal): Promise<number> {
  const { device_key, rooms } = kept();
  keep({ device_key, rooms });
  const { game_id } = await send(quizGame.registerGuest, { ...order, device_key }, { signal });
  keep({
    device_key,
    rooms: [...rooms.filter(([one]) => one !== game_id), [game_id, order.game_code] as [number, string]].slice(-mostRooms),
  });
  return game_id;
}

/** A guest's calls in a room: each carries the room's token, which is fetched before the first and whenever it is over. */
export function guestAccess(send: Send, game_code: string): { send: Send; token: () => string | null } {
  let token: string | undefined;
  const renew = async (signal: AbortSignal | undefined) => {
    const order = { game_code, player_name: '', device_key: kept().device_key };
    ({ token } = await send(quizGame.registerGuest, order, { ...(signal && { signal }), quiet: true }));
    return token;
  };
  return {
    token: () => token ?? null,
    send: async (call, input, options = {}) => {
      const first = token ?? (await renew(options.signal));
      try {
        return await send(call, input, { ...options, token: first });
      } catch (error) {
        if ((error as Problem).code !== 401) throw error;
        return send(call, input, { ...options, token: await renew(options.signal) });
      }
    },
  };
}
