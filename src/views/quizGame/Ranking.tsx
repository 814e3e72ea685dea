import { pointsText } from './points.ts';
import s from './quizGame.module.css';

interface RankingProps {
  /** Absent under a heading that names the list. */
  label?: string;
  /** Best first. Equal scores may share a place; without places, they follow each other. */
  ranked: readonly { name: string; score: number; place?: number }[];
}

/** Names with their points, in order. */
export function Ranking({ label, ranked }: RankingProps) {
  if (ranked.length === 0) return null;
  return (
    <ol className={s.winners} aria-label={label}>
      {ranked.map(({ name, score, place }) => (
        <li key={name} value={place}>
          <strong>{name}</strong> <span>{pointsText(score)}</span>
        </li>
      ))}
    </ol>
  );
}
