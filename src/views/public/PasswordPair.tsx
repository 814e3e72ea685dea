import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { NativeField } from '../../ui/NativeField.tsx';
import s from '../login/LoginForm.module.css';

/** A new password, entered twice, with a switch that shows both. */
export function PasswordPair({ passwordError, repeatedError }: { passwordError: string | null; repeatedError: string | null }) {
  const [isVisible, setVisible] = useState(false);
  const both = { type: isVisible ? 'text' : 'password', autoComplete: 'new-password', maxLength: 200 };
  return (
    <>
      <NativeField
        {...both}
        label={m.account_new_password()}
        name="password"
        data-focus="password"
        description={m.account_password_hint()}
        error={passwordError}
        action={
          <button type="button" className={s.quiet} aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
            {m.login_show_password()}
          </button>
        }
      />
      <NativeField {...both} label={m.account_repeat_password()} name="repeated" data-focus="repeated" error={repeatedError} />
    </>
  );
}
