import { may } from '../../../common/may.ts';
import { account, type ManagedUser } from '../../../contract/account.ts';
import type { Call } from '../../../contract/kit.ts';
import { login, type UserData } from '../../../contract/login.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import { m } from '../../paraglide/messages.js';
import { helpUser, loginAs, type UserHelp, userSource } from '../../services/account/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { IconLogout, IconRefresh } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { audit } from '../audit/audit.screen.ts';
import { useSession, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import { subjects } from '../subjects/subjects.screen.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import { manageUsers } from './manageUsers.screen.ts';

const columns = (): TableColumn<ManagedUser>[] => [
  { key: 'name', header: m.account_column_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true, width: 'l' },
  { key: 'userName', header: m.account_user_name(), value: (row) => row.user_name },
  { key: 'role', header: m.account_column_role(), value: (row) => row.role, text: (row) => roleName(row.role) },
  { key: 'school', header: m.account_school(), value: (row) => row.school_name ?? '' },
  {
    key: 'state',
    header: m.account_column_state(),
    value: (row) => (row.active ? m.account_active() : m.account_inactive()),
    width: 's',
  },
];

/** Why the signed-in user may not do this for somebody; null if that is allowed. */
function whyNot(me: UserData, call: Call, user: ManagedUser): string | null {
  if (may(me, call, user)) return null;
  return me.acting ? m.refusal_notWhileActing() : m.account_not_allowed();
}

/** The ways to act as a user and to help one. */
function useUserParts({ say, refresh }: RecordFrame): RecordParts<ManagedUser> {
  const me = useUser();
  const acting = useLoginAs();
  const helping = useUserHelp(say, refresh);
  return {
    more: (
      <>
        {subjects.roles.some((one) => one === me.role) ? (
          <LinkButton href={addressOf(subjects)}>{m.admin_subjects_title()}</LinkButton>
        ) : null}
        <LinkButton href={paths.rosters}>{m.rostering_home()}</LinkButton>
        <LinkButton href={addressOf(audit)}>{m.audit_title()}</LinkButton>
      </>
    ),
    actions: (user) => [
      {
        key: 'loginAs',
        label: m.account_login_as(),
        description: m.account_login_as_name({ name: nameOf(user) }),
        isButton: true,
        reason: whyNot(me, login.loginAsUser, user),
        onAction: () => acting.give(user),
      },
      ...(user.has_second_factor && may(me, secondFactor.resetSecondFactors, user)
        ? [
            {
              key: 'resetFactors',
              label: m.account_reset_second(),
              icon: IconRefresh,
              onAction: () => helping.give({ kind: 'resetFactors', user }),
            },
          ]
        : []),
      {
        key: 'endSessions',
        label: m.account_end_sessions(),
        icon: IconLogout,
        isDanger: true,
        reason: whyNot(me, account.endUserSessions, user),
        onAction: () => helping.give({ kind: 'endSessions', user }),
      },
    ],
    dialogs: (
      <>
        <ActingDialog {...acting} />
        <HelpDialog {...helping} />
      </>
    ),
  };
}

/** Starts acting as a user: passes the session to the session chart. */
function useLoginAs() {
  const { send, toSession } = useApp();
  const session = useSession();
  const { userPuid } = useUser();
  return useCommand('loginAs', (user: ManagedUser, { signal }) => loginAs(send, toSession, userPuid, user, signal), {
    question: 'plain',
    onDone: (_, opened) => session.send({ type: 'acting.started', session: opened }),
  });
}

function ActingDialog({ order: user, problem, isAsking, isSaving, confirm, dismissQuestion }: ReturnType<typeof useLoginAs>) {
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
function doneText({ kind, user }: UserHelp, ended: number | undefined): string {
  const name = nameOf(user);
  if (kind === 'resetFactors') return m.account_reset_second_done({ name });
  return ended ? m.account_end_sessions_done({ name, ended }) : m.account_end_sessions_none({ name });
}

/** Resets a user's second step or ends all of the user's sessions, then refetches the list. */
function useUserHelp(say: RecordFrame['say'], onDone: () => void) {
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

function HelpDialog({ order, problem, isAsking, isSaving, confirm, dismissQuestion }: ReturnType<typeof useUserHelp>) {
  const name = order ? nameOf(order.user) : '';
  const isReset = order?.kind === 'resetFactors';
  return (
    <ConfirmDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && dismissQuestion()}
      title={isReset ? m.account_reset_second_title({ name }) : m.account_end_sessions_title({ name })}
      confirmLabel={isReset ? m.account_reset_second() : m.account_end_sessions()}
      onConfirm={() => confirm()}
      isDanger
      isPending={isSaving}
      error={problem && problemText(problem)}
    >
      <Text>{isReset ? m.account_reset_second_text({ name }) : m.account_end_sessions_text({ name })}</Text>
    </ConfirmDialog>
  );
}

/** The users in an administrator's scope, with the ways to act as one of them and to help them. */
export default recordScreen<ManagedUser>({
  ...manageUsers,
  title: m.account_users_title,
  lead: m.account_users_lead,
  source: userSource,
  nameOf,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] },
  empty: { title: m.account_users_none, text: m.account_users_none_text },
  useParts: useUserParts,
});
