import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { may } from '../../../common/may.ts';
import { account } from '../../../contract/account.ts';
import { audit } from '../../../contract/audit.ts';
import type { Call } from '../../../contract/kit.ts';
import { login, type UserData } from '../../../contract/login.ts';
import { people, type UserDetail, type UserUses } from '../../../contract/people.ts';
import { privacy } from '../../../contract/privacy.ts';
import { profile } from '../../../contract/profile.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import { recordEditorMachine } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { accountSource, setActive, whom } from '../../services/account/users.ts';
import { recordEditorActors } from '../../services/kit/records.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconDotsVertical } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { Menu, type MenuAction } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { ActingDialog, HelpDialog, useLoginAs, useUserHelp } from '../account/userActions.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { personPrivacy } from '../privacy/personPrivacy.screen.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { problemText } from '../shell/problemText.ts';
import type { RemovalProps } from '../shell/Removal.tsx';
import { roleName } from '../shell/roleName.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { useFields } from '../useFields.ts';
import { nameOf } from '../words.ts';
import { peopleHome } from './peopleHome.screen.ts';
import { UserSections } from './UserSections.tsx';
import { useNewPassword } from './useNewPassword.tsx';
import { formRowOf, idRules, roleRules, type School, userFields, userRules } from './userRules.ts';

// What a change of the account needs, and its history with the words of all actions. The account appears before they have loaded.
const RecordEditor = lazy(() => import('../records/RecordEditor.tsx'));
const Removal = lazy<ComponentType<RemovalProps<UserDetail, UserDetail, UserUses>>>(() => import('../shell/Removal.tsx'));
const UserHistory = lazy(() => import('./UserHistory.tsx'));
type Named = Pick<UserDetail, 'district_id' | 'user_puid'>;
/** What an address opens on the page. */
type Opened = 'role' | 'resetPassword' | 'updateUserId';

/** One user, with classes, sessions and history, and all that an administrator may do for them (`admin/manageUsers/user`). */
export default function UserPage({ opens }: { opens?: Opened | undefined }) {
  const { value } = useParams();
  const [district_id, user_puid] = decodeIds(value, 2) as [number, number];
  return <User key={value} named={{ district_id, user_puid }} opens={opens} />;
}

/** Why the administrator may not do this for the user; null if it is allowed. */
function reasonOf(me: UserData, call: Call, user: UserDetail): string | null {
  if (may(me, call, user)) return null;
  if (me.acting) return m.refusal_notWhileActing();
  return !user.active && may(me, call, { ...user, active: true }) ? m.people_closed_notice() : m.people_not_yours();
}

function User({ named, opens }: { named: Named; opens: Opened | undefined }) {
  const { send } = useApp();
  const me = useUser();
  const notices = useNotices();
  const say = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });
  const collection = useCollection(async (signal) => {
    const [one, all] = await Promise.all([
      send(people.managedUser, whom(me.userPuid, named), { signal }),
      // Without the schools, the form leaves the user's school as it is.
      send(profile.allSchools, { district_id: named.district_id, logged_in_user_puid: me.userPuid }, { signal, quiet: true }).catch(
        () => [],
      ),
    ]);
    return { user: one, schools: all };
  });
  const { data, refresh } = collection;
  const { user, schools = [] } = data ?? {};
  const navigate = useNavigate();
  const acting = useLoginAs();
  const helping = useUserHelp(say, refresh);
  const password = useNewPassword(say, refresh);
  const opening = useUserOpening(say, refresh);
  const closing = useUserClosing(say, refresh);
  const forms = useUserForms(named, schools, say, refresh);
  const items = (one: UserDetail): (MenuAction & { onAction: () => void })[] => [
    {
      key: 'loginAs',
      label: m.account_login_as(),
      reason: reasonOf(me, login.loginAsUser, one),
      onAction: () => acting.give(one),
    },
    {
      key: 'updateUserId',
      label: m.people_ids(),
      reason: reasonOf(me, people.updateUserId, one),
      onAction: () => forms.open(one, 'ids'),
    },
    {
      key: 'role',
      label: m.people_role_change(),
      reason: reasonOf(me, people.updateUserRole, one),
      onAction: () => forms.open(one, 'role'),
    },
    {
      key: 'resetPassword',
      label: m.people_code(),
      reason: reasonOf(me, people.resetUserPassword, one),
      onAction: () => password.give({ user: one, way: 'code' }),
    },
    {
      key: 'link',
      label: m.people_link(),
      reason: reasonOf(me, people.resetUserPassword, one) ?? (one.email === null ? m.people_no_email() : null),
      onAction: () => password.give({ user: one, way: 'link' }),
    },
    ...(one.has_second_factor && may(me, secondFactor.resetSecondFactors, one)
      ? [{ key: 'factors', label: m.account_reset_second(), onAction: () => helping.give({ kind: 'resetFactors', user: one }) }]
      : []),
    {
      key: 'sessions',
      label: m.account_end_sessions(),
      isDanger: true,
      reason: reasonOf(me, account.endUserSessions, one) ?? (one.sessions.length === 0 ? m.people_sessions_none() : null),
      onAction: () => helping.give({ kind: 'endSessions', user: one }),
    },
    {
      key: 'privacy',
      label: m.privacy_person_menu(),
      reason: may(me, privacy.erasurePlan, one) ? null : m.people_not_yours(),
      onAction: () => void navigate(addressOf(personPrivacy, one.district_id, one.user_puid)),
    },
    ...(one.active
      ? [
          {
            key: 'close',
            label: m.people_close(),
            isDanger: true,
            reason: reasonOf(me, people.setUserActive, one),
            onAction: () => closing.give(one),
          },
        ]
      : []),
  ];
  const actions = user ? items(user) : [];
  const asked = actions.find(({ key }) => key === opens);
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (isOpened || !asked) return;
    setOpened(true);
    if (!asked.reason) asked.onAction();
  }, [isOpened, asked]);
  const name = user ? nameOf(user) : m.account_users_title();
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={name}
      breadcrumbs={[
        { label: m.people_home_title(), href: addressOf(peopleHome) },
        { label: m.account_users_title(), href: paths.manageUsers },
      ]}
      lead={user ? [roleName(user.role), user.school_name, user.district_name].filter(Boolean).join(' · ') : null}
      badge={
        <>
          {user?.active === false ? <Badge>{m.account_inactive()}</Badge> : null}
          {user?.sourced_id ? <Badge tone="accent">{m.people_from_roster()}</Badge> : null}
        </>
      }
      shape="text"
      count={6}
      more={
        user ? (
          <Menu
            trigger={
              <Button icon={IconDotsVertical} aria-label={m.records_actions_of({ name })}>
                {m.people_more()}
              </Button>
            }
            label={m.records_actions_of({ name })}
            placement="bottom end"
            groups={[{ key: 'user', items: actions.map(({ onAction, ...item }) => item) }]}
            onAction={(key) => actions.find((item) => item.key === key)?.onAction()}
          />
        ) : null
      }
      action={
        user?.active === false ? (
          <Button
            variant="primary"
            isPending={opening.isSaving}
            reason={reasonOf(me, people.setUserActive, user)}
            onPress={() => opening.give(user)}
          >
            {m.people_open()}
          </Button>
        ) : (
          <Button
            variant="primary"
            reason={user ? reasonOf(me, people.updateUser, user) : m.ui_wait()}
            onPress={() => user && forms.open(user, 'account')}
          >
            {m.people_edit()}
          </Button>
        )
      }
      above={
        <>
          <Suspense>
            <Removal
              command={closing}
              name={closing.order ? nameOf(closing.order) : ''}
              question={{ title: m.people_close_title, confirm: m.people_close }}
              consequences={(uses) => <Uses {...uses} />}
              done={m.people_closed}
              hint={m.people_close_undo}
            />
          </Suspense>
          {asked?.reason ? <Notice tone="info">{`${asked.label}: ${asked.reason}`}</Notice> : null}
          {opening.problem ? <Notice tone="error">{problemText(opening.problem)}</Notice> : null}
          {user?.active === false && !closing.isUndoable ? <Notice tone="info">{m.people_closed_notice()}</Notice> : null}
          {user?.sourced_id && user.active ? <Notice tone="info">{m.people_rostered_notice()}</Notice> : null}
        </>
      }
    >
      {user ? (
        <>
          <UserSections
            user={user}
            onEnd={(session) => helping.give({ kind: 'endSessions', user, session })}
            endReason={reasonOf(me, account.endUserSessions, user)}
          />
          {may(me, audit.auditEntries) ? (
            <Suspense>
              <UserHistory key={JSON.stringify(user)} user={user} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      <ActingDialog {...acting} />
      <HelpDialog {...helping} />
      {password.dialogs}
      {forms.dialog}
    </LoadedPage>
  );
}

/** What a closed account no longer does. */
function Uses({ attended, taught, alone, sessions }: UserUses) {
  const words = { attended: formatNumber(attended), taught: formatNumber(taught), sessions: formatNumber(sessions) };
  return (
    <>
      <Text>{m.people_close_uses(words)}</Text>
      {alone > 0 ? <Text>{m.people_close_alone({ count: formatNumber(alone) })}</Text> : null}
      <Text tone="soft">{m.people_close_keeps()}</Text>
    </>
  );
}

/** Closes an account, with its uses in numbers and Undo. */
function useUserClosing(say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  const { userPuid } = useUser();
  return useCommand('userClosing', (user: UserDetail, { signal }) => setActive(send, userPuid, user, false, signal), {
    question: { count: (user, { signal }) => send(people.userUses, whom(userPuid, user), { signal }) },
    undo: (user, { signal }) => setActive(send, userPuid, user, true, signal),
    announce: { done: (user) => m.people_closed({ name: nameOf(user) }) },
    onDone: refresh,
    onUndone: (user) => {
      say(m.people_opened({ name: nameOf(user) }));
      refresh();
    },
  });
}

/** Opens a closed account again. */
function useUserOpening(say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  const { userPuid } = useUser();
  return useCommand('userOpening', (user: UserDetail, { signal }) => setActive(send, userPuid, user, true, signal), {
    onDone: (user) => {
      say(m.people_opened({ name: nameOf(user) }));
      refresh();
    },
  });
}

/** The forms of the account, of its ids and of its role. They share one editor, since only one is open at a time. */
function useUserForms(named: Named, schools: readonly School[], say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  const me = useUser();
  const { get, update } = accountSource(send, me.userPuid, named);
  const editor = useChart(recordEditorMachine, {
    actors: recordEditorActors({
      keyOf: () => '',
      load: () => Promise.reject(new Error('A form has no list.')),
      get: async (row, stop) => formRowOf(await get(row, stop)),
      update: async (row, values, stop) => formRowOf(await update(row, values, stop)),
    }),
    on: {
      'record.saved': ({ row }) => {
        say(m.records_saved({ name: nameOf(row as unknown as UserDetail) }));
        refresh();
      },
    },
  });
  const { isRole, isIds } = useFields(editor, ({ context: { rules } }) => ({ isRole: 'role_id' in rules, isIds: 'sourced_id' in rules }));
  return {
    open: (user: UserDetail, form: 'account' | 'ids' | 'role') =>
      editor.send({
        type: 'editor.opened',
        row: formRowOf(user),
        rules: form === 'role' ? roleRules(me) : form === 'ids' ? idRules() : userRules(me, schools),
      }),
    dialog: (
      <Suspense>
        <RecordEditor
          editor={editor}
          fields={isRole ? { role_id: { label: m.people_role_new } } : userFields}
          titleOf={(row) => {
            const name = row ? nameOf(row as unknown as UserDetail) : '';
            if (isRole) return m.people_role_title({ name });
            return isIds ? m.people_ids_title({ name }) : m.people_edit_title({ name });
          }}
          wordsOf={(field, row) => {
            const text = String(row[field] ?? '');
            if (field === 'role_id') return roleName(Number(text));
            return field === 'school_id' ? (schools.find(({ school_id }) => String(school_id) === text)?.name ?? '') : text;
          }}
        />
      </Suspense>
    ),
  };
}
