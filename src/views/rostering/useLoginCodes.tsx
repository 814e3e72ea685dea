import { lazy, Suspense, useState } from 'react';
import { may } from '../../../common/may.ts';
import type { Call } from '../../../contract/kit.ts';
import { type RosterStudent, rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import type { NewLoginCode } from '../../services/rostering/students.ts';
import { IconRefresh, IconX } from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import type { RecordAction } from '../records/declaration.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';

const LoginCodeDialogs = lazy(() => import('./LoginCodeDialogs.tsx'));

/** The login codes of students: a new one, which is shown once, and revoking one. */
export function useLoginCodes(say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  const user = useUser();
  // The only place that knows a code. Closing its dialog forgets it.
  const [secret, setSecret] = useState<NewLoginCode | null>(null);
  const renewal = useCommand(
    'newLoginCode',
    async ({ user_puid }: RosterStudent, { signal }) =>
      setSecret(await send(rostering.resetStudentPassword, { student_puid: user_puid }, { signal })),
    { question: 'plain', onDone: refresh },
  );
  const revocation = useCommand(
    'revokeLoginCode',
    ({ user_puid }: RosterStudent, { signal }) => send(rostering.revokeLoginCode, { student_puid: user_puid }, { signal }),
    {
      question: 'plain',
      onDone: (student) => {
        say(m.rostering_code_revoked({ name: nameOf(student) }));
        refresh();
      },
    },
  );
  return {
    /** Shows the code of a new student. */
    show: (added: object) => setSecret(added as NewLoginCode),
    actions: (row: RosterStudent): RecordAction[] => {
      const notYours = row.can_manage ? null : m.rostering_not_yours_ask();
      const whyNot = (call: Call) => (may(user, call) ? notYours : m.refusal_notWhileActing());
      return [
        {
          key: 'code',
          label: m.rostering_new_code(),
          icon: IconRefresh,
          reason: whyNot(rostering.resetStudentPassword),
          onAction: () => renewal.give(row),
        },
        {
          key: 'revoke',
          label: m.rostering_revoke_code(),
          icon: IconX,
          reason: whyNot(rostering.revokeLoginCode) ?? (row.has_password ? null : m.rostering_no_password()),
          onAction: () => revocation.give(row),
        },
      ];
    },
    dialogs: (
      <Suspense>
        <LoginCodeDialogs renewal={renewal} revocation={revocation} secret={secret} onClose={() => setSecret(null)} />
      </Suspense>
    ),
  };
}
