import type { CourseFinding } from '../../../contract/courseImport.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { findingText } from './courseFindingWords.ts';

interface CourseFindingsProps {
  severity: CourseFinding['severity'];
  findings: readonly CourseFinding[];
  /** How many there are, also those that are not listed. */
  total: number;
}

type Listed = CourseFinding & { key: string };

/** What is wrong with a course, or not taken over, each with its place in the files. */
export function CourseFindings({ severity, findings, total }: CourseFindingsProps) {
  const rows = findings
    .filter((finding) => finding.severity === severity)
    .map((finding, index): Listed => ({ ...finding, key: String(index) }));
  const columns: TableColumn<Listed>[] = [
    { key: 'file', header: m.courseImport_file(), value: ({ file }) => file, isRowHeader: true, width: 'l' },
    {
      key: 'line',
      header: m.courseImport_line(),
      value: ({ line }) => line,
      text: ({ line }) => (line === null ? '' : formatNumber(line)),
      align: 'end',
      width: 'xs',
    },
    { key: 'field', header: m.courseImport_field(), value: ({ field }) => field, width: 's' },
    { key: 'reason', header: m.courseImport_reason(), value: findingText, width: 'l' },
  ];
  return (
    <Stack gap={3}>
      <DataTable
        caption={severity === 'error' ? m.courseImport_findings_errors() : m.courseImport_findings_warnings()}
        rows={rows}
        columns={columns.filter(({ key, value }) => key === 'file' || key === 'reason' || rows.some((row) => value(row)))}
        rowKey={({ key }) => key}
        fileName={severity === 'error' ? 'course-errors' : 'course-warnings'}
        empty={null}
      />
      {rows.length < total ? <Text tone="soft">{m.courseImport_findings_most({ count: formatNumber(rows.length) })}</Text> : null}
    </Stack>
  );
}
