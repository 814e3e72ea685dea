import { Suspense, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { type ControlProps, useControl } from './control.tsx';
import { cx } from './cx.ts';
import f from './Field.module.css';
import hidden from './hidden.module.css';
import { IconChevronDown } from './icons.ts';
import n from './native.module.css';
import { onDemand } from './onDemand.ts';
import s from './Select.module.css';

export interface Option {
  key: string;
  label: string;
  description?: string;
  /** Why the option cannot be chosen now. */
  reason?: string;
}

interface SelectProps extends Omit<ControlProps, 'validate'> {
  options: readonly Option[];
  /** Key of the chosen option; null for none. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (key: string) => void;
  placeholder?: string;
}

const openers = ['ArrowDown', 'ArrowUp', 'Enter', ' '];

const { Component: SelectPanel, prepare } = onDemand(() => import('./SelectPanel.tsx'));

/**
 * One of a few options. For many options, or to search by typing, use ComboBox. The list loads when the button is first hovered or focused.
 * A native select behind it serves forms, the browser's validation and autofill.
 */
export function Select({ options, value, defaultValue, onChange, placeholder, ...props }: SelectProps) {
  const [own, setOwn] = useState<string | null>(defaultValue ?? null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, ref, native, shown, edited, dress } = useControl<HTMLSelectElement>(props, () => button.current?.focus());
  const key = value === undefined ? own : value;
  const chosen = options.find((option) => option.key === key);
  const choose = (next: string) => {
    setOwn(next);
    if (ref.current) {
      ref.current.value = next;
      edited(ref.current);
    }
    if (next !== key) onChange?.(next);
  };
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return dress(
    <div className={f.group}>
      <button
        {...shown}
        ref={button}
        type="button"
        id={`${id}-button`}
        className={cx(n.input, s.button)}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-value ${id}-label`}
        onClick={open}
        onKeyDown={(event) => {
          if (!openers.includes(event.key)) return;
          // Not through a click event: it would look like a screen reader's, and the focus would move late.
          event.preventDefault();
          open();
        }}
        onPointerOver={() => void prepare()}
        onFocus={() => void prepare()}
      >
        <span id={`${id}-value`} className={s.value} data-placeholder={chosen ? undefined : true}>
          {chosen?.label ?? placeholder ?? m.ui_select_placeholder()}
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <div className={hidden.hidden} aria-hidden="true">
        <select {...native} tabIndex={-1} value={key ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="" />
          {options.map((option) => (
            <option key={option.key} value={option.key} disabled={Boolean(option.reason)}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {wasOpened ? (
        <Suspense>
          <SelectPanel
            labelledBy={`${id}-label`}
            triggerRef={button}
            isOpen={isOpen}
            onOpenChange={setOpen}
            options={options}
            chosen={key}
            onChoose={choose}
          />
        </Suspense>
      ) : null}
    </div>,
    `${id}-button`,
  );
}
