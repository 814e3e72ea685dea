import { useSelector } from '@xstate/react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useSession } from '../hooks.ts';
import { LoginForm } from '../public/LoginForm.tsx';

/** The one session-expired popup: the screen stays beneath, and signing in goes on where one was (specification, sections 4 and 8). */
export default function SessionExpired() {
  const session = useSession();
  const user = useSelector(session, (snapshot) => snapshot.context.user);
  return (
    <Dialog title={m.common_session_expired()} isOpen isBusy size="small" role="alertdialog">
      <Stack>
        <Text>{m.common_session_expired_text()}</Text>
        <LoginForm
          {...(user ? { username: user.user_name } : {})}
          onSignedIn={(opened) => session.send({ type: 'session.opened', session: opened })}
        />
        <Button variant="quiet" onPress={() => session.send({ type: 'session.closed' })}>
          {m.common_sign_out()}
        </Button>
      </Stack>
    </Dialog>
  );
}
