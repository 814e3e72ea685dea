import { useState } from 'react';
import { account, type ManagedUser } from '../../../contract/account.ts';
import { m } from '../../paraglide/messages.js';
import { helpUser, loginAs, type UserHelp } from '../../services/account/account.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconLogout, IconRefresh } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useSession, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import { subjects } from '../subjects/subjects.screen.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';

/** The users in an administrator's scope, with the ways to act as one of them and to help them. */
export default function ManageUsersPage() {
  const { role } = useUser();
  const [search, setSearch] = useState('');
  return (
    <Page width="wide">
      <PageHeader
        title={m.account_users_title()}
        lead={m.account_users_lead()}
        more={
          <>
            {subjects.roles.some((one) => one === role) ? (
              <LinkButton href={addressOf(subjects)}>{m.admin_subjects_title()}</LinkButton>
            ) : null}
            <LinkButton href={paths.rosters}>{m.rostering_home()}</LinkButton>
          </>
        }
      />
      <Users key={search} search={search} onSearch={setSearch} />
    </Page>
  );
}

function Users({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { send } = useApp();
  const user = useUser();
  const [typed, setTyped] = useState(search);
  const acting = useLoginAs();
  const users = useCollection((signal) =>
    send(account.managedUsers, { user_puid: user.userPuid, ...(search === '' ? {} : { search }) }, { signal }),
  );
  const helping = useUserHelp(users.refresh);
  const columns: TableColumn<ManagedUser>[] = [
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
  return (
    <>
      {users.data?.is_cut || search !== '' ? (
        <Row align="end">
          <SearchField
            label={m.account_users_search()}
            value={typed}
            onChange={setTyped}
            onSubmit={onSearch}
            onClear={() => onSearch('')}
          />
          <Button onPress={() => onSearch(typed)}>{m.account_users_search_go()}</Button>
        </Row>
      ) : null}
      <LoadState collection={users} />
      {users.isFailed ? null : (
        <>
          {users.data?.is_cut ? <Notice tone="info">{m.account_users_cut({ count: users.data.users.length })}</Notice> : null}
          <DataTable
            caption={m.account_users_title()}
            isCaptionHidden
            rows={users.data?.users ?? []}
            columns={columns}
            rowKey={(row) => `${row.district_id}.${row.user_puid}`}
            isLoading={users.data === undefined}
            fileName="users"
            empty={<EmptyState title={m.account_users_none()}>{m.account_users_none_text()}</EmptyState>}
            rowActions={(row) => (
              <>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={m.account_login_as_name({ name: nameOf(row) })}
                  reason={row.can_login_as ? null : m.account_not_allowed()}
                  onPress={() => acting.give(row)}
                >
                  {m.account_login_as()}
                </Button>
                <Menu
                  trigger={<IconButton icon={IconDotsVertical} label={m.account_actions_of({ name: nameOf(row) })} size="small" />}
                  label={m.account_actions_of({ name: nameOf(row) })}
                  placement="bottom end"
                  groups={[
                    {
                      key: 'row',
                      items: [
                        ...(row.can_reset_second_factor
                          ? [{ key: 'resetFactors', label: m.account_reset_second(), icon: IconRefresh }]
                          : []),
                        {
                          key: 'endSessions',
                          label: m.account_end_sessions(),
                          icon: IconLogout,
                          isDanger: true,
                          reason: row.can_login_as ? null : m.account_not_allowed(),
                        },
                      ],
                    },
                  ]}
                  onAction={(key) => helping.give({ kind: key as UserHelp['kind'], user: row })}
                />
              </>
            )}
          />
        </>
      )}
      <ActingDialog {...acting} />
      <HelpDialog {...helping} />
    </>
  );
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
function useUserHelp(onDone: () => void) {
  const { send } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  return useCommand('helpUser', (help: UserHelp, { signal }) => helpUser(send, userPuid, help, signal), {
    question: 'plain',
    onDone: (help, { ended }) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: doneText(help, ended) });
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
