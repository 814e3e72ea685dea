import { lazy, Suspense, useState } from 'react';
import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import type { SamlProvider } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import { samlProviderSource, samlSetting, testSamlProvider } from '../../services/saml.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { DistrictChoice, districtScope, inDistrict } from '../districts/DistrictChoice.tsx';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { identitiesColumn } from './identitiesColumn.ts';
import { saml } from './saml.screen.ts';
import { samlIdentity } from './samlIdentity.screen.ts';
import { samlSignIns } from './samlSignIns.screen.ts';

// The list would be too large with the form.
const MetadataDialog = lazy(() => import('./MetadataDialog.tsx'));
const KeysDialog = lazy(() => import('./KeysDialog.tsx'));

/** The certificate that lasts longest, which decides how long sign-ins go on. */
const lastCertificate = ({ certificate_list }: SamlProvider) =>
  certificate_list.toSorted((one, other) => (one.until < other.until ? 1 : -1)).find(({ state }) => state !== 'later') ??
  certificate_list[0];

function certificateText(provider: SamlProvider, language: string, zone: string): string {
  const last = lastCertificate(provider);
  if (!last) return m.saml_certificate_none();
  const when = formatMoment(last.until, language, zone);
  return last.state === 'over' ? m.saml_certificate_over({ when }) : m.saml_certificate_until({ when });
}

const columns = ({ time_zone }: UserData, language: string): TableColumn<SamlProvider>[] => [
  { key: 'name', header: m.saml_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  {
    key: 'active',
    header: m.account_column_state(),
    value: ({ active }) => (active ? m.saml_on() : m.saml_off()),
    look: (text, { active }) => <Badge tone={active ? 'success' : 'neutral'}>{text}</Badge>,
    width: 's',
  },
  {
    key: 'certificate',
    header: m.saml_certificate(),
    value: (row) => certificateText(row, language, time_zone),
    look: (text, row) => {
      const state = lastCertificate(row)?.state;
      return state === 'valid' || state === 'later' ? (
        text
      ) : (
        <Badge tone={state === 'over' ? 'danger' : 'warning'} isLong>
          {text}
        </Badge>
      );
    },
  },
  identitiesColumn(language),
  { key: 'entity_id', header: m.saml_entity_id(), value: ({ entity_id }) => entity_id },
  { key: 'sign_on_address', header: m.saml_sign_on_address(), value: ({ sign_on_address }) => sign_on_address },
  { key: 'sign_out_address', header: m.saml_sign_out_address(), value: ({ sign_out_address }) => sign_out_address },
  { key: 'own_entity_id', header: m.saml_own_entity_id(), value: ({ own_entity_id }) => own_entity_id },
  { key: 'acs_address', header: m.saml_acs_address(), value: ({ acs_address }) => acs_address },
];

const text = (most: number, isRequired = false) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const rules = (): Rules => ({
  name: text(100, true),
  entity_id: text(1000),
  sign_on_address: text(1000),
  sign_out_address: text(1000),
  certificates: text(50_000),
  name_id_format: {
    kind: 'choice',
    isRequired: true,
    initial: 'persistent',
    options: [
      { key: 'persistent', label: m.saml_format_persistent() },
      { key: 'emailAddress', label: m.saml_format_email() },
      { key: 'unspecified', label: m.saml_format_unspecified() },
    ],
  },
  subject_attribute: text(255),
  user_name_attribute: text(255),
  subject_is_sourced_id: { kind: 'truth', initial: false },
  active: { kind: 'truth', initial: false },
});

const leave = (url: string) => window.location.assign(url);

function useSamlParts({ say, refresh, chosen, choose }: RecordFrame): RecordParts<SamlProvider> {
  const { send } = useApp();
  const setting = samlSetting(useUser(), chosen[districtScope]);
  // undefined: the dialog has not been opened; null: for a new provider.
  const [provider, setProvider] = useState<SamlProvider | null | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const test = useCommand('testSamlProvider', (row: SamlProvider, { signal }) => testSamlProvider(send, setting, row, signal), {
    announce: { failed: () => m.saml_test_failed() },
    onDone: (_, { url }) => leave(url),
  });
  const read = (of: SamlProvider | null) => {
    setProvider(of);
    setOpen(true);
  };
  return {
    rules,
    more: (
      <>
        <Button onPress={() => read(null)}>{m.saml_read_metadata()}</Button>
        <Button onPress={() => setShowsKeys(true)}>{m.saml_keys()}</Button>
      </>
    ),
    tools: (
      <>
        <LinkButton href={inDistrict(samlIdentity, chosen)}>{m.saml_identity_title()}</LinkButton>
        <LinkButton href={inDistrict(samlSignIns, chosen)}>{m.saml_log_title()}</LinkButton>
      </>
    ),
    above: () => (
      <>
        <DistrictChoice chosen={chosen} choose={choose} />
        {test.problem ? <ProblemNotice title={m.saml_test_failed()} problem={test.problem} focus="command-problem" /> : null}
      </>
    ),
    actions: (row) => [
      { key: 'test', label: m.saml_test(), reason: test.isBusy ? m.ui_wait() : null, onAction: () => test.give(row) },
      { key: 'read', label: m.saml_read_metadata(), onAction: () => read(row) },
      { key: 'own', label: m.saml_own_metadata(), onAction: () => leave(row.own_entity_id) },
    ],
    dialogs: (
      <Suspense>
        {provider === undefined ? null : (
          <MetadataDialog
            setting={setting}
            provider={provider}
            isOpen={isOpen}
            onOpenChange={setOpen}
            onDone={(name) => {
              say(m.saml_metadata_read({ name }));
              refresh();
            }}
          />
        )}
        {showsKeys ? <KeysDialog setting={setting} isOpen onOpenChange={setShowsKeys} onDone={() => say(m.saml_keys_changed())} /> : null}
      </Suspense>
    ),
  };
}

/** Identity providers through which the people of a district sign in by SAML (`admin/externalTools/saml`). */
export default recordScreen<SamlProvider>({
  ...saml,
  title: m.saml_title,
  lead: m.saml_lead,
  source: samlProviderSource,
  scope: districtScope,
  nameOf: ({ name }) => name,
  columns,
  initial: {
    sort: { key: 'name', isDescending: false },
    filter: '',
    hidden: ['sign_on_address', 'sign_out_address', 'own_entity_id', 'acs_address'],
  },
  fields: {
    name: { label: m.saml_name, help: m.saml_name_help },
    entity_id: { label: m.saml_entity_id, input: { spellCheck: false } },
    sign_on_address: { label: m.saml_sign_on_address, input: { spellCheck: false } },
    sign_out_address: { label: m.saml_sign_out_address, help: m.saml_sign_out_help, input: { spellCheck: false } },
    certificates: { label: m.saml_certificates, help: m.saml_certificates_help, lines: 4, input: { spellCheck: false } },
    name_id_format: { label: m.saml_format },
    subject_attribute: { label: m.saml_subject_attribute, help: m.saml_subject_attribute_help, input: { spellCheck: false } },
    user_name_attribute: { label: m.saml_user_name_attribute, help: m.saml_user_name_attribute_help, input: { spellCheck: false } },
    subject_is_sourced_id: { label: m.saml_sourced_id, help: m.saml_sourced_id_help },
    active: { label: m.saml_active, help: m.saml_active_help },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.saml_new()),
  removal: {
    consequences: ({ identities = 0 }) => <Text>{identities > 0 ? m.saml_in_use({ count: identities }) : m.saml_unused()}</Text>,
  },
  empty: { title: m.saml_none, text: m.saml_none_text },
  useParts: useSamlParts,
});
