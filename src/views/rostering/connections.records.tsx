import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { oneRosterApi } from '../../../contract/oneRosterApi.ts';
import { m } from '../../paraglide/messages.js';
import { type ConnectionRow, connectionSource } from '../../services/rostering/connections.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import type { RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { connections } from './connections.screen.ts';
import { hourRule, sourceColumns, textRule } from './sourceParts.tsx';
import { type ConnectionImportOrder, ImportNotice, TestNotice, useConnectionImport, useConnectionTest } from './useConnectionCommands.tsx';

const columns = ({ time_zone }: UserData, language: string): TableColumn<ConnectionRow>[] => [
  { key: 'name', header: m.connections_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  { key: 'base_url', header: m.connections_base(), value: ({ base_url }) => base_url },
  { key: 'roster_version', header: m.connections_version(), value: ({ roster_version }) => roster_version, width: 's' },
  ...sourceColumns<ConnectionRow>('oneRosterImport', time_zone, language),
];

const rules = (row: ConnectionRow | null, language: string): Rules => ({
  name: textRule(100, true),
  roster_version: {
    kind: 'choice',
    isRequired: true,
    initial: '1.1',
    options: ['1.1', '1.2'].map((key) => ({ key, label: key })),
  },
  base_url: textRule(500, true),
  token_url: textRule(500, true),
  client_id: textRule(300, true),
  client_secret: textRule(1000, row === null),
  scope: textRule(1000, false),
  school_ids: textRule(100_000, false),
  nightly_hour: hourRule(language),
});

/** The form, the test of a connection, and imports from it. */
function useConnectionParts(): RecordParts<ConnectionRow> {
  const { language } = usePreferences();
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  const test = useConnectionTest(({ connection_id }: ConnectionRow, stop) =>
    send(oneRosterApi.testRosterConnection, { user_puid, connection_id }, stop),
  );
  const importing = useConnectionImport(
    'oneRosterImport',
    ({ row: { connection_id }, isFull }: ConnectionImportOrder<ConnectionRow>, stop) =>
      send(oneRosterApi.importFromApi, { user_puid, connection_id, is_full: isFull }, stop),
  );
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
