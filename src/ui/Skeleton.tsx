import { m } from '../paraglide/messages.js';
import hidden from './hidden.module.css';
import s from './Skeleton.module.css';

interface SkeletonProps {
  /** The shape of what is coming. */
  shape?: 'text' | 'title' | 'card' | 'row' | 'picture';
  /** How many of it. */
  count?: number | undefined;
}

/** The outline of a list that is loading. Says so once; the shapes are hidden from screen readers. */
export function Skeleton({ shape = 'text', count = 3 }: SkeletonProps) {
  return (
    <div className={s.skeleton} data-shape={shape}>
      <span className={hidden.hidden} role="status">
        {m.ui_loading()}
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes that never move
        <Bone key={index} shape={shape} />
      ))}
    </div>
  );
}

/** One grey shape, for places that say "loading" themselves. */
export function Bone({ shape = 'text' }: Pick<SkeletonProps, 'shape'>) {
  return <span className={s.bone} data-shape={shape} aria-hidden="true" />;
}
