'use no memo'; // Cheap to draw: see decision 011.

import { type ReactNode, useId } from 'react';
import hidden from './hidden.module.css';
import { percent } from './numbers.ts';
import s from './Progress.module.css';

interface ProgressProps {
  label: ReactNode;
  isLabelHidden?: boolean;
  /** Progress in units of `max`; absent if unknown. */
  value?: number;
  max?: number;
  /** The same in real units: "340 of 1,200 rows". Default: percent. */
  valueText?: string;
}

/** Share of the whole, 0 to 1; null if unknown. */
const share = (value: number | undefined, max: number) =>
  value === undefined ? null : Math.min(1, Math.max(0, max > 0 ? value / max : 0));

/** ARIA attributes of a progress bar. */
const saidAs = (labelId: string, value: number | undefined, max: number, words: string | undefined) => ({
  role: 'progressbar',
  'aria-labelledby': labelId,
  'aria-valuemin': 0,
  'aria-valuemax': max,
  'aria-valuenow': value,
  'aria-valuetext': words,
});

/** Progress of a task, as a bar. */
export function ProgressBar({ label, isLabelHidden = false, value, max = 100, valueText }: ProgressProps) {
  const id = useId();
  const part = share(value, max);
  const words = valueText ?? (part === null ? undefined : percent(part));
  return (
    // Only the bar has the role: screen readers ignore elements inside a progress bar, and a label may contain a link.
    <div className={s.progress}>
      <span className={isLabelHidden ? hidden.hidden : s.line}>
        <span id={id} className={s.label}>
          {label}
        </span>
        {isLabelHidden ? null : (
          <span className={s.value} aria-hidden="true">
            {words}
          </span>
        )}
      </span>
      <span className={s.track} {...saidAs(id, value, max, words)}>
        <span className={s.fill} data-unknown={part === null || undefined} style={{ inlineSize: `${(part ?? 0.3) * 100}%` }} />
      </span>
    </div>
  );
}

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

/** Progress of a task, as a ring with the percentage in the middle. */
export function ProgressRing({ label, isLabelHidden = true, value = 0, max = 100, valueText }: ProgressProps) {
  const id = useId();
  const part = share(value, max) ?? 0;
  const words = valueText ?? percent(part);
  return (
    <div className={s.ring}>
      <span className={s.circle} {...saidAs(id, value, max, words)}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r={RADIUS} className={s.ringTrack} />
          <circle
            cx="24"
            cy="24"
            r={RADIUS}
            className={s.ringFill}
            strokeDasharray={`${part * ROUND} ${ROUND}`}
            transform="rotate(-90 24 24)"
          />
        </svg>
        <span className={s.share} aria-hidden="true">
          {Math.round(part * 100)}
          <small>%</small>
        </span>
      </span>
      <span className={isLabelHidden ? hidden.hidden : s.ringLabel}>
        <span id={id}>{label}</span>
        {isLabelHidden || !valueText ? null : (
          <span className={s.value} aria-hidden="true">
            {' '}
            {words}
          </span>
        )}
      </span>
    </div>
  );
}
