import { m } from '../../paraglide/messages.js';
import { useNow } from '../hooks.ts';
import s from './quizGame.module.css';

/** Seconds left, by the server's clock. Not announced each second: what happens when they are over is. */
export function RoomTime({ endsAt }: { endsAt: string | null }) {
  const now = useNow(500);
  if (endsAt === null) return null;
  const left = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000));
  const text = left >= 100 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : String(left);
  return (
    <div className={s.time} role="timer" aria-label={m.quizGame_seconds_left({ count: left })}>
      {text}
    </div>
  );
}
