import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Icon } from './icons.ts';
import s from './SegmentedControl.module.css';

interface SegmentedControlProps<Key extends string> {
  /** What is chosen, for a screen reader. */
  label: string;
  options: readonly { key: Key; label: string; icon?: Icon }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** One of two to four ways to look at the same thing; takes effect at once. */
export function SegmentedControl<Key extends string>({ label, options, value, onChange }: SegmentedControlProps<Key>) {
  return (
    <ToggleButtonGroup
      className={s.group}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as Key);
      }}
    >
      {options.map(({ key, label: words, icon: Picture }) => (
        <ToggleButton key={key} id={key} className={s.segment}>
          {Picture ? <Picture size={18} stroke={1.75} aria-hidden="true" /> : null}
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
