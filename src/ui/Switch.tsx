import { type ChangeEvent, useState } from 'react';
import { type ControlProps, Notes, useControl } from './control.tsx';
import n from './native.module.css';
import s from './Switch.module.css';

interface SwitchProps extends Pick<ControlProps, 'label' | 'description' | 'reason' | 'name'> {
  isSelected?: boolean;
  defaultSelected?: boolean;
  onChange?: (isSelected: boolean) => void;
}

/** A setting that takes effect at once. In a form to submit, use Checkbox. */
export function Switch({ isSelected, defaultSelected = false, onChange, ...props }: SwitchProps) {
  const [own, setOwn] = useState(defaultSelected);
  const { id, native, shown, help } = useControl<HTMLInputElement>(props);
  const isOn = isSelected ?? own;
  const change = ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    setOwn(checked);
    onChange?.(checked);
  };
  return (
    <div className={n.field}>
      <label className={s.button} data-disabled={shown.disabled || undefined}>
        <input
          {...native}
          {...shown}
          type="checkbox"
          role="switch"
          className={s.track}
          checked={isOn}
          aria-checked={isOn}
          onChange={change}
        />
        {props.label}
      </label>
      <Notes id={id} help={help} problem={null} />
    </div>
  );
}
