import { m } from '../../paraglide/messages.js';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatDay } from '../../ui/dateFormats.ts';

/** The first and the last day of a row. An open end is empty. */
export function periodColumns<Row extends { from_date: string | null; to_date: string | null }>(language: string): TableColumn<Row>[] {
  const column = (key: string, header: string, of: (row: Row) => string | null): TableColumn<Row> => ({
    ...{ key, header, width: 's' },
    value: (row) => of(row) ?? '',
    text: (row) => {
      const day = of(row);
      return day === null ? '' : formatDay(day, language, 'UTC');
    },
  });
  return [
    column('from', m.permissions_from(), ({ from_date }) => from_date),
    column('until', m.permissions_until(), ({ to_date }) => to_date),
  ];
}
