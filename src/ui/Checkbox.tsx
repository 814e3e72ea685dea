import { type ChangeEvent, createContext, use, useEffect, useState } from 'react';
import s from './Checkbox.module.css';
import { type ControlProps, Notes, useControl } from './control.tsx';
import { cx } from './cx.ts';
import hidden from './hidden.module.css';
import l from './Layout.module.css';
import n from './native.module.css';

/** Shared by the checkboxes of a group: which are checked, and the change handler. */
interface Group {
  name: string | undefined;
  ticked: readonly string[];
  tick: (key: string, isTicked: boolean) => void;
  isDisabled: boolean;
  isInvalid: boolean;
}

const GroupContext = createContext<Group | null>(null);

interface CheckboxProps extends Omit<ControlProps, 'isLabelHidden' | 'validate'> {
  value?: string;
  isSelected?: boolean;
  defaultSelected?: boolean;
  /** Only some of the items it represents are checked. */
  isIndeterminate?: boolean;
  onChange?: (isSelected: boolean) => void;
}

/** A checkbox, alone or in a CheckboxGroup. */
export function Checkbox({
  value = 'on',
  isSelected,
  defaultSelected = false,
  isIndeterminate = false,
  onChange,
  ...props
}: CheckboxProps) {
  const group = use(GroupContext);
  const [own, setOwn] = useState(defaultSelected);
  const { id, ref, native, shown, help, problem } = useControl<HTMLInputElement>({
    ...props,
    ...(group ? { name: group.name } : {}),
  });
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  });
  const change = ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    setOwn(checked);
    group?.tick(value, checked);
    onChange?.(checked);
  };
  const isDisabled = shown.disabled || Boolean(group?.isDisabled);
  return (
    <div className={n.field}>
      <label className={s.button} data-disabled={isDisabled || undefined}>
        <input
          {...native}
          {...shown}
          aria-invalid={shown['aria-invalid'] ?? (group?.isInvalid || undefined)}
          disabled={isDisabled}
          type="checkbox"
          className={s.box}
          value={value}
          checked={group ? group.ticked.includes(value) : (isSelected ?? own)}
          onChange={change}
        />
        {props.label}
      </label>
      {/* A group shows its error once for all of its boxes. */}
      <div className={s.notes}>{help || (problem && !group) ? <Notes id={id} help={help} problem={group ? null : problem} /> : null}</div>
    </div>
  );
}

interface CheckboxGroupProps extends Omit<ControlProps, 'validate' | 'isRequired'> {
  options: readonly { key: string; label: string; description?: string }[];
  value?: readonly string[];
  defaultValue?: readonly string[];
  onChange?: (value: string[]) => void;
}

/** Several checkboxes under one question. */
export function CheckboxGroup({ options, value, defaultValue = [], onChange, ...props }: CheckboxGroupProps) {
  const [own, setOwn] = useState<readonly string[]>(defaultValue);
  const ticked = value ?? own;
  const { id, shown, help, problem } = useControl<HTMLInputElement>(props);
  const tick = (key: string, isTicked: boolean) => {
    const next = isTicked ? [...ticked, key] : ticked.filter((one) => one !== key);
    setOwn(next);
    onChange?.(next);
  };
  const group: Group = {
    name: props.name,
    ticked,
    tick,
    isDisabled: shown.disabled,
    isInvalid: Boolean(problem),
  };
  return (
    <fieldset className={cx(n.field, s.group)} aria-describedby={shown['aria-describedby']}>
      <legend className={props.isLabelHidden ? hidden.hidden : n.label}>{props.label}</legend>
      <GroupContext value={group}>
        <div className={l.stack} data-gap="1">
          {options.map(({ key, label, description }) => (
            <Checkbox key={key} value={key} label={label} description={description} />
          ))}
        </div>
      </GroupContext>
      <Notes id={id} help={help} problem={problem} />
    </fieldset>
  );
}
