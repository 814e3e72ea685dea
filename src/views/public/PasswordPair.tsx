import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { NativeField } from '../../ui/NativeField.tsx';
import s from '../login/LoginForm.module.css';

/** A new password, entered twice, with a switch that shows both. */
export function PasswordPair({ passwordError, repeatedError }: { passwordError: string | null; repeatedError: string | null }) {
  const [isVisible, setVisible] = useState(false);
  const type = isVisible ? 'text' : 'password';
  return (
    <>
      <NativeField
        label={m.account_new_password()}
        name="password"
        type={type}
        data-focus="password"
        autoComplete="new-password"
        maxLength={200}
        description={m.account_password_hint()}
        error={passwordError}
        action={
          <button type="button" className={s.quiet} aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
            {m.login_show_password()}
          </button>
        }
      />
      <NativeField
        label={m.account_repeat_password()}
        name="repeated"
        type={type}
        data-focus="repeated"
        autoComplete="new-password"
        maxLength={200}
        error={repeatedError}
      />
    </>
  );
}
