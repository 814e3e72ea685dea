import type { ReactNode } from 'react';
import s from './Badge.module.css';
import type { Icon } from './icons.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  tone?: Tone;
  icon?: Icon;
  children: ReactNode;
}

/** A word or number about the thing beside it. The words carry the meaning; the tone repeats it. */
export function Badge({ tone = 'neutral', icon: Picture, children }: BadgeProps) {
  return (
    <span className={s.badge} data-tone={tone}>
      {Picture ? <Picture size="1.15em" stroke={2} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
