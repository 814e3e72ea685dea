import { useId } from 'react';
import { cx } from './cx.ts';
import hidden from './hidden.module.css';
import type { Icon } from './icons.ts';
import s from './SegmentedControl.module.css';

interface SegmentedControlProps<Key extends string> {
  /** Name of the choice for screen readers. */
  label: string;
  options: readonly { key: Key; label: string; icon?: Icon }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** One of two to four views of the same data; takes effect at once. */
export function SegmentedControl<Key extends string>({ label, options, value, onChange }: SegmentedControlProps<Key>) {
  const name = useId();
  return (
    <div role="radiogroup" className={s.group} aria-label={label}>
      {options.map(({ key, label: words, icon: Picture }) => (
        <label key={key} className={s.segment}>
          <input type="radio" className={cx(hidden.hidden, s.radio)} name={name} checked={key === value} onChange={() => onChange(key)} />
          {Picture ? <Picture size={18} stroke={1.75} aria-hidden="true" /> : null}
          {words}
        </label>
      ))}
    </div>
  );
}
