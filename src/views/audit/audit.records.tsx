import { type AuditEntry, auditKinds } from '../../../contract/audit.ts';
import { m } from '../../paraglide/messages.js';
import { auditSource } from '../../services/audit/entries.ts';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { PeriodFields, usePeriod } from '../period.tsx';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { audit } from './audit.screen.ts';
import { auditColumns } from './auditColumns.ts';
import { actionNames, kindNames } from './auditWords.ts';

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
  columns: auditColumns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  filters: ['kind', 'from', 'to'],
  empty: { title: m.audit_none, text: m.audit_none_text },
  useParts: useAuditFilters,
});
