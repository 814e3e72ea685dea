import { encodeRouteValue } from '../routeValue.ts';

/** Addresses of the pages for guests, who have no account. */
export const guestPaths = {
  join: '/account/quizsmart/studentRegistration',
  joinWith: (code: string) => `${guestPaths.join}?code=${encodeURIComponent(code)}`,
  room: (game_id: number) => `/account/quizsmart/studentQuestion/${encodeRouteValue(game_id)}`,
};
