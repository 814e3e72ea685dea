import { type CourseChange, type CourseCounts, courseChanges } from '../../../contract/courseImport.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { changeNames, detailsText, thingNames } from './courseImportWords.ts';

const ways = [...courseChanges, 'unchanged'] as const;
type Listed = CourseChange & { key: string };

/** How many of each kind change. */
export function CourseNumbers({ counts }: { counts: readonly CourseCounts[] }) {
  const rows = counts.filter((row) => ways.some((way) => row[way] > 0));
  return (
    <DataTable
      caption={m.courseImport_numbers()}
      rows={rows}
      columns={[
        { key: 'thing', header: m.courseImport_thing(), value: ({ thing }) => thingNames[thing](), isRowHeader: true, isUnsortable: true },
        ...ways
          .filter((way) => rows.some((row) => row[way] > 0))
          .map(
            (way): TableColumn<CourseCounts> => ({
              key: way,
              header: way === 'unchanged' ? m.courseImport_unchanged() : changeNames[way][0](),
              value: (row) => row[way],
              text: (row) => formatNumber(row[way]),
              align: 'end',
              width: 's',
              isUnsortable: true,
            }),
          ),
      ]}
      rowKey={({ thing }) => thing}
      hasToolbar={false}
      fileName="course-numbers"
      empty={null}
    />
  );
}

/** Each change, with what is different. `total`: how many there are, also those that are not listed. */
export function CourseChanges({ changes, total }: { changes: readonly CourseChange[]; total: number }) {
  const rows = changes.map((change, index): Listed => ({ ...change, key: String(index) }));
  const columns: TableColumn<Listed>[] = [
    { key: 'thing', header: m.courseImport_thing(), value: ({ thing }) => thingNames[thing](), width: 's' },
    {
      key: 'change',
      header: m.courseImport_change(),
      value: ({ change }) => changeNames[change][0](),
      look: (text, { change }) => <Badge tone={changeNames[change][1]}>{text}</Badge>,
      width: 's',
    },
    { key: 'name', header: m.courseImport_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
    { key: 'place', header: m.courseImport_place(), value: ({ place }) => place },
    { key: 'details', header: m.courseImport_details(), value: detailsText, width: 'l' },
  ];
  return (
    <Stack gap={3}>
      <DataTable
        caption={m.courseImport_changes()}
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        fileName="course-changes"
        empty={null}
      />
      {rows.length < total ? <Text tone="soft">{m.courseImport_changes_most({ count: formatNumber(rows.length) })}</Text> : null}
    </Stack>
  );
}
