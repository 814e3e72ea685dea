import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import type { SignOnKind } from '../../../contract/signOnSetup.ts';
import { m } from '../../paraglide/messages.js';
import { type SignOnRow, signOnSource, testSignOn } from '../../services/signOnSetup.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import type { ListDeclaration, RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { identitiesColumn } from '../saml/identitiesColumn.ts';
import { copyText } from '../sharing/copyText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { accountWords, faultWords } from './faultWords.ts';

/** Addresses have no blanks at which a line could break. */
const wrapped = { overflowWrap: 'anywhere' } as const;

const stateOf = ({ version, active }: SignOnRow) => (version === 0 ? m.signOnSetup_unset() : active ? m.saml_on() : m.saml_off());

function columns({ time_zone }: UserData, language: string): TableColumn<SignOnRow>[] {
  const moment = (key: 'last' | 'test', header: string): TableColumn<SignOnRow> => ({
    key,
    header,
    value: (row) => row[key]?.at ?? '',
    text: ({ [key]: one }) => {
      if (!one) return '';
      const when = formatMoment(one.at, language, time_zone);
      return one.fault ? m.signOnSetup_failed({ when }) : when;
    },
    look: (text, { [key]: one }) => (one?.fault ? <Badge tone="warning">{text}</Badge> : text),
    width: 's',
  });
  return [
    { key: 'district_name', header: m.lti_district(), value: ({ district_name }) => district_name, isRowHeader: true },
    {
      key: 'active',
      header: m.lti_state(),
      value: stateOf,
      look: (text, { active }) => <Badge tone={active ? 'success' : 'neutral'}>{text}</Badge>,
      width: 's',
    },
    {
      key: 'issuer',
      header: m.lti_issuer(),
      value: ({ issuer }) => issuer,
      look: (text) => <span style={wrapped}>{text}</span>,
      width: 'l',
    },
    { key: 'client_id', header: m.lti_client_id(), value: ({ client_id }) => client_id },
    identitiesColumn(language),
    moment('last', m.signOnSetup_last()),
    moment('test', m.signOnSetup_last_test()),
    { key: 'redirect_uri', header: m.signOnSetup_redirect(), value: ({ redirect_uri }) => redirect_uri, width: 'l' },
  ];
}

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const rules: Rules = {
  issuer: text(500, true),
  client_id: text(300, true),
  client_secret: text(1000, false),
  is_public: { kind: 'truth', initial: false },
  scope: text(1000, false),
  subject_is_sourced_id: { kind: 'truth', initial: false },
  active: { kind: 'truth', initial: false },
};

/** What the latest test told. */
function TestNotice({ row: { district_name: name, test } }: { row: SignOnRow }) {
  if (test?.fault)
    return (
      <Notice tone="error" title={m.signOnSetup_fault({ name })}>
        {faultWords[test.fault]()}
      </Notice>
    );
  if (!test?.received) return null;
  const { issuer, subject, account } = test.received;
  return (
    <Notice tone={account === 'none' ? 'warning' : 'success'} title={m.signOnSetup_tested({ name })}>
      {m.signOnSetup_came({ issuer, subject })} {accountWords[account]()}
    </Notice>
  );
}

/** Name of the value in the address that says whose test has ended. The server sends browsers back with it. */
const tested = 'tested';
const leave = (url: string) => window.location.assign(url);

function useSetupParts({ say, refresh, chosen, choose }: RecordFrame): RecordParts<SignOnRow> {
  const { send } = useApp();
  const { userPuid } = useUser();
  const test = useCommand('testSignOn', (row: SignOnRow, stop) => testSignOn(send, userPuid, row, stop), {
    announce: { failed: () => m.signOnSetup_test_failed() },
    onDone: ({ district_id }, { url }) => {
      if (url) return leave(url);
      choose({ [tested]: String(district_id) });
      refresh();
    },
  });
  const copy = async (address: string) => say((await copyText(address)) ? m.teacher_code_copied() : m.sharing_copy_by_hand());
  return {
    rules: () => rules,
    above: ({ rows }) => {
      const row = rows.find(({ district_id }) => String(district_id) === chosen[tested]);
      const [only] = rows.length === 1 ? rows : [];
      return (
        <Stack gap={3}>
          {test.problem ? (
            <ProblemNotice title={m.signOnSetup_test_failed()} problem={test.problem} focus="command-problem" />
          ) : row ? (
            <TestNotice row={row} />
          ) : null}
          {only ? (
            <Text>
              {m.signOnSetup_redirect()}: <code style={wrapped}>{only.redirect_uri}</code>
            </Text>
          ) : null}
        </Stack>
      );
    },
    actions: (row) => [
      {
        key: 'test',
        label: m.saml_test(),
        reason: row.version === 0 ? m.signOnSetup_first() : test.isBusy ? m.ui_wait() : null,
        onAction: () => test.give(row),
      },
      { key: 'copy', label: m.signOnSetup_copy(), onAction: () => void copy(row.redirect_uri) },
      { key: 'copyStart', label: m.signOnSetup_copy_start(), onAction: () => void copy(row.initiate_login_uri) },
    ],
  };
}

/** The page of a single sign-on by OpenID Connect: the settings of each district that the user administers, and their test. */
export const signOnSetupScreen = (kind: SignOnKind, words: Pick<ListDeclaration<SignOnRow>, 'path' | 'roles' | 'title' | 'lead'>) =>
  recordScreen<SignOnRow>({
    ...words,
    source: signOnSource(kind),
    nameOf: ({ district_name }) => district_name,
    columns,
    initial: { sort: { key: 'district_name', isDescending: false }, filter: '', hidden: ['client_id', 'redirect_uri'] },
    scope: tested,
    fields: {
      issuer: { label: m.lti_issuer, help: m.signOnSetup_issuer_help, input: { type: 'url', spellCheck: false } },
      client_id: { label: m.lti_client_id, input: { spellCheck: false } },
      client_secret: { label: m.connections_secret, help: m.connections_secret_help, input: { type: 'password', spellCheck: false } },
      is_public: { label: m.signOnSetup_public },
      scope: { label: m.connections_scope, help: m.signOnSetup_scope_help, input: { spellCheck: false } },
      subject_is_sourced_id: { label: m.saml_sourced_id, help: m.saml_sourced_id_help },
      active: { label: m.saml_active, help: m.saml_active_help },
    },
    formTitle: (row) =>
      row?.version === 0 ? m.signOnSetup_set_up({ name: row.district_name }) : m.records_edit_name({ name: row?.district_name ?? '' }),
    empty: { title: m.signOnSetup_none, text: m.signOnSetup_none_text },
    useParts: useSetupParts,
  });
