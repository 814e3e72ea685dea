'use no memo'; // Cheap to draw: see decision 011.

import { m } from '../paraglide/messages.js';
import hidden from './hidden.module.css';
import s from './Skeleton.module.css';

interface SkeletonProps {
  /** The shape of the expected content. */
  shape?: 'text' | 'title' | 'card' | 'row' | 'picture';
  /** Number of shapes. */
  count?: number | undefined;
}

/** The outline of a list that is loading. Announces it once; the shapes are hidden from screen readers. */
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

/** One gray shape, for places that say "loading" themselves. */
export function Bone({ shape = 'text' }: Pick<SkeletonProps, 'shape'>) {
  return <span className={s.bone} data-shape={shape} aria-hidden="true" />;
}
