import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';
import s from './LessonPlayer.module.css';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface SpeedSelectProps {
  /** 1 is normal speed. */
  speed: number;
  onChange: (speed: number) => void;
}

/** Playback speed of a film. */
export function SpeedSelect({ speed, onChange }: SpeedSelectProps) {
  const id = useId();
  // The browser's own controls may offer other speeds.
  const offered = speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b);
  return (
    <span className={s.speed}>
      <label htmlFor={id}>{m.player_speed()}</label>
      <select id={id} value={speed} onChange={({ target }) => onChange(Number(target.value))}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {m.player_speed_of({ speed: formatNumber(one) })}
          </option>
        ))}
      </select>
    </span>
  );
}
