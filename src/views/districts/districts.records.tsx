import { lazy, Suspense } from 'react';
import { may } from '../../../common/may.ts';
import type { Rules } from '../../../common/recordValues.ts';
import { stateNames } from '../../../common/states.ts';
import { districts as calls } from '../../../contract/districts.ts';
import { Role } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { modules } from '../../../contract/modules.ts';
import { people } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { type DistrictRow, districtSource, noState } from '../../services/districts/districts.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { auditItem, auditOf } from '../audit/auditOf.ts';
import { useUser } from '../hooks.ts';
import { addUser } from '../people/add.screen.ts';
import { moduleNames } from '../permissions/permissionWords.ts';
import type { RecordAction, RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { schools } from '../schools/schools.screen.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { districtScope } from './DistrictChoice.tsx';
import s from './districts.module.css';
import { districts } from './districts.screen.ts';
import { KeepingNotice, useDistrictErasure, useDistrictKeeping } from './useDistrictErasure.tsx';

// The list would be too large with it.
const ErasureDialog = lazy(() => import('./ErasureDialog.tsx'));

const languageNames = { en: m.districts_english, es: m.districts_spanish };
const signOnNames = {
  roster: m.districts_sign_on_roster,
  classroom: m.districts_sign_on_classroom,
  learningTools: m.districts_sign_on_tools,
};

const stateName = ({ state_id }: DistrictRow) => (state_id === noState ? '' : (stateNames[Number(state_id)] ?? state_id));
const languageName = ({ language }: DistrictRow) => languageNames[language === 'es' ? 'es' : 'en']();
const hiddenTabs = (row: DistrictRow) =>
  modules
    .filter((key) => !row[`tab_${key}`])
    .map((key) => moduleNames[key]())
    .join(', ');

const columns = ({ time_zone }: UserData, language: string): TableColumn<DistrictRow>[] => [
  {
    key: 'name',
    header: m.districts_name(),
    value: ({ name }) => name,
    look: (text, { erase_at }) =>
      erase_at === null ? (
        text
      ) : (
        <Stack gap={1}>
          {text}
          <span className={s.later}>{m.districts_erase_at({ when: formatMoment(erase_at, language, time_zone) })}</span>
        </Stack>
      ),
    isRowHeader: true,
    width: 'l',
  },
  { key: 'state_id', header: m.districts_state(), value: stateName },
  { key: 'time_zone', header: m.districts_time_zone(), value: ({ time_zone }) => time_zone },
  ...(['schools', 'users'] as const).map(
    (key): TableColumn<DistrictRow> => ({
      key,
      header: key === 'schools' ? m.schools_title() : m.districts_users(),
      value: (row) => row[key],
      text: (row) => formatNumber(row[key], language),
      file: (row) => row[key],
      align: 'end',
      width: 's',
    }),
  ),
  { key: 'language', header: m.districts_language(), value: languageName, isUnsortable: true },
  { key: 'hosts', header: m.districts_hosts(), value: ({ hosts }) => hosts, isUnsortable: true },
  { key: 'hidden_tabs', header: m.districts_hidden(), value: hiddenTabs, isUnsortable: true },
  {
    key: 'sign_ons',
    header: m.districts_sign_ons(),
    value: ({ sign_ons }) => sign_ons.map(({ use, issuer }) => `${signOnNames[use]()}: ${issuer}`).join(', '),
    isUnsortable: true,
  },
];

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const choice = (isRequired: boolean, initial: string, options: readonly { key: string; label: string }[]) =>
  ({ kind: 'choice', isRequired, initial, options }) as const;

/** Zones that this browser knows, and the district's own. */
function zones(own: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set([own, ...known])].toSorted().map((key) => ({ key, label: key }));
}

const rules = (row: DistrictRow | null, zone: string): Rules => ({
  name: text(200, true),
  state_id: choice(true, noState, [
    { key: noState, label: m.districts_no_state() },
    ...Object.entries(stateNames).map(([key, label]) => ({ key, label })),
  ]),
  time_zone: choice(true, zone, zones(row?.time_zone ?? zone)),
  language: choice(true, 'en', [
    { key: 'en', label: m.districts_english() },
    { key: 'es', label: m.districts_spanish() },
  ]),
  hosts: text(2000, false),
  ...Object.fromEntries(modules.map((key) => [`tab_${key}`, { kind: 'truth' as const, initial: true }])),
});

const at = (screen: ScreenAddress, { district_id }: DistrictRow, query: Readonly<Record<string, string>> = {}) =>
  `${addressOf(screen)}?${new URLSearchParams({ [districtScope]: String(district_id), ...query })}`;
/** Where the first person of a district is added, who then adds the others. */
const administratorOf = (row: DistrictRow) => at(addUser, row, { role: String(Role.districtAdministrator) });

/** Most districts without accounts that are named above the list. */
const mostNamed = 5;

/** The form, and what sets up a new district. Districts are not deleted while they have accounts, so there the question says why. */
function useDistrictParts({ say, refresh }: RecordFrame): RecordParts<DistrictRow> {
  const me = useUser();
  const erasing = useDistrictErasure(say, refresh);
  const keeping = useDistrictKeeping(say, refresh);
  const isBusy = erasing.isBusy || keeping.isBusy;
  const ownForm = { rules: (row: DistrictRow | null) => rules(row, me.time_zone) };
  if (me.role < Role.providerAdministrator) return ownForm;
  return {
    ...ownForm,
    editReason: ({ erase_at }) => (erase_at === null ? null : m.districts_closed()),
    isRemovable: ({ erase_at }) => erase_at === null,
    above: ({ rows }) => {
      const empty = may(me, people.addUser)
        ? rows.filter(({ users, erase_at }) => users === 0 && erase_at === null).slice(0, mostNamed)
        : [];
      if (empty.length === 0) return <KeepingNotice {...keeping} />;
      return (
        <>
          <KeepingNotice {...keeping} />
          <Notice tone="info" title={m.districts_nobody()}>
            <Stack gap={1}>
              {empty.map((row) => (
                <Link key={row.district_id} href={administratorOf(row)}>
                  {m.districts_add_administrator_name({ name: row.name })}
                </Link>
              ))}
            </Stack>
          </Notice>
        </>
      );
    },
    dialogs: erasing.order ? (
      <Suspense>
        <ErasureDialog command={erasing} />
      </Suspense>
    ) : null,
    actions: (row) => {
      const reason = isBusy ? m.ui_wait() : null;
      if (row.erase_at !== null)
        return may(me, calls.callOffDistrictErasure)
          ? [{ key: 'keep', label: m.districts_keep(), reason, onAction: () => keeping.give(row) }]
          : [];
      const own: RecordAction[] = [
        {
          key: 'administrator',
          label: m.districts_add_administrator(),
          href: administratorOf(row),
          reason: may(me, people.addUser) ? null : m.refusal_notWhileActing(),
        },
        { key: 'schools', label: m.schools_title(), href: at(schools, row) },
        { key: 'users', label: m.account_users_title(), href: at(manageUsers, row) },
        ...auditItem(auditOf(me, { about_district_id: row.district_id })),
      ];
      if (row.district_id === me.districtID || !may(me, calls.requestDistrictErasure)) return own;
      return [...own, { key: 'erase', label: m.districts_erase_menu(), isDanger: true, reason, onAction: () => erasing.give(row) }];
    },
  };
}

export default recordScreen<DistrictRow>({
  ...districts,
  title: m.districts_title,
  lead: m.districts_lead,
  source: (send, user) => {
    const source = districtSource(send, user);
    return may(user, calls.removeDistrict) ? { ...source, uses: async ({ users, schools }) => ({ users, schools }) } : source;
  },
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: ['language', 'hosts', 'hidden_tabs'] },
  fields: {
    name: { label: m.districts_name },
    state_id: { label: m.districts_state },
    time_zone: { label: m.districts_time_zone },
    language: { label: m.districts_language },
    hosts: { label: m.districts_hosts, help: m.districts_hosts_help, input: { spellCheck: false } },
    ...Object.fromEntries(modules.map((key) => [`tab_${key}`, { label: () => m.districts_tab({ name: moduleNames[key]() }) }])),
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.districts_new()),
  removal: {
    consequences: ({ users = 0, schools = 0 }) => (
      <Text>{users > 0 ? m.districts_in_use({ users: formatNumber(users), schools: formatNumber(schools) }) : m.districts_unused()}</Text>
    ),
  },
  empty: { title: m.districts_none, text: m.districts_none_text },
  useParts: useDistrictParts,
});
