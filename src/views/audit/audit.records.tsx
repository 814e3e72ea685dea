import { type AuditEntry, auditKinds } from '../../../contract/audit.ts';
import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import { auditSource } from '../../services/audit/entries.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { formatMoment } from '../dates.ts';
import { PeriodFields, usePeriod } from '../period.tsx';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { roleName } from '../shell/roleName.ts';
import { audit } from './audit.screen.ts';
import { aboutText, actionNames, detailText, kindNames, whoText } from './auditWords.ts';

const columns = ({ time_zone }: UserData, language: string): TableColumn<AuditEntry>[] => [
  {
    key: 'at',
    header: m.audit_when(),
    value: (row) => row.at,
    text: (row) => formatMoment(row.at, language, time_zone),
    width: 's',
  },
  { key: 'action', header: m.audit_action(), value: (row) => actionNames[row.action](), isRowHeader: true },
  { key: 'who', header: m.audit_who(), value: whoText },
  { key: 'role', header: m.account_column_role(), value: (row) => (row.actor ? roleName((row.acting ?? row.actor).role) : '') },
  { key: 'about', header: m.audit_about(), value: aboutText },
  { key: 'detail', header: m.audit_detail(), value: detailText, width: 'l' },
  { key: 'address', header: m.audit_address(), value: (row) => row.address ?? m.audit_server() },
];

/** The filters: kind and period. */
function useAuditFilters({ chosen, choose }: RecordFrame): RecordParts<AuditEntry> {
  const period = usePeriod(undefined);
  return {
    tools: (
      <Row gap={3} align="start">
        <NativeSelect
          label={m.audit_kind()}
          placeholder={m.audit_kind_all()}
          value={chosen.kind ?? 'all'}
          onChange={(kind) => choose({ kind: kind === 'all' ? '' : kind })}
          options={[{ key: 'all', label: m.audit_kind_all() }, ...auditKinds.map((kind) => ({ key: kind, label: kindNames[kind]() }))]}
        />
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
  source: auditSource,
  nameOf: ({ action }) => actionNames[action](),
  columns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  filters: ['kind', 'from', 'to'],
  empty: { title: m.audit_none, text: m.audit_none_text },
  useParts: useAuditFilters,
});
