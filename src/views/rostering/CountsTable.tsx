import { type RosterCounts, rosterKinds } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { kindNames } from './rosterWords.ts';

export const ways = ['deactivated', 'created', 'updated', 'unchanged', 'kept'] as const;
type CountRow = { kind: keyof RosterCounts } & RosterCounts['users'];

interface CountsTableProps {
  counts: RosterCounts;
  caption: string;
  /** Only accounts can have changed. */
  isOfAccounts: boolean;
}

/** Number of changed rows of each kind. */
export function CountsTable({ counts, caption, isOfAccounts }: CountsTableProps) {
  const headers = {
    created: m.rostering_created(),
    updated: m.rostering_updated(),
    unchanged: m.rostering_unchanged(),
    deactivated: m.rostering_deactivated(),
    kept: m.rostering_kept(),
  };
  const columns: TableColumn<CountRow>[] = [
    { key: 'kind', header: m.rostering_what(), value: (row) => kindNames[row.kind](), isRowHeader: true, isUnsortable: true },
    ...ways
      .filter((way) => way !== 'kept' || rosterKinds.some((kind) => counts[kind].kept > 0))
      .map(
        (way): TableColumn<CountRow> => ({
          key: way,
          header: headers[way],
          value: (row) => row[way],
          text: (row) => formatNumber(row[way]),
          look: (text, row) => (way === 'deactivated' && row[way] > 0 ? <Badge tone="danger">{text}</Badge> : text),
          align: 'end',
          width: 's',
          isUnsortable: true,
        }),
      ),
  ];
  return (
    <DataTable
      caption={caption}
      rows={rosterKinds.filter((kind) => !isOfAccounts || kind === 'users').map((kind) => ({ kind, ...counts[kind] }))}
      columns={columns}
      rowKey={(row) => row.kind}
      hasToolbar={false}
      fileName="import-counts"
      empty={null}
    />
  );
}
