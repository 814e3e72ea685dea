import { Button } from 'react-aria-components';
import s from './Button.module.css';
import type { Icon } from './icons.ts';

interface FieldButtonProps {
  icon: Icon;
  label: string;
}

/** The button inside a React Aria field, which gives it its action: to open the field's popup. */
export function FieldButton({ icon: Picture, label }: FieldButtonProps) {
  return (
    <Button aria-label={label} className={s.icon}>
      <Picture size={22} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
