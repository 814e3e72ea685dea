import { type ReactNode, useId } from 'react';
import s from './native.module.css';

interface NativeSelectProps {
  label: ReactNode;
  options: readonly { key: string; label: string }[];
  /** Key of the chosen option; null for none. */
  value: string | null;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** What is wrong with the chosen option; absent if nothing is. */
  error?: ReactNode;
  onChange: (key: string) => void;
}

/** One of a few options in a native select, which phones show in their own way: for screens that must stay small. */
export function NativeSelect({ label, options, value, placeholder, error, onChange }: NativeSelectProps) {
  const id = useId();
  return (
    <div className={s.field}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={s.input}
        value={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="" disabled hidden>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-note`} className={s.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
