import { lazy, Suspense, useState } from 'react';
import { type PasswordWay, people, type UserDetail } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { whom } from '../../services/account/users.ts';
import type { NewLoginCode } from '../../services/rostering/students.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';

const CodeShown = lazy(async () => ({ default: (await import('../rostering/LoginCodeDialogs.tsx')).CodeShown }));

/** A user, and the way in which they get a new password. */
interface Order {
  user: UserDetail;
  way: PasswordWay;
}
/** What was made for a user; without a password, a link is on its way. */
interface Made {
  user: UserDetail;
  password: string | null;
}

/** A new login code of a user, which is shown once, or a link by e-mail. */
export function useNewPassword(say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  const { userPuid } = useUser();
  // The only place that knows a code. Closing its dialog forgets it.
  const [secret, setSecret] = useState<NewLoginCode | null>(null);
  const show = ({ user, password }: Made) =>
    password === null ? say(m.people_link_sent({ name: nameOf(user) })) : setSecret({ student: user, password });
  const command = useCommand(
    'newPassword',
    ({ user, way }: Order, { signal }) => send(people.resetUserPassword, { ...whom(userPuid, user), way }, { signal }),
    {
      question: 'plain',
      onDone: (_, made) => {
        show(made);
        refresh();
      },
    },
  );
  return {
    give: command.give,
    /** Shows the code of a new account, or says that the link is on its way. */
    show: (added: object) => show(added as Made),
    dialogs: (
      <>
        <Question {...command} />
        {secret ? (
          <Suspense>
            <CodeShown secret={secret} onClose={() => setSecret(null)} />
          </Suspense>
        ) : null}
      </>
    ),
  };
}

function Question({
  order,
  problem,
  isAsking,
  isSaving,
  confirm,
  dismissQuestion,
}: Pick<ReturnType<typeof useCommand<Order, Made>>, 'order' | 'problem' | 'isAsking' | 'isSaving' | 'confirm' | 'dismissQuestion'>) {
  if (!order) return null;
  const { user, way } = order;
  const name = nameOf(user);
  const isCode = way === 'code';
  return (
    <ConfirmDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && dismissQuestion()}
      title={isCode ? m.people_code_title({ name }) : m.people_link_title({ name })}
      confirmLabel={isCode ? m.people_code_make() : m.people_link_send()}
      isPending={isSaving}
      onConfirm={() => confirm()}
      error={problem && problemText(problem)}
    >
      <Text>{isCode ? m.people_code_text({ name }) : m.people_link_text({ email: user.email ?? '' })}</Text>
    </ConfirmDialog>
  );
}
