import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import { type ConnectionRow, connectionSource, noHour } from '../../services/rostering/connections.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import type { RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { connections } from './connections.screen.ts';
import { stateNames } from './rosterWords.ts';
import { stopWords } from './stopWords.ts';
import { ImportNotice, TestNotice, useConnectionImport, useConnectionTest } from './useConnectionCommands.tsx';

/** An hour of the night as a clock shows it. */
const hourName = (hour: number, language: string) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(Date.UTC(2030, 0, 1, hour)));
const scheduleName = ({ nightly_hour }: ConnectionRow, language: string) =>
  nightly_hour === noHour ? m.connections_hour_never() : hourName(Number(nightly_hour), language);

/** State of the latest import, and why it stopped. */
const lastText = ({ last }: ConnectionRow) =>
  last ? [stateNames[last.state][0](), last.problem && stopWords[last.problem]?.[0]()].filter(Boolean).join(': ') : '';

function columns({ time_zone }: UserData, language: string): TableColumn<ConnectionRow>[] {
  const moment = (key: 'next_at' | 'synced_at', header: string): TableColumn<ConnectionRow> => ({
    key,
    header,
    value: (row) => row[key],
    text: ({ [key]: at }) => (at === null ? '' : formatMoment(at, language, time_zone)),
    width: 's',
  });
  return [
    { key: 'name', header: m.connections_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
    { key: 'base_url', header: m.connections_base(), value: ({ base_url }) => base_url },
    { key: 'roster_version', header: m.connections_version(), value: ({ roster_version }) => roster_version, width: 's' },
    { key: 'schools', header: m.connections_schools(), value: ({ school_ids }) => school_ids || m.connections_all() },
    { key: 'nightly_hour', header: m.connections_hour(), value: (row) => scheduleName(row, language), isUnsortable: true, width: 's' },
    moment('next_at', m.connections_next()),
    {
      key: 'last',
      header: m.connections_last(),
      value: lastText,
      look: (text, { last }) =>
        last ? (
          <Link look="plain" href={paths.adminImport('oneRosterImport', last.job_id)}>
            <Badge tone={stateNames[last.state][1]}>{text}</Badge>
          </Link>
        ) : null,
    },
    moment('synced_at', m.connections_synced()),
  ];
}

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;

const rules = (row: ConnectionRow | null, language: string): Rules => ({
  name: text(100, true),
  roster_version: {
    kind: 'choice',
    isRequired: true,
    initial: '1.1',
    options: ['1.1', '1.2'].map((key) => ({ key, label: key })),
  },
  base_url: text(500, true),
  token_url: text(500, true),
  client_id: text(300, true),
  client_secret: text(1000, row === null),
  scope: text(1000, false),
  school_ids: text(100_000, false),
  nightly_hour: {
    kind: 'choice',
    isRequired: true,
    initial: noHour,
    options: [
      { key: noHour, label: m.connections_hour_never() },
      ...Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: hourName(hour, language) })),
    ],
  },
});

/** The form, the test of a connection, and imports from it. */
function useConnectionParts(): RecordParts<ConnectionRow> {
  const { language } = usePreferences();
  const test = useConnectionTest();
  const importing = useConnectionImport();
  const reason = test.isBusy || importing.isBusy ? m.ui_wait() : null;
  return {
    rules: (row) => rules(row, language),
    above: () => (
      <>
        <TestNotice {...test} />
        <ImportNotice {...importing} />
      </>
    ),
    actions: (row) => [
      { key: 'test', label: m.connections_test(), reason, onAction: () => test.give(row) },
      { key: 'changes', label: m.connections_import(), reason, onAction: () => importing.give({ row, isFull: false }) },
      { key: 'full', label: m.connections_import_full(), reason, onAction: () => importing.give({ row, isFull: true }) },
    ],
  };
}

/** The district's connections to OneRoster services, with their tests and imports (`admin/manageUsers/oneRosterImportApi`). */
export default recordScreen<ConnectionRow>({
  ...connections,
  title: m.connections_title,
  lead: m.connections_lead,
  source: (send, user) => ({ ...connectionSource(send, user), uses: async () => ({}) }),
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: ['base_url', 'schools'] },
  fields: {
    name: { label: m.connections_name },
    roster_version: { label: m.connections_version },
    base_url: { label: m.connections_base, help: m.connections_base_help, input: { type: 'url', spellCheck: false } },
    token_url: { label: m.connections_token, input: { type: 'url', spellCheck: false } },
    client_id: { label: m.connections_client, input: { spellCheck: false } },
    client_secret: { label: m.connections_secret, help: m.connections_secret_help, input: { type: 'password', spellCheck: false } },
    scope: { label: m.connections_scope, help: m.connections_scope_help, input: { spellCheck: false } },
    school_ids: { label: m.connections_schools, help: m.connections_schools_help, input: { spellCheck: false } },
    nightly_hour: { label: m.connections_hour },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.connections_new()),
  removal: { consequences: () => <Text>{m.connections_remove_text()}</Text> },
  empty: { title: m.connections_none, text: m.connections_none_text },
  useParts: useConnectionParts,
});
