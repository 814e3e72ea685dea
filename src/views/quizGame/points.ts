import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';

/** A number of points, as the language writes it. */
export const pointsText = (count: number): string => m.quizGame_points({ count, text: formatNumber(count) });

/** A place among all, with its points. */
export const placeText = ({ place, player_count, score }: { place: number; player_count: number; score: number }): string =>
  m.quizGame_place_of({ place, count: player_count, score: formatNumber(score) });
