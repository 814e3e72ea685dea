import { useActorRef, useSelector } from '@xstate/react';
import type { ActorOptions } from 'xstate';
import { m } from '../../../src/paraglide/messages.js';
import type { loginSample } from './loginSample.ts';

/** A small screen of the sample chart. */
export function LoginSampleView({ logic, options }: { logic: typeof loginSample; options: ActorOptions<typeof loginSample> }) {
  const login = useActorRef(logic, options);
  const credentials = useSelector(login, (snapshot) => snapshot.context.credentials);
  const busy = useSelector(login, (snapshot) => snapshot.hasTag('busy'));
  const canSubmit = useSelector(login, (snapshot) => snapshot.can({ type: 'login.submitted' }));
  const snapshot = useSelector(login, (state) => state);
  if (snapshot.hasTag('signedIn')) {
    return (
      <main>
        <h1>{snapshot.matches({ signedIn: 'teacher' }) ? 'Teacher desk' : 'My courses'}</h1>
        <button type="button" onClick={() => login.send({ type: 'session.ended' })}>
          Log out
        </button>
      </main>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <main>
        <p role="alert">{snapshot.context.error}</p>
        <button type="button" onClick={() => login.send({ type: 'login.retried' })}>
          {m.common_try_again()}
        </button>
      </main>
    );
  }
  if (snapshot.matches('lockedOut')) return <p role="alert">Locked for 30 s</p>;
  const change = (part: Partial<typeof credentials>) =>
    login.send({ type: 'credentials.changed', credentials: { ...credentials, ...part } });
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        login.send({ type: 'login.submitted' });
      }}
    >
      <label>
        Email
        <input value={credentials.email} disabled={busy} onChange={({ target }) => change({ email: target.value })} />
      </label>
      <label>
        Password
        <input type="password" value={credentials.password} disabled={busy} onChange={({ target }) => change({ password: target.value })} />
      </label>
      <button type="submit" disabled={!canSubmit}>
        Log in
      </button>
    </form>
  );
}
