import { type ReactNode, useId } from 'react';
import s from './native.module.css';

interface NativeSelectProps {
  label: ReactNode;
  options: readonly { key: string; label: string }[];
  /** Key of the chosen option; null for none. */
  value: string | null;
  /** Shown while nothing is chosen. */
  placeholder: string;
  onChange: (key: string) => void;
  /** The error and its remedy; absent if the choice is valid. */
  error?: ReactNode;
  isDisabled?: boolean;
  /** Name by which a chart moves the focus here. */
  'data-focus'?: string;
}

/** One of a few options in a native select, which phones show in their own way: for screens that must stay small. */
export function NativeSelect({ label, options, value, placeholder, onChange, error, isDisabled, ...focus }: NativeSelectProps) {
  const id = useId();
  return (
    <div className={s.field}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...focus}
        id={id}
        className={s.input}
        value={value ?? ''}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
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
        <span id={`${id}-error`} className={s.error}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
