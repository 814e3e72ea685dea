import { useEffect, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { announce } from './announce.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { IconClock, IconEye, IconEyeOff } from './icons.ts';
import s from './Timer.module.css';

/** Seconds left at which the time is announced. */
const SAY_AT = [1800, 600, 300, 60, 30];

/** From `NEAR` on the timer is highlighted; from `URGENT` on it cannot be hidden. */
const NEAR = 300;
const URGENT = 60;

interface TimerProps {
  /** Seconds left, ≥ 0: the caller owns the clock. */
  remaining: number;
  /** If given, more time can be requested. */
  onExtend?: () => void;
}

const clock = (seconds: number) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

const inWords = (seconds: number) =>
  seconds >= 60 ? m.ui_timer_minutes({ count: Math.ceil(seconds / 60) }) : m.ui_timer_seconds({ count: Math.ceil(seconds) });

/** Time left. Announces it politely a few times, can be hidden by users whom it makes nervous, and can be extended. */
export function Timer({ remaining, onExtend }: TimerProps) {
  const [isShown, setShown] = useState(true);
  const last = useRef(remaining);
  useEffect(() => {
    const passed = SAY_AT.find((mark) => last.current > mark && remaining <= mark);
    last.current = remaining;
    if (passed !== undefined) announce(inWords(remaining));
  }, [remaining]);
  const isUrgent = remaining <= URGENT;
  return (
    <div className={s.timer} data-near={remaining <= NEAR || undefined}>
      <IconClock size={20} stroke={1.75} aria-hidden="true" />
      <span role="timer" aria-label={inWords(remaining)} className={s.time}>
        {isShown || isUrgent ? clock(remaining) : m.ui_timer_hidden()}
      </span>
      {isUrgent ? null : (
        <IconButton
          size="small"
          icon={isShown ? IconEyeOff : IconEye}
          label={isShown ? m.ui_timer_hide() : m.ui_timer_show()}
          onPress={() => setShown(!isShown)}
        />
      )}
      {onExtend ? (
        <Button size="small" onPress={onExtend}>
          {m.ui_timer_extend()}
        </Button>
      ) : null}
    </div>
  );
}
