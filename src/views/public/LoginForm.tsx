import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type Credentials, loginMachine } from '../../machines/login/loginMachine.ts';
import type { Session } from '../../machines/session/sessionMachine.ts';
import { m } from '../../paraglide/messages.js';
import { callActor } from '../../services/callActor.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices } from '../hooks.ts';
import s from './LoginForm.module.css';

interface LoginFormProps {
  /** Filled in and fixed: somebody signs in again after the session has expired. */
  username?: string;
  onSignedIn: (session: Session) => void;
}

const ReplaceQuestion = lazy(() => import('./ReplaceQuestion.tsx'));

const announcements = { login_checking: m.login_checking, login_incomplete: m.login_incomplete };

/** User name and password, as the `login` chart goes. */
export function LoginForm({ username, onSignedIn }: LoginFormProps) {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  const { authenticate, actorOptions } = useApp();
  const notices = useNotices();
  const logic = useMemo(
    () =>
      loginMachine.provide({
        actors: { authenticate: callActor<Session, Credentials>(({ input, signal }) => authenticate(input, signal)) },
      }),
    [authenticate],
  );
  const login = useActorRef(logic, actorOptions);
  useChartMeta(login, announcements);
  const state = useSelector(login, (snapshot) => snapshot);
  const [isPasswordVisible, showPassword] = useState(false);

  useEffect(() => {
    const succeeded = login.on('login.succeeded', ({ session }) => onSignedIn(session));
    const failed = login.on('login.failed', () => notices.send({ type: 'notice.posted', kind: 'error', text: m.login_failed() }));
    return () => {
      succeeded.unsubscribe();
      failed.unsubscribe();
    };
  }, [login, notices, onSignedIn]);

  const form = useRef<HTMLFormElement>(null);
  const send = (type: 'login.submitted' | 'login.confirmed') => {
    const typed = new FormData(form.current as HTMLFormElement);
    login.send({ type, credentials: { username: String(typed.get('username')).trim(), password: String(typed.get('password')) } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('login.submitted');
  };
  const isBusy = state.hasTag('busy');
  const isAsking = state.hasTag('asking');
  const isIncomplete = state.matches({ editing: 'incomplete' });
  const problem = state.matches({ editing: 'refused' })
    ? (state.context.problem?.message ?? m.login_failed())
    : state.matches({ editing: 'unreachable' })
      ? m.login_unreachable()
      : null;

  return (
    <form
      ref={form}
      className={s.form}
      onSubmit={submit}
      onChange={() => isIncomplete && login.send({ type: 'login.edited' })}
      noValidate
      aria-busy={isBusy}
    >
      {problem ? (
        <p className={s.problem} role="alert" tabIndex={-1} data-focus="login-problem">
          {problem}
        </p>
      ) : null}
      {isAsking ? (
        <Suspense>
          <ReplaceQuestion
            message={state.context.problem?.message ?? ''}
            onConfirm={() => send('login.confirmed')}
            onDecline={() => login.send({ type: 'login.declined' })}
          />
        </Suspense>
      ) : null}
      <div className={s.fields} hidden={isAsking}>
        <NativeField
          label={m.login_username()}
          name="username"
          data-focus="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...(username === undefined ? {} : { defaultValue: username, readOnly: true })}
          error={isIncomplete ? m.login_incomplete() : null}
        />
        <NativeField
          label={m.login_password()}
          name="password"
          type={isPasswordVisible ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={200}
          action={
            <button type="button" className={s.quiet} aria-pressed={isPasswordVisible} onClick={() => showPassword(!isPasswordVisible)}>
              {m.login_show_password()}
            </button>
          }
        />
        <button type="submit" className={`${n.button} ${n.primary} ${n.wide}`} aria-disabled={isBusy}>
          {isBusy ? m.login_checking() : m.login_submit()}
        </button>
      </div>
    </form>
  );
}
