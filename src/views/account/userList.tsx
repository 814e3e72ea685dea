import { type ReactNode, useEffect } from 'react';
import { may } from '../../../common/may.ts';
import { account, type ManagedUser, userStates } from '../../../contract/account.ts';
import { everyone, wholeRoster } from '../../../contract/kit.ts';
import { login } from '../../../contract/login.ts';
import { people } from '../../../contract/people.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import { m } from '../../paraglide/messages.js';
import { userSource } from '../../services/account/users.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { IconLogout, IconRefresh } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { districtScope, useDistrictChoice } from '../districts/DistrictChoice.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { resetPassword } from '../people/resetPassword.screen.ts';
import { userRole } from '../people/role.screen.ts';
import { updateUserId } from '../people/updateUserId.screen.ts';
import { useBatch } from '../people/useBatch.tsx';
import { useNewPassword } from '../people/useNewPassword.tsx';
import { user as userScreen } from '../people/user.screen.ts';
import { newUserFields, newUserRules, type School } from '../people/userRules.ts';
import type { ListDeclaration, RecordFrame, RecordParts } from '../records/declaration.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { roleName } from '../shell/roleName.ts';
import { nameOf } from '../words.ts';
import { ActingDialog, HelpDialog, useLoginAs, useUserHelp, whyNot } from './userActions.tsx';

const columns = (): TableColumn<ManagedUser>[] => [
  {
    key: 'name',
    header: m.account_column_name(),
    value: (row) => `${row.last_name}, ${row.first_name}`,
    look: (text, { district_id, user_puid }) => (
      <Link look="plain" href={addressOf(userScreen, district_id, user_puid)}>
        {text}
      </Link>
    ),
    isRowHeader: true,
    width: 'l',
  },
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

const stateNames = { active: m.account_active, inactive: m.account_inactive, unready: m.people_unready, registered: m.people_registered };

/** A choice that narrows the list; its first option is everything. */
function Filter({ label, every, options, value, onChange }: FilterProps) {
  return (
    <NativeSelect
      label={label}
      placeholder={every}
      value={value ?? 'all'}
      onChange={(key) => onChange(key === 'all' ? '' : key)}
      options={[{ key: 'all', label: every }, ...options]}
    />
  );
}
interface FilterProps {
  label: string;
  every: string;
  options: readonly { key: string; label: string }[];
  value: string | undefined;
  onChange: (key: string) => void;
}

interface FiltersProps extends Pick<RecordFrame, 'chosen' | 'choose'> {
  district: ReactNode;
  schools: readonly School[];
}

function Filters({ chosen, choose, district, schools }: FiltersProps) {
  const { role } = useUser();
  return (
    <Row gap={3} align="start">
      {district}
      <Filter
        label={m.account_column_role()}
        every={m.people_every_role()}
        options={everyone.filter((one) => one <= role).map((one) => ({ key: String(one), label: roleName(one) }))}
        value={chosen.role}
        onChange={(key) => choose({ role: key })}
      />
      {schools.length > 1 && wholeRoster.some((one) => one === role) ? (
        <Filter
          label={m.account_school()}
          every={m.people_every_school()}
          options={schools.map(({ school_id, name }) => ({ key: String(school_id), label: name }))}
          value={chosen.school_id}
          onChange={(key) => choose({ school_id: key })}
        />
      ) : null}
      <Filter
        label={m.account_column_state()}
        every={m.people_every_state()}
        options={userStates.map((state) => ({ key: state, label: stateNames[state]() }))}
        value={chosen.state}
        onChange={(key) => choose({ state: key })}
      />
    </Row>
  );
}

/** What a row leads to on the user's own page. */
const helps = [
  { key: 'role', screen: userRole, label: m.people_role_change, call: people.updateUserRole },
  { key: 'resetPassword', screen: resetPassword, label: m.people_code, call: people.resetUserPassword },
  { key: 'updateUserId', screen: updateUserId, label: m.people_ids, call: people.updateUserId },
];

const noSchools: readonly School[] = [];

/** The open schools of a district, and again when another one is chosen. `isKnown`: whether they have loaded, or could not be. */
function useSchoolsOf(district_id: number) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const offered = useCollection(async (signal) => ({
    of: district_id,
    schools: await send(
      (await import('../../../contract/profile.ts')).profile.allSchools,
      { district_id, logged_in_user_puid: userPuid },
      { signal, quiet: true },
    ),
  }));
  const { data, isFailed, isStale, refresh } = offered;
  const isOther = data !== undefined && data.of !== district_id;
  useEffect(() => {
    if (isOther && district_id) refresh();
  }, [isOther, district_id, refresh]);
  return { offered, schools: data && !isOther ? data.schools : noSchools, isKnown: isOther ? isStale : data !== undefined || isFailed };
}

/** The filters, the form of a new account, and the ways to act as a user and to help one. */
function useUserParts({ say, refresh, chosen, choose, search, total }: RecordFrame): RecordParts<ManagedUser> {
  const me = useUser();
  const acting = useLoginAs();
  const helping = useUserHelp(say, refresh);
  const made = useNewPassword(say, refresh);
  const batch = useBatch({ chosen, search, total });
  // A school of one district is none of another.
  const chooseDistrict = (changes: Readonly<Record<string, string>>) => choose({ ...changes, school_id: '' });
  const { district_id, name, control } = useDistrictChoice({ chosen, choose: chooseDistrict }, m.people_every_district());
  const { offered, schools, isKnown } = useSchoolsOf(district_id);
  return {
    more: (
      <>
        {district_id === me.districtID ? batch.button : null}
        <LinkButton href={paths.rosters}>{m.rostering_home()}</LinkButton>
      </>
    ),
    bulk: batch.bulk,
    tools: <Filters chosen={chosen} choose={choose} district={control} schools={schools} />,
    offered: { ...offered, failed: m.account_schools_failed() },
    ...(isKnown ? { rules: () => newUserRules(me, schools, chosen.role) } : {}),
    ...(name ? { formTitle: () => m.districts_in({ what: m.people_add(), district: name }) } : {}),
    onAdded: made.show,
    actions: (user) => [
      {
        key: 'loginAs',
        label: m.account_login_as(),
        description: m.account_login_as_name({ name: nameOf(user) }),
        isButton: true,
        reason: whyNot(me, login.loginAsUser, user),
        onAction: () => acting.give(user),
      },
      ...helps.map(({ key, screen, label, call }) => ({
        key,
        label: label(),
        href: addressOf(screen, user.district_id, user.user_puid),
        reason: whyNot(me, call, user),
      })),
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
        {made.dialogs}
        {batch.dialogs}
      </>
    ),
  };
}

/** The users in an administrator's scope, with the form of a new one and the ways to help them, at one of its addresses. */
export const userList = (address: ScreenAddress): ListDeclaration<ManagedUser> => ({
  ...address,
  title: m.account_users_title,
  lead: m.account_users_lead,
  add: m.people_add,
  source: userSource,
  nameOf,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] },
  filters: ['role', 'school_id', 'state'],
  scope: districtScope,
  fields: newUserFields,
  formTitle: () => m.people_add(),
  empty: { title: m.account_users_none, text: m.account_users_none_text },
  useParts: useUserParts,
});
