import type { ReactNode } from 'react';
import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components';
import hidden from './hidden.module.css';
import s from './Progress.module.css';

interface ProgressProps {
  label: ReactNode;
  isLabelHidden?: boolean;
  /** How far, in units of `max`; absent: nobody knows yet. */
  value?: number;
  max?: number;
  /** The same in real units: "340 of 1,200 rows". Default: per cent. */
  valueText?: string;
}

/** How far a piece of work is, as a bar. */
export function ProgressBar({ label, isLabelHidden = false, value, max = 100, valueText }: ProgressProps) {
  return (
    <AriaProgressBar className={s.progress} isIndeterminate={value === undefined} maxValue={max} value={value} valueLabel={valueText}>
      {({ percentage, valueText: shown }) => (
        <>
          <span className={s.line}>
            <Label className={isLabelHidden ? hidden.hidden : s.label}>{label}</Label>
            {isLabelHidden ? null : <span className={s.value}>{shown}</span>}
          </span>
          <span className={s.track}>
            <span className={s.fill} data-unknown={percentage === undefined || undefined} style={{ inlineSize: `${percentage ?? 30}%` }} />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

/** How far a piece of work is, as a ring with the share in its middle. */
export function ProgressRing({ label, isLabelHidden = true, value = 0, max = 100, valueText }: ProgressProps) {
  return (
    <AriaProgressBar className={s.ring} maxValue={max} value={value} valueLabel={valueText}>
      {({ percentage = 0, valueText: shown }) => (
        <>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r={RADIUS} className={s.ringTrack} />
            <circle
              cx="24"
              cy="24"
              r={RADIUS}
              className={s.ringFill}
              strokeDasharray={`${(percentage / 100) * ROUND} ${ROUND}`}
              transform="rotate(-90 24 24)"
            />
          </svg>
          <span className={s.share} aria-hidden="true">
            {Math.round(percentage)}
            <small>%</small>
          </span>
          <Label className={isLabelHidden ? hidden.hidden : s.ringLabel}>
            {label}
            {isLabelHidden || !valueText ? null : <span className={s.value}> {shown}</span>}
          </Label>
        </>
      )}
    </AriaProgressBar>
  );
}
