import { useState } from 'react';
import { TextField as AriaTextField, Input } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, splitField } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { IconEye, IconEyeOff } from './icons.ts';
import n from './native.module.css';
import type { TextFieldProps } from './TextField.tsx';

/** A password, with a button that shows what was typed. Give `autoComplete` `current-password` or `new-password`. */
export function PasswordField({ placeholder: _none, ...props }: Omit<TextFieldProps, 'type' | 'inputMode'>) {
  const [isShown, setShown] = useState(false);
  const { texts, control } = splitField(props);
  return (
    <AriaTextField {...control} type={isShown ? 'text' : 'password'} spellCheck="false" className={n.field}>
      <FieldShape texts={texts}>
        <div className={f.group}>
          <Input className={cx(n.input, f.withButton)} />
          <span className={f.end}>
            <IconButton
              icon={isShown ? IconEyeOff : IconEye}
              label={isShown ? m.ui_password_hide() : m.ui_password_show()}
              onPress={() => setShown(!isShown)}
            />
          </span>
        </div>
      </FieldShape>
    </AriaTextField>
  );
}
