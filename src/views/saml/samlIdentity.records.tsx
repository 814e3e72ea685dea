import { lazy, Suspense, useEffect, useState } from 'react';
import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { type LinkKind, registrationKey, type SamlIdentity, saml } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import { samlIdentitySource, samlSetting } from '../../services/saml.ts';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { DistrictChoice, districtScope } from '../districts/DistrictChoice.tsx';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { samlIdentity } from './samlIdentity.screen.ts';

const kindNames: Readonly<Record<LinkKind, () => string>> = {
  saml: m.technical_kind_saml,
  roster: m.signOnSetup_roster_title,
  classroom: m.signOnSetup_classroom_title,
  lti: m.technical_kind_lti,
};
const registrationName = (kind: LinkKind, name: string) => m.technical_named({ kind: kindNames[kind](), name });

/** Name of the filter in the address and the query. */
const registrationFilter = 'registration';

const columns = ({ time_zone }: UserData, language: string, list: string): TableColumn<SamlIdentity>[] => {
  const moment = (at: string | null) => (at ? formatMoment(at, language, time_zone) : '');
  return [
    { key: 'subject', header: m.saml_subject(), value: ({ subject }) => subject, isRowHeader: true, width: 'l' },
    { key: 'name_at_provider', header: m.saml_name_there(), value: ({ name_at_provider }) => name_at_provider, isUnsortable: true },
    ...(list === 'unlinked'
      ? []
      : ([
          { key: 'user_name', header: m.account_user_name(), value: ({ user_name }) => user_name },
          { key: 'full_name', header: m.saml_person(), value: ({ full_name }) => full_name, isUnsortable: true },
          {
            key: 'linked_at',
            header: m.saml_linked_at(),
            value: ({ linked_at }) => linked_at ?? '',
            text: ({ linked_at }) => moment(linked_at),
          },
        ] satisfies TableColumn<SamlIdentity>[])),
    { key: 'last_at', header: m.saml_last_at(), value: ({ last_at }) => last_at ?? '', text: ({ last_at }) => moment(last_at) },
    { key: 'provider_name', header: m.saml_registration(), value: ({ kind, provider_name }) => registrationName(kind, provider_name) },
    { key: 'issuer', header: m.saml_issuer(), value: ({ issuer }) => issuer, isUnsortable: true },
  ];
};

const text = (most: number) => ({ kind: 'text', most, isRequired: true, isUnique: false }) as const;

// The list would be too large with the reader of files.
const LinkFile = lazy(() => import('./LinkFile.tsx'));

function useIdentityParts({ refresh, chosen, choose }: RecordFrame): RecordParts<SamlIdentity> {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, want] = useState(false);
  const { send } = useApp();
  const setting = samlSetting(useUser(), chosen[districtScope]);
  const { district_id } = setting;
  const { data, refresh: readRegistrations } = useCollection(
    async (signal) => ({ district_id, registrations: await send(saml.linkRegistrations, setting, { signal }) }),
    undefined,
    'collection: registrations',
  );
  const registrations = data?.district_id === district_id ? data.registrations : undefined;
  const isOther = data !== undefined && registrations === undefined;
  useEffect(() => {
    if (isOther) readRegistrations();
  }, [isOther, readRegistrations]);
  const options = (registrations ?? []).map((one) => ({ key: registrationKey(one), label: registrationName(one.kind, one.name) }));
  const file: RecordParts<SamlIdentity> = {
    more: (
      <Button
        onPress={() => {
          want(true);
          setOpen(true);
        }}
      >
        {m.saml_file()}
      </Button>
    ),
    above: () => (
      <>
        <DistrictChoice chosen={chosen} choose={choose} />
        {isWanted ? (
          <Suspense fallback={null}>
            <LinkFile setting={setting} isOpen={isOpen} onOpenChange={setOpen} onChanged={refresh} />
          </Suspense>
        ) : null}
      </>
    ),
  };
  if (!registrations) return file;
  const wanted = chosen[registrationFilter] ?? '';
  const rules = (row: SamlIdentity | null): Rules => ({
    ...(row
      ? {}
      : {
          registration: { kind: 'choice', isRequired: true, initial: wanted || (options[0]?.key ?? ''), options } as const,
          subject: text(255),
        }),
    user_name: text(100),
  });
  const tools =
    options.length > 1 ? (
      <NativeSelect
        label={m.saml_registration()}
        placeholder={m.ui_loading()}
        value={wanted}
        options={[{ key: '', label: m.saml_registration_every() }, ...options]}
        onChange={(key) => choose({ [registrationFilter]: key })}
      />
    ) : null;
  return { ...file, rules, tools, editReason: ({ user_puid }) => (user_puid === null ? null : m.saml_unlink_first()) };
}

/** Which subjects of registrations open which accounts, and who came without one (`admin/manageUsers/samlIdentity`). */
export default recordScreen<SamlIdentity>({
  ...samlIdentity,
  title: m.saml_identity_title,
  lead: m.saml_identity_lead,
  add: m.saml_link,
  edit: m.saml_link_row,
  source: samlIdentitySource,
  scope: districtScope,
  filters: [registrationFilter],
  lists: {
    name: 'list',
    label: m.saml_identity_title,
    options: { linked: m.saml_linked, unlinked: m.saml_unlinked },
  },
  nameOf: ({ subject }) => subject,
  columns,
  initial: { sort: { key: 'subject', isDescending: false }, filter: '', hidden: ['issuer'] },
  fields: {
    registration: { label: m.saml_registration },
    subject: { label: m.saml_subject, help: m.saml_subject_help, input: { spellCheck: false } },
    user_name: { label: m.account_user_name, input: { spellCheck: false } },
  },
  formTitle: (row) => (row ? m.saml_link_subject({ subject: row.subject }) : m.saml_link()),
  removal: {
    question: { title: ({ name }) => m.saml_unlink_question({ name }), confirm: m.saml_unlink },
    done: m.saml_subject_removed,
    consequences: ({ accounts = 0 }) => <Text>{accounts > 0 ? m.saml_unlink_text() : m.saml_forget_text()}</Text>,
  },
  empty: {
    title: (list) => (list === 'unlinked' ? m.saml_unlinked_none() : m.saml_identity_none()),
    text: (list) => (list === 'unlinked' ? m.saml_unlinked_none_text() : m.saml_identity_none_text()),
  },
  useParts: useIdentityParts,
});
