import { useMemo, useState } from 'react';
import type { Finding, RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import type { Verdict as Found } from '../../machines/rostering/fileReadingMachine.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorFiles } from './ErrorFiles.tsx';
import { columnOf, todoOf, whyOf } from './findingWords.ts';
import s from './rostering.module.css';

type Listed = Finding & { key: string; why: string; todo: string };
const sortKey = ({ file, code, column }: Pick<Finding, 'file' | 'code' | 'column'>) => `${file}\n${code}\n${column}`;

interface FindingsProps {
  verdict: Found;
  options: RosterOptions;
  /** The files, if this page has them. Otherwise the files of `job` are used. */
  files: readonly FileToSend[];
  /** The import, once the server has checked it. */
  job: RosterJob | null;
  title: string;
}

/** The findings by row, and the error file. */
export function Findings({ verdict, options, files, job, title }: FindingsProps) {
  const { check, findings } = verdict;
  const [sort, setSort] = useState('all');
  const all = useMemo<Listed[]>(
    () => findings.map((finding, index) => ({ ...finding, key: String(index), why: whyOf(finding), todo: todoOf(finding) })),
    [findings],
  );
  const shown = all.filter((one) => sort === 'all' || sort === one.severity || sort === sortKey(one));
  const total = check.errors + check.warnings;
  const columns: TableColumn<Listed>[] = [
    {
      key: 'severity',
      header: m.rostering_finding_kind(),
      value: (row) => (row.severity === 'error' ? m.rostering_error() : m.rostering_warning()),
      look: (text, row) => <Badge tone={row.severity === 'error' ? 'danger' : 'warning'}>{text}</Badge>,
      width: 'xs',
    },
    { key: 'file', header: m.rostering_file(), value: (row) => row.file, width: 's' },
    {
      key: 'row',
      header: m.rostering_row(),
      value: (row) => row.row,
      text: (row) => (row.row === null ? '' : formatNumber(row.row)),
      align: 'end',
      width: 'xs',
    },
    { key: 'column', header: m.rostering_column(), value: (row) => columnOf(row, check, options.mends), width: 's' },
    { key: 'value', header: m.rostering_value(), value: (row) => row.value ?? '', width: 's' },
    { key: 'why', header: m.rostering_reason(), value: (row) => row.why, isRowHeader: true, width: 'l' },
    { key: 'todo', header: m.rostering_todo(), value: (row) => row.todo, width: 'l' },
  ];
  const wrongFiles = [...new Set(check.groups.map(({ file }) => file))].filter(
    (name) => check.files.some((file) => file.name === name) || /\.csv$/i.test(name),
  );
  const named = (group: (typeof check.groups)[number]) => {
    const example = all.find((one) => sortKey(one) === sortKey(group));
    return `${group.column ? `${columnOf(group, check, options.mends)}: ` : ''}${example?.why ?? group.code} (${formatNumber(group.count)})`;
  };
  return (
    <Section
      title={title}
      lead={
        total > findings.length ? m.rostering_findings_more({ shown: formatNumber(findings.length), count: formatNumber(total) }) : null
      }
      action={<ErrorFiles names={wrongFiles} check={check} options={options} files={files} job={job} />}
    >
      <div className={s.field}>
        <NativeSelect
          label={m.rostering_sort()}
          placeholder={m.rostering_sort()}
          value={sort}
          options={[
            { key: 'all', label: m.rostering_sort_all({ count: formatNumber(total) }) },
            { key: 'error', label: m.rostering_sort_errors({ count: formatNumber(check.errors) }) },
            { key: 'warning', label: m.rostering_sort_warnings({ count: formatNumber(check.warnings) }) },
            ...check.groups.map((group) => ({ key: sortKey(group), label: named(group) })),
          ]}
          onChange={setSort}
        />
      </div>
      <DataTable
        caption={title}
        isCaptionHidden
        rows={shown}
        columns={columns}
        rowKey={(row) => row.key}
        fileName="findings"
        empty={null}
      />
    </Section>
  );
}
