import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { account, type ManagedUser } from '../../../contract/account.ts';
import { loginAsMachine } from '../../machines/loginAs/loginAsMachine.ts';
import { type UserDeed, type UserDeedOutcome, userDeedMachine } from '../../machines/userDeed/userDeedMachine.ts';
import { m } from '../../paraglide/messages.js';
import { loginAsActors } from '../../services/account.ts';
import { userDeedActors } from '../../services/userDeed.ts';
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
import { useChartMeta, useNotices, useSession, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';

const nothing = {};
const nameOf = (user: ManagedUser) => `${user.first_name} ${user.last_name}`;

/** The users of an administrator's scope, with the way to act as one of them, as the `loginAs` chart goes. */
export default function ManageUsersPage() {
  const [search, setSearch] = useState('');
  return (
    <Page width="wide">
      <PageHeader
        title={m.account_users_title()}
        lead={m.account_users_lead()}
        more={<LinkButton href={paths.rosters}>{m.rostering_home()}</LinkButton>}
      />
      <Users key={search} search={search} onSearch={setSearch} />
    </Page>
  );
}

function Users({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { send } = useApp();
  const user = useUser();
  const [typed, setTyped] = useState(search);
  const { chart, state } = useLoginAs();
  const users = useCollection((signal) =>
    send(account.managedUsers, { user_puid: user.userPuid, ...(search === '' ? {} : { search }) }, { signal }),
  );
  const helping = useUserDeed(users.refresh);
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
  const chosen = state.context.user;
  const failure = state.matches({ confirming: 'refused' })
    ? m.login_invalid_credentials()
    : state.matches({ confirming: 'unreachable' }) && state.context.problem
      ? problemText(state.context.problem)
      : null;

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
      {users.state.hasTag('failed') ? (
        <ProblemNotice title={m.common_load_failed()} problem={users.state.context.problem} onRetry={users.retry} />
      ) : (
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
                  onPress={() => chart.send({ type: 'user.chosen', user: row })}
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
                  onAction={(key) => helping.chart.send({ type: 'deed.chosen', deed: { kind: key as UserDeed['kind'], user: row } })}
                />
              </>
            )}
          />
        </>
      )}
      <ConfirmDialog
        isOpen={chosen !== null && (state.hasTag('asking') || state.hasTag('busy'))}
        onOpenChange={(isOpen) => !isOpen && state.hasTag('asking') && chart.send({ type: 'acting.cancelled' })}
        title={m.account_login_as_title({ name: chosen ? nameOf(chosen) : '' })}
        confirmLabel={m.account_login_as()}
        onConfirm={() => chart.send({ type: 'acting.confirmed' })}
        isPending={state.hasTag('busy')}
        error={failure}
      >
        <Text>{m.account_login_as_text({ name: chosen ? nameOf(chosen) : '' })}</Text>
      </ConfirmDialog>
      <DeedDialog {...helping} />
    </>
  );
}

/** Runs the `loginAs` chart; its session goes to the session chart, which then acts. */
function useLoginAs() {
  const { send, toSession, actorOptions } = useApp();
  const session = useSession();
  const { userPuid } = useUser();
  const logic = useMemo(() => loginAsMachine.provide({ actors: loginAsActors(send, toSession, userPuid) }), [send, toSession, userPuid]);
  const chart = useActorRef(logic, actorOptions);
  useChartMeta(chart, nothing);
  const state = useSelector(chart, (snapshot) => snapshot);
  useEffect(() => {
    const succeeded = chart.on('loginAs.succeeded', ({ session: opened }) => session.send({ type: 'acting.started', session: opened }));
    return () => succeeded.unsubscribe();
  }, [chart, session]);
  return { chart, state };
}

/** What a deed was, in words. */
function doneText({ kind, user }: UserDeed, { ended }: UserDeedOutcome): string {
  const name = nameOf(user);
  if (kind === 'resetFactors') return m.account_reset_second_done({ name });
  return ended ? m.account_end_sessions_done({ name, ended }) : m.account_end_sessions_none({ name });
}

/** Runs the `userDeed` chart; the list is fetched anew when something was done for somebody. */
function useUserDeed(onDone: () => void) {
  const { send, actorOptions } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  const logic = useMemo(() => userDeedMachine.provide({ actors: userDeedActors(send, userPuid) }), [send, userPuid]);
  const chart = useActorRef(logic, actorOptions);
  const state = useSelector(chart, (snapshot) => snapshot);
  useEffect(() => {
    const finished = chart.on('deed.finished', ({ deed, outcome }) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: doneText(deed, outcome) });
      onDone();
    });
    return () => finished.unsubscribe();
  }, [chart, notices, onDone]);
  return { chart, state };
}

function DeedDialog({ chart, state }: ReturnType<typeof useUserDeed>) {
  const { deed, problem } = state.context;
  const name = deed ? nameOf(deed.user) : '';
  const isReset = deed?.kind === 'resetFactors';
  return (
    <ConfirmDialog
      isOpen={deed !== null}
      onOpenChange={(isOpen) => !isOpen && state.hasTag('asking') && chart.send({ type: 'deed.cancelled' })}
      title={isReset ? m.account_reset_second_title({ name }) : m.account_end_sessions_title({ name })}
      confirmLabel={isReset ? m.account_reset_second() : m.account_end_sessions()}
      onConfirm={() => chart.send({ type: 'deed.confirmed' })}
      isDanger
      isPending={state.hasTag('busy')}
      error={state.hasTag('failed') && problem ? problemText(problem) : null}
    >
      <Text>{isReset ? m.account_reset_second_text({ name }) : m.account_end_sessions_text({ name })}</Text>
    </ConfirmDialog>
  );
}
