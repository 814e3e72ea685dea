import type { ReactNode } from 'react';
import s from './Badge.module.css';
import type { Icon } from './icons.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  tone?: Tone;
  icon?: Icon;
  /** For more than a word or two: wraps to several lines. */
  isLong?: boolean;
  children: ReactNode;
}

/** A word or number about the item beside it. The text carries the meaning; the tone repeats it. */
export function Badge({ tone = 'neutral', icon: Picture, isLong = false, children }: BadgeProps) {
  return (
    <span className={s.badge} data-tone={tone} data-long={isLong || undefined}>
      {Picture ? <Picture size="1.15em" stroke={2} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
