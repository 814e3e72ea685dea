import type { AuditEntry } from '../../../contract/audit.ts';
import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { roleName } from '../shell/roleName.ts';
import { aboutText, actionNames, detailText, whoText } from './auditWords.ts';

/** Columns of the audit. */
export const auditColumns = ({ time_zone }: UserData, language: string): TableColumn<AuditEntry>[] => [
  {
    key: 'at',
    header: m.audit_when(),
    value: (row) => row.at,
    text: (row) => formatMoment(row.at, language, time_zone),
    width: 's',
  },
  { key: 'action', header: m.audit_action(), value: (row) => actionNames[row.action](), isRowHeader: true },
  { key: 'who', header: m.audit_who(), value: whoText },
  {
    key: 'role',
    header: m.account_column_role(),
    value: (row) => (row.actor ? roleName((row.acting ?? row.actor).role) : ''),
  },
  { key: 'about', header: m.audit_about(), value: aboutText },
  { key: 'detail', header: m.audit_detail(), value: detailText, width: 'l' },
  { key: 'address', header: m.audit_address(), value: (row) => row.address ?? m.audit_server(), width: 's' },
];
