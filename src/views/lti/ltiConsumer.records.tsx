import { lazy, Suspense, useState } from 'react';
import type { Rules } from '../../../common/recordValues.ts';
import { providers } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import { invitePlatform, type PlatformPage, type PlatformRow, platformSource, testPlatform } from '../../services/lti/lti.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconCopy } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { districtScope, inDistrict, useDistrictChoice } from '../districts/DistrictChoice.tsx';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { samlIdentity } from '../saml/samlIdentity.screen.ts';
import { copyText } from '../sharing/copyText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import s from './lti.module.css';
import { ltiConsumer } from './ltiConsumer.screen.ts';

const Refusals = lazy(() => import('./Refusals.tsx'));

const keysWords = {
  ok: m.lti_keys_ok,
  unreachable: m.lti_keys_unreachable,
  refused: m.lti_keys_refused,
  off: m.lti_keys_off,
};
const tokenWords = {
  ok: m.lti_token_ok,
  unreachable: m.lti_token_unreachable,
  refused: m.lti_token_refused,
  off: m.lti_token_off,
};

const columns = ({ role, time_zone }: UserData, language: string): TableColumn<PlatformRow>[] => [
  { key: 'name', header: m.lti_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  ...(providers.some((one) => one === role)
    ? [{ key: 'district_name', header: m.lti_district(), value: (row: PlatformRow) => row.district_name }]
    : []),
  {
    key: 'active',
    header: m.lti_state(),
    value: ({ active }) => (active ? m.lti_on() : m.lti_off()),
    look: (text, { active }) => <Badge tone={active ? 'success' : 'warning'}>{text}</Badge>,
    width: 's',
  },
  { key: 'issuer', header: m.lti_issuer(), value: ({ issuer }) => issuer, width: 'l' },
  { key: 'client_id', header: m.lti_client_id(), value: ({ client_id }) => client_id },
  { key: 'deployment_ids', header: m.lti_deployments(), value: ({ deployment_ids }) => deployment_ids },
  {
    key: 'launches',
    header: m.lti_launches(),
    value: ({ launches }) => launches,
    text: ({ launches }) => formatNumber(launches, language),
    align: 'end',
    width: 's',
  },
  {
    key: 'launched_at',
    header: m.lti_launched(),
    value: ({ launched_at }) => launched_at ?? '',
    text: ({ launched_at }) => (launched_at ? formatMoment(launched_at, language, time_zone) : ''),
    width: 's',
  },
  {
    key: 'waiting',
    header: m.lti_waiting(),
    value: ({ waiting }) => waiting,
    text: ({ waiting }) => formatNumber(waiting, language),
    align: 'end',
    width: 's',
  },
  {
    key: 'strangers',
    header: m.lti_strangers(),
    value: ({ strangers }) => strangers,
    text: ({ strangers }) => formatNumber(strangers, language),
    look: (text, { strangers }) => (strangers > 0 ? <Badge tone="warning">{text}</Badge> : text),
    align: 'end',
    width: 's',
  },
];

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const rules: Rules = {
  name: text(200, true),
  issuer: text(2000, true),
  client_id: text(255, true),
  deployment_ids: text(2000, false),
  authorization_endpoint: text(2000, true),
  token_endpoint: text(2000, false),
  jwks_uri: text(2000, true),
  subject_is_sourced_id: { kind: 'truth', initial: false },
  lis_is_sourced_id: { kind: 'truth', initial: false },
  active: { kind: 'truth', initial: true },
};

interface AddressProps {
  label: string;
  address: string;
  onCopy: (address: string) => Promise<void>;
}

/** An address to copy into the platform. */
const Address = ({ label, address, onCopy }: AddressProps) => (
  <span className={s.line}>
    <code className={s.address}>{address}</code>
    <Button size="small" icon={IconCopy} aria-label={`${m.teacher_code_copy()}: ${label}`} onPress={() => void onCopy(address)}>
      {m.teacher_code_copy()}
    </Button>
  </span>
);

/** For which district a platform is invited. Absent: for the only one that the administrator has. */
interface Invited {
  scope: string | undefined;
  district: string | undefined;
}

function usePlatformParts({ say, refresh, chosen, choose }: RecordFrame): RecordParts<PlatformRow> {
  const { send } = useApp();
  const { name: district, control } = useDistrictChoice({ chosen, choose }, m.people_every_district());
  const scope = chosen[districtScope];
  const [isOpen, setOpen] = useState(false);
  const test = useCommand('ltiTest', (row: PlatformRow, stop) => testPlatform(send, row, stop), {
    onDone: ({ name }, { keys, token }) => say(m.lti_tested({ name, keys: keysWords[keys](), token: tokenWords[token]() })),
  });
  const invitation = useCommand('ltiInvite', (one: Invited, stop) => invitePlatform(send, one.scope, stop), { onDone: refresh });
  const copy = async (address: string) => say((await copyText(address)) ? m.teacher_code_copied() : m.sharing_copy_by_hand());
  return {
    rules: () => rules,
    tools: (
      <>
        {control}
        <LinkButton href={inDistrict(samlIdentity, chosen)}>{m.saml_identity_title()}</LinkButton>
      </>
    ),
    isShown: ({ district_id }) => !scope || String(district_id) === scope,
    ...(district
      ? { formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.districts_in({ what: m.lti_new(), district })) }
      : {}),
    more: (
      <>
        <Button onPress={() => setOpen(true)}>{m.lti_refusals()}</Button>
        <Button isPending={invitation.isBusy} onPress={() => invitation.give({ scope, district })}>
          {m.lti_invite()}
        </Button>
      </>
    ),
    above: (page) => {
      const { own } = page as PlatformPage;
      return (
        <Stack>
          {test.problem ? <ProblemNotice title={m.lti_test_failed()} problem={test.problem} /> : null}
          {invitation.problem ? <ProblemNotice title={m.lti_invite_failed()} problem={invitation.problem} /> : null}
          {invitation.result ? (
            <Notice tone="success" title={m.lti_invite_address()}>
              <Text>{m.lti_invite_done()}</Text>
              {invitation.order?.district ? <Text>{`${m.lti_district()}: ${invitation.order.district}`}</Text> : null}
              <Address label={m.lti_invite_address()} address={invitation.result.url} onCopy={copy} />
            </Notice>
          ) : null}
          <section aria-label={m.lti_own()} className={s.own}>
            <h2>{m.lti_own()}</h2>
            <dl>
              {(
                [
                  [m.lti_own_login(), own.login_url],
                  [m.lti_own_launch(), own.launch_url],
                  [m.lti_own_jwks(), own.jwks_url],
                ] as const
              ).map(([label, address]) => (
                <div key={address}>
                  <dt>{label}</dt>
                  <dd>
                    <Address label={label} address={address} onCopy={copy} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </Stack>
      );
    },
    actions: (row) => [{ key: 'test', label: m.lti_test(), onAction: () => test.give(row) }],
    dialogs: isOpen ? (
      <Suspense>
        <Refusals onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}

/** Learning platforms, our addresses for them, and what was refused (`admin/manageUsers/ltiConsumer`). */
export default recordScreen<PlatformRow>({
  ...ltiConsumer,
  title: m.lti_title,
  lead: m.lti_lead,
  source: platformSource,
  scope: districtScope,
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: ['client_id', 'deployment_ids'] },
  fields: {
    name: { label: m.lti_name },
    issuer: { label: m.lti_issuer, help: m.lti_issuer_help, input: { spellCheck: false } },
    client_id: { label: m.lti_client_id, input: { spellCheck: false } },
    deployment_ids: { label: m.lti_deployments, help: m.lti_deployments_help, input: { spellCheck: false } },
    authorization_endpoint: { label: m.lti_authorization, help: m.lti_authorization_help, input: { spellCheck: false } },
    token_endpoint: { label: m.lti_token, help: m.lti_token_help, input: { spellCheck: false } },
    jwks_uri: { label: m.lti_jwks, help: m.lti_jwks_help, input: { spellCheck: false } },
    subject_is_sourced_id: { label: m.lti_sourced_ids, help: m.lti_sourced_ids_help },
    lis_is_sourced_id: { label: m.lti_lis_ids, help: m.lti_lis_ids_help },
    active: { label: m.lti_active },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.lti_new()),
  removal: {
    consequences: ({ launches = 0 }) => <Text>{launches > 0 ? m.lti_used({ count: formatNumber(launches) }) : m.lti_unused()}</Text>,
  },
  empty: { title: m.lti_none, text: m.lti_none_text },
  useParts: usePlatformParts,
});
