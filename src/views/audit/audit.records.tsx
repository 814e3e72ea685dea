import { type AuditEntry, auditKinds } from '../../../contract/audit.ts';
import { wholeRoster } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { auditSource } from '../../services/audit/entries.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { PeriodFields, usePeriod } from '../period.tsx';
import { privacyHome } from '../privacy/privacyHome.screen.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { audit } from './audit.screen.ts';
import { auditColumns } from './auditColumns.ts';
import { actionNames, kindNames, loadAuditFields } from './auditWords.ts';

/** The filters: kind, school and period. */
function useAuditFilters({ chosen, choose }: RecordFrame): RecordParts<AuditEntry> {
  const period = usePeriod(undefined);
  const { send } = useApp();
  const { userPuid, districtID, role, acting } = useUser();
  const hasSchools = wholeRoster.some((one) => one === role);
  const { data: schools = [] } = useCollection(async (signal) =>
    hasSchools
      ? send(
          (await import('../../../contract/profile.ts')).profile.allSchools,
          { district_id: districtID, logged_in_user_puid: userPuid },
          { signal, quiet: true },
        )
      : [],
  );
  const kept =
    !acting && privacyHome.roles.some((one) => one === role) ? (
      <Text tone="soft">
        <Link href={addressOf(privacyHome)}>{m.audit_kept_where()}</Link>
      </Text>
    ) : null;
  return {
    above: ({ rows }) => (
      <>
        {chosen.group_puid || chosen.about_district_id ? (
          <Row gap={3}>
            <Text>{chosen.group_puid ? m.audit_only_class({ name: rows[0]?.subject.name ?? '' }) : m.audit_only_district()}</Text>
            <Button onPress={() => choose({ group_puid: '', about_district_id: '', school_id: '' })}>{m.audit_only_all()}</Button>
          </Row>
        ) : null}
        {kept}
      </>
    ),
    tools: (
      <Row gap={3} align="start">
        <NativeSelect
          label={m.audit_kind()}
          placeholder={m.audit_kind_all()}
          value={chosen.kind ?? 'all'}
          onChange={(kind) => choose({ kind: kind === 'all' ? '' : kind })}
          options={[{ key: 'all', label: m.audit_kind_all() }, ...auditKinds.map((kind) => ({ key: kind, label: kindNames[kind]() }))]}
        />
        {schools.length > 1 ? (
          <NativeSelect
            label={m.account_school()}
            placeholder={m.audit_school_all()}
            value={chosen.school_id ?? 'all'}
            onChange={(key) => choose({ school_id: key === 'all' ? '' : key })}
            options={[
              { key: 'all', label: m.audit_school_all() },
              ...schools.map(({ school_id, name }) => ({ key: String(school_id), label: name })),
            ]}
          />
        ) : null}
        <PeriodFields period={period} labels={[m.reports_period_from(), m.reports_period_to()]} />
      </Row>
    ),
  };
}

/** Who did what, when and from where. Nobody can change it here or elsewhere. */
export default recordScreen<AuditEntry>({
  ...audit,
  title: m.audit_title,
  lead: m.audit_lead,
  source: (send, user) => {
    const source = auditSource(send, user);
    return { ...source, load: async (...asked) => (await Promise.all([source.load(...asked), loadAuditFields()]))[0] };
  },
  nameOf: ({ action }) => actionNames[action](),
  columns: auditColumns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  filters: ['kind', 'school_id', 'group_puid', 'about_district_id', 'from', 'to'],
  empty: { title: m.audit_none, text: m.audit_none_text },
  useParts: useAuditFilters,
});
