import { Button } from 'react-aria-components';
import s from './Button.module.css';
import type { Icon } from './icons.ts';

interface FieldButtonProps {
  icon: Icon;
  label: string;
  slot?: 'increment' | 'decrement';
}

/** The button inside a React Aria field, which tells it what to do: step, clear, open. */
export function FieldButton({ icon: Picture, label, slot }: FieldButtonProps) {
  return (
    <Button slot={slot} aria-label={label} className={s.icon}>
      <Picture size={22} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
