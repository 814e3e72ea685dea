import { useState } from 'react';
import { m } from '../paraglide/messages.js';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { IconButton } from './IconButton.tsx';
import { IconEye, IconEyeOff } from './icons.ts';
import n from './native.module.css';
import { type TextFieldProps, useText } from './TextField.tsx';

/** A password field with a button that shows the password. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField({ onKeyDown, ...props }: Omit<TextFieldProps, 'type' | 'inputMode' | 'placeholder'>) {
  const [isShown, setShown] = useState(false);
  const { control, dress } = useText<HTMLInputElement>(props);
  return dress(
    <div className={f.group}>
      <input
        {...control}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        className={cx(n.input, f.withButton)}
        onKeyDown={onKeyDown}
      />
      <span className={f.end}>
        <IconButton
          icon={isShown ? IconEyeOff : IconEye}
          label={isShown ? m.ui_password_hide() : m.ui_password_show()}
          onPress={() => setShown(!isShown)}
        />
      </span>
    </div>,
  );
}
