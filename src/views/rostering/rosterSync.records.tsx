import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { rosterSync as calls, type RosterSyncKind, rosterSyncKinds } from '../../../contract/rosterSync.ts';
import { m } from '../../paraglide/messages.js';
import { rosterSyncSource, type SyncRow } from '../../services/rostering/rosterSync.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import type { RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { usePreferences } from '../shell/preferences.ts';
import { rosterSync } from './rosterSync.screen.ts';
import { rosterSyncStatus } from './rosterSyncStatus.screen.ts';
import { hourRule, sourceColumns, textRule } from './sourceParts.tsx';
import { ImportNotice, TestNotice, useConnectionImport, useConnectionTest } from './useConnectionCommands.tsx';

const kindNames: Readonly<Record<RosterSyncKind, () => string>> = {
  students: m.rosterSync_students,
  teachers: m.rosterSync_teachers,
  staff: m.rosterSync_staff,
  classes: m.rosterSync_classes,
};

const columns = ({ time_zone }: UserData, language: string): TableColumn<SyncRow>[] => [
  { key: 'base_url', header: m.connections_base(), value: ({ base_url }) => base_url, isRowHeader: true, width: 'l' },
  {
    key: 'kinds',
    header: m.rosterSync_kinds(),
    value: ({ kinds }) => rosterSyncKinds.flatMap((kind) => (kinds.includes(kind) ? kindNames[kind]() : [])).join(', '),
  },
  ...sourceColumns<SyncRow>('rosterSyncRun', time_zone, language),
];

const truth = (initial: boolean) => ({ kind: 'truth', initial }) as const;
const rules = (row: SyncRow | null, language: string): Rules => ({
  base_url: textRule(500, true),
  access_token: textRule(1000, row === null),
  ...{ students: truth(true), teachers: truth(true), classes: truth(true), staff: truth(false) },
  school_ids: textRule(100_000, false),
  nightly_hour: hourRule(language),
});

/** The form, the test of the service, and runs. */
function useSyncParts(): RecordParts<SyncRow> {
  const { language } = usePreferences();
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  const test = useConnectionTest((_: SyncRow, stop) => send(calls.testRosterSync, { user_puid }, stop));
  const run = useConnectionImport('rosterSyncRun', (_: { row: SyncRow }, stop) => send(calls.startRosterSync, { user_puid }, stop));
  const reason = test.isBusy || run.isBusy ? m.ui_wait() : null;
  return {
    rules: (row) => rules(row, language),
    more: <LinkButton href={addressOf(rosterSyncStatus)}>{m.rosterSync_status()}</LinkButton>,
    addReason: ({ total }) => (total > 0 ? m.rosterSync_only_one() : null),
    above: () => (
      <>
        <TestNotice {...test} />
        <ImportNotice {...run} />
      </>
    ),
    actions: (row) => [
      { key: 'test', label: m.connections_test(), reason, onAction: () => test.give(row) },
      { key: 'run', label: m.rosterSync_run(), reason, onAction: () => run.give({ row, isFull: true }) },
    ],
  };
}

/** The district's secure sync with its school-roster service (`admin/manageUsers/rosterSync`). */
export default recordScreen<SyncRow>({
  ...rosterSync,
  title: m.rosterSync_title,
  lead: m.rosterSync_lead,
  add: m.rosterSync_set_up,
  source: rosterSyncSource,
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: { key: 'base_url', isDescending: false }, filter: '', hidden: ['schools'] },
  fields: {
    base_url: { label: m.connections_base, help: m.rosterSync_base_help, input: { type: 'url', spellCheck: false } },
    access_token: { label: m.rosterSync_token, help: m.rosterSync_token_help, input: { type: 'password', spellCheck: false } },
    students: { label: m.rosterSync_students },
    teachers: { label: m.rosterSync_teachers },
    classes: { label: m.rosterSync_classes, help: m.rosterSync_classes_help },
    staff: { label: m.rosterSync_staff, help: m.rosterSync_staff_help },
    school_ids: { label: m.connections_schools, help: m.connections_schools_help, input: { spellCheck: false } },
    nightly_hour: { label: m.connections_hour },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.rosterSync_set_up()),
  removal: { consequences: () => <Text>{m.rosterSync_remove_text()}</Text> },
  empty: { title: m.rosterSync_none, text: m.rosterSync_none_text },
  useParts: useSyncParts,
});
