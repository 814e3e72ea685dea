import type { CSSProperties } from 'react';
import { m } from '../../paraglide/messages.js';
import { pointsText } from './points.ts';
import s from './quizGame.module.css';

/** Lines that a name passes at most while it moves to its place. */
const longestWay = 5;

/** Places won or lost in the last round, in words. Nothing if the place is the same. */
export const movedText = (moved: number | null | undefined): string | null => {
  if (!moved) return null;
  return moved > 0 ? m.quizGame_up({ count: moved }) : m.quizGame_down({ count: -moved });
};

interface RankingProps {
  /** Absent under a heading that names the list. */
  label?: string;
  /** Best first. Equal scores may share a place; without places, they follow each other. */
  ranked: readonly { name: string; score: number; place?: number; moved?: number | null }[];
}

/** Names with their points, in order. Who has moved glides from the place before. */
export function Ranking({ label, ranked }: RankingProps) {
  if (ranked.length === 0) return null;
  return (
    <ol className={s.winners} aria-label={label}>
      {ranked.map(({ name, score, place, moved }) => (
        <li
          key={name}
          value={place}
          data-moved={moved ? (moved > 0 ? 'up' : 'down') : undefined}
          style={moved ? ({ '--lines': Math.max(-longestWay, Math.min(longestWay, moved)) } as CSSProperties) : undefined}
        >
          <strong>{name}</strong> <span>{pointsText(score)}</span>
          {moved ? (
            <span className={s.moved}>
              <span aria-hidden="true">{moved > 0 ? '▲' : '▼'}</span> {movedText(moved)}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
