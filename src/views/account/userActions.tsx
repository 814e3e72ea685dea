import { may } from '../../../common/may.ts';
import type { ManagedUser } from '../../../contract/account.ts';
import type { Call } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import { helpUser, loginAs, type UserHelp } from '../../services/account/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useSession, useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';

/** Why the signed-in user may not do this for somebody; null if that is allowed. */
export function whyNot(me: UserData, call: Call, user: Pick<ManagedUser, 'role' | 'active'>): string | null {
  if (may(me, call, user)) return null;
  return me.acting ? m.refusal_notWhileActing() : m.account_not_allowed();
}

/** Starts acting as a user: passes the session to the session chart. */
export function useLoginAs() {
  const { send, toSession } = useApp();
  const session = useSession();
  const { userPuid } = useUser();
  return useCommand('loginAs', (user: ManagedUser, { signal }) => loginAs(send, toSession, userPuid, user, signal), {
    question: 'plain',
    onDone: (_, opened) => session.send({ type: 'acting.started', session: opened }),
  });
}

/** Asks before somebody acts as a user. */
export function ActingDialog({ order: user, problem, isAsking, isSaving, confirm, dismissQuestion }: ReturnType<typeof useLoginAs>) {
  const name = user ? nameOf(user) : '';
  return (
    <ConfirmDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && dismissQuestion()}
      title={m.account_login_as_title({ name })}
      confirmLabel={m.account_login_as()}
      onConfirm={() => confirm()}
      isPending={isSaving}
      error={problem && (problem.refused ? m.login_invalid_credentials() : problemText(problem))}
    >
      <Text>{m.account_login_as_text({ name })}</Text>
    </ConfirmDialog>
  );
}

/** Confirms what was done for a user. */
function doneText({ kind, user, session }: UserHelp, ended: number | undefined): string {
  const name = nameOf(user);
  if (session) return m.people_session_done({ name });
  if (kind === 'resetFactors') return m.account_reset_second_done({ name });
  return ended ? m.account_end_sessions_done({ name, ended }) : m.account_end_sessions_none({ name });
}

/** Resets a user's second step or ends all of the user's sessions, then refetches the list. */
export function useUserHelp(say: (text: string) => void, onDone: () => void) {
  const { send } = useApp();
  const { userPuid } = useUser();
  return useCommand('helpUser', (help: UserHelp, { signal }) => helpUser(send, userPuid, help, signal), {
    question: 'plain',
    onDone: (help, { ended }) => {
      say(doneText(help, ended));
      onDone();
    },
  });
}

/** The words of a question before help. */
function helpWords({ kind, user, session }: UserHelp): Record<'title' | 'confirmLabel' | 'text', string> {
  const name = nameOf(user);
  if (kind === 'resetFactors')
    return {
      title: m.account_reset_second_title({ name }),
      confirmLabel: m.account_reset_second(),
      text: m.account_reset_second_text({ name }),
    };
  if (!session)
    return {
      title: m.account_end_sessions_title({ name }),
      confirmLabel: m.account_end_sessions(),
      text: m.account_end_sessions_text({ name }),
    };
  const { device } = session;
  return { title: m.people_session_title({ name }), confirmLabel: m.people_session_end(), text: m.people_session_text({ name, device }) };
}

/** Asks before a user is helped. */
export function HelpDialog({ order, problem, isAsking, isSaving, confirm, dismissQuestion }: ReturnType<typeof useUserHelp>) {
  if (!order) return null;
  const { text, ...words } = helpWords(order);
  return (
    <ConfirmDialog
      {...words}
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && dismissQuestion()}
      onConfirm={() => confirm()}
      isDanger
      isPending={isSaving}
      error={problem && problemText(problem)}
    >
      <Text>{text}</Text>
    </ConfirmDialog>
  );
}
