import { useState } from 'react';
import { m } from '../paraglide/messages.js';
import type { ControlProps } from './control.tsx';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { IconButton } from './IconButton.tsx';
import { IconMinus, IconPlus } from './icons.ts';
import n from './native.module.css';
import { useText } from './TextField.tsx';

interface NumberFieldProps extends Omit<ControlProps, 'validate'> {
  value?: number;
  defaultValue?: number;
  /** Empty input counts as the minimum. */
  onChange?: (value: number) => void;
  /** Default 0. */
  minValue?: number;
  maxValue?: number;
  isReadOnly?: boolean;
}

/** A whole number from zero up: typed, or changed with arrow keys and buttons. */
export function NumberField({
  value: given,
  defaultValue,
  onChange,
  minValue = 0,
  maxValue = Number.MAX_SAFE_INTEGER,
  ...props
}: NumberFieldProps) {
  const [own, setOwn] = useState(defaultValue ?? minValue);
  /** The text being typed until the field is left: it may temporarily be below the minimum. */
  const [typed, setTyped] = useState<string | null>(null);
  const value = given ?? own;
  const change = (next: number) => {
    const allowed = Math.min(Math.max(next, minValue), maxValue);
    setOwn(allowed);
    if (allowed !== value) onChange?.(allowed);
  };
  const step = (by: number) => {
    setTyped(null);
    change(value + by);
  };
  const { control, dress } = useText<HTMLInputElement>({
    ...props,
    value: typed ?? String(value),
    onChange: (text) => {
      const digits = text.replace(/\D/g, '');
      setTyped(digits);
      change(Number(digits));
    },
    onBlur: () => setTyped(null),
  });
  const cannotStep = Boolean(props.isReadOnly || props.reason);
  return dress(
    <div className={f.group}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={cx(n.input, f.withSteps)}
        onKeyDown={(event) => {
          if (cannotStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      {cannotStep ? null : (
        // Not a tab stop: the arrow keys do the same.
        <span className={f.end}>
          <IconButton tabIndex={-1} icon={IconMinus} label={m.ui_number_less()} onPress={() => step(-1)} />
          <IconButton tabIndex={-1} icon={IconPlus} label={m.ui_number_more()} onPress={() => step(1)} />
        </span>
      )}
    </div>,
  );
}
