import { useState } from 'react';
import type { UserData } from '../../../contract/login.ts';
import type { SamlReceived, SamlSignIn } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import { samlSignInSource } from '../../services/saml.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { DistrictChoice, districtScope } from '../districts/DistrictChoice.tsx';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import s from './saml.module.css';
import { samlSignIns } from './samlSignIns.screen.ts';
import { causeNames, outcomeNames, outcomeTones } from './samlWords.ts';

const columns = ({ time_zone }: UserData, language: string): TableColumn<SamlSignIn>[] => [
  {
    key: 'at',
    header: m.saml_at(),
    value: ({ at }) => at,
    text: ({ at }) => formatMoment(at, language, time_zone),
    isRowHeader: true,
  },
  { key: 'provider_name', header: m.saml_provider(), value: ({ provider_name }) => provider_name, isUnsortable: true },
  {
    key: 'outcome',
    header: m.saml_outcome(),
    value: ({ outcome }) => outcomeNames[outcome](),
    look: (text, { outcome }) => <Badge tone={outcomeTones[outcome]}>{text}</Badge>,
    isUnsortable: true,
    width: 's',
  },
  { key: 'cause', header: m.saml_cause(), value: ({ cause }) => (cause ? causeNames[cause]() : ''), isUnsortable: true, width: 'l' },
  { key: 'detail', header: m.saml_detail(), value: ({ detail }) => detail, isUnsortable: true },
];

/** What came in a test sign-in. */
function ReceivedDialog({ received, onClose }: { received: SamlReceived; onClose: () => void }) {
  const facts: readonly [string, string][] = [
    [m.saml_issuer(), received.issuer],
    [m.saml_subject(), received.subject],
    [m.saml_name_id(), received.name_id],
    [m.saml_format(), received.name_id_format],
    [m.saml_name_there(), received.user_name],
    [m.saml_encrypted(), received.encrypted ? m.records_yes() : m.records_no()],
    [m.saml_has_account(), received.linked ? m.records_yes() : m.records_no()],
    ...received.attributes.map(({ name, values }): [string, string] => [name, values.join(', ')]),
  ];
  return (
    <Dialog
      size="large"
      title={m.saml_received()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{m.ui_close()}</Button>}
    >
      <Stack gap={3}>
        <Text tone="soft">{m.saml_received_text()}</Text>
        <dl className={s.facts} aria-label={m.saml_received()} tabIndex={0}>
          {facts.map(([name, value], at) => (
            // An attribute may come twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change
            <div key={at}>
              <dt>{name}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Dialog>
  );
}

function useSignInParts({ chosen, choose }: RecordFrame): RecordParts<SamlSignIn> {
  const [received, setReceived] = useState<SamlReceived | null>(null);
  return {
    above: () => <DistrictChoice chosen={chosen} choose={choose} />,
    actions: ({ received: came }) =>
      came ? [{ key: 'received', label: m.saml_received(), isButton: true, onAction: () => setReceived(came) }] : [],
    dialogs: received ? <ReceivedDialog received={received} onClose={() => setReceived(null)} /> : null,
  };
}

/** Sign-ins by SAML, refusals with their true cause, and tests with what came (`admin/externalTools/samlSignIns`). */
export default recordScreen<SamlSignIn>({
  ...samlSignIns,
  title: m.saml_log_title,
  lead: m.saml_log_lead,
  source: samlSignInSource,
  scope: districtScope,
  nameOf: ({ provider_name, at }) => `${provider_name} ${at}`,
  columns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  empty: { title: m.saml_log_none, text: m.saml_log_none_text },
  useParts: useSignInParts,
});
