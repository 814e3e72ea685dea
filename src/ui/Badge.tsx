import type { ReactNode } from 'react';
import s from './Badge.module.css';
import type { Icon } from './icons.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  tone?: Tone;
  icon?: Icon;
  /** More than a word or two: it may take several lines. */
  isLong?: boolean;
  children: ReactNode;
}

/** A word or number about the thing beside it. The words carry the meaning; the tone repeats it. */
export function Badge({ tone = 'neutral', icon: Picture, isLong = false, children }: BadgeProps) {
  return (
    <span className={s.badge} data-tone={tone} data-long={isLong || undefined}>
      {Picture ? <Picture size="1.15em" stroke={2} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
