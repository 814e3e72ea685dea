import { useSelector } from '@xstate/react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useSession } from '../hooks.ts';
import { LoginForm } from '../login/LoginForm.tsx';
import { problemText } from './problemText.ts';

/** The name is filled in; the password is missing. A ref, because the dialog may load after the popup has mounted. */
const toPassword = (form: HTMLDivElement | null) => form?.querySelector<HTMLInputElement>('[type="password"]')?.focus();

/** The single session-expired popup. The screen stays beneath, and signing in continues there (specification, sections 4 and 8). */
export default function SessionExpired() {
  const session = useSession();
  const user = useSelector(session, (snapshot) => snapshot.context.user);
  const problem = useSelector(session, (snapshot) => snapshot.context.problem);
  // Another user has signed in in this browser; the server's text says so.
  const isTaken = problem?.code === 409;
  const isGuest = user?.user_info !== undefined;
  return (
    <Dialog title={m.common_session_expired()} isOpen isBusy size="small" role="alertdialog">
      <Stack>
        <Text>
          {isTaken ? `${problemText(problem)} ` : null}
          {isGuest ? m.common_session_expired_guest() : m.common_session_expired_text()}
        </Text>
        {isGuest || !user ? null : (
          <div ref={toPassword}>
            <LoginForm user={user} onSignedIn={(opened) => session.send({ type: 'session.opened', session: opened })} />
          </div>
        )}
        <Button variant={isGuest ? 'primary' : 'quiet'} onPress={() => session.send({ type: 'session.closed' })}>
          {m.common_sign_out()}
        </Button>
      </Stack>
    </Dialog>
  );
}
