import { type ReactNode, useState } from 'react';
import { type ControlProps, Notes, useControl } from './control.tsx';
import { cx } from './cx.ts';
import hidden from './hidden.module.css';
import n from './native.module.css';
import s from './RadioGroup.module.css';

export interface RadioOption {
  key: string;
  label: ReactNode;
  description?: ReactNode;
}

interface RadioGroupProps extends Omit<ControlProps, 'validate'> {
  options: readonly RadioOption[];
  /** Key of the chosen option; null or empty for none. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (key: string) => void;
  /** `cards`: each option is a large bordered target, for questions and for options that need a sentence. */
  look?: 'list' | 'cards' | 'row';
}

/** One of a few options, all visible. */
export function RadioGroup({ options, value, defaultValue, onChange, look = 'list', ...props }: RadioGroupProps) {
  const [own, setOwn] = useState(defaultValue);
  const { id, ref, native, shown, edited, help, problem } = useControl<HTMLInputElement>(props);
  const chosen = value === undefined ? own : value;
  const choose = (key: string) => {
    setOwn(key);
    // The first one represents the group in form validation.
    if (ref.current) edited(ref.current);
    onChange?.(key);
  };
  return (
    <div
      className={n.field}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={shown['aria-describedby']}
      aria-invalid={shown['aria-invalid']}
      aria-required={props.isRequired}
    >
      <span id={`${id}-label`} className={props.isLabelHidden ? hidden.hidden : n.label}>
        {props.label}
      </span>
      <div className={cx(s.options, s[look])}>
        {options.map(({ key, label, description }, index) => (
          <div key={key} className={s.option} data-selected={key === chosen || undefined}>
            <label className={s.button} data-disabled={shown.disabled || undefined}>
              <input
                {...native}
                ref={index === 0 ? ref : undefined}
                onInput={undefined}
                type="radio"
                name={props.name ?? id}
                value={key}
                className={s.dot}
                data-invalid={problem ? true : undefined}
                aria-describedby={description ? `${id}-${index}` : undefined}
                checked={key === chosen}
                onChange={() => choose(key)}
              />
              <span>{label}</span>
            </label>
            {description ? (
              <span id={`${id}-${index}`} className={cx(n.note, s.description)}>
                {description}
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}
