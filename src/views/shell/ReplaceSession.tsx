import { useSelector } from '@xstate/react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { useSession } from '../hooks.ts';

/** Asks before a way in that was opened ends the session of whoever is signed in. */
export default function ReplaceSession() {
  const session = useSession();
  const user = useSelector(session, (snapshot) => snapshot.context.user);
  const isOpen = useSelector(session, (snapshot) => snapshot.hasTag('confirmingReplacement'));
  const name = user ? `${user.first_name} ${user.last_name}` : '';
  const decline = () => session.send({ type: 'replacement.declined' });
  return (
    <Dialog
      title={m.common_replace_title({ name })}
      isOpen={isOpen}
      onOpenChange={(next) => !next && decline()}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button onPress={() => session.send({ type: 'replacement.confirmed' })}>{m.common_replace_confirm({ name })}</Button>
          <Button variant="primary" onPress={decline}>
            {m.common_replace_decline({ name })}
          </Button>
        </>
      }
    >
      <Text>{m.common_replace_text({ name })}</Text>
    </Dialog>
  );
}
