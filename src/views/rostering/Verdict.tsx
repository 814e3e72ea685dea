import { type ReactNode, useMemo, useState } from 'react';
import {
  type Finding,
  type Mend,
  type RosterJob,
  type RosterOptions,
  type SimpleField,
  simpleFields,
} from '../../../contract/rostering.ts';
import type { EarlierColumns, Verdict as Found } from '../../machines/importWizard/importWizardMachine.ts';
import type { FileToSend } from '../../machines/rostering/rosteringMachine.ts';
import { m } from '../../paraglide/messages.js';
import { storedFiles, writeErrorFile } from '../../services/rostering.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { downloadBlob } from '../../ui/download.ts';
import { IconDownload, IconTool } from '../../ui/icons.ts';
import { Grid, Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useNotices, useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { todoOf, whyOf } from './findingWords.ts';
import { ModeChoice } from './ModeChoice.tsx';
import s from './rostering.module.css';
import { count, fieldNames, mendsOf, mendText, rowsOf } from './rosterWords.ts';

interface VerdictProps {
  verdict: Found;
  options: RosterOptions;
  /** The files, if this page has them; else they are those of `job`. */
  files: readonly FileToSend[];
  job: RosterJob | null;
  isFromServer: boolean;
  onMends: (mends: Mend[]) => void;
  onMapping: (mapping: NonNullable<RosterOptions['mapping']>) => void;
  /** null: it is too late for that here. */
  onMode: ((mode: RosterOptions['mode']) => void) | null;
  /** Where the corrected file is chosen. */
  again: ReactNode;
  actions: ReactNode;
}

/** What was read and what is wrong with it, with all that can be done about it. */
export default function Verdict({ verdict, options, files, job, isFromServer, onMends, onMapping, onMode, again, actions }: VerdictProps) {
  const { check, findings } = verdict;
  const { errors, warnings } = check;
  const rows = rowsOf(check.files.reduce((sum, file) => sum + file.rows, 0));
  const offers = useMemo(() => mendsOf(findings), [findings]);
  const plain = offers.flatMap(({ mends }) => (mends.length === 1 ? mends : []));
  return (
    <Stack gap={5}>
      <div>
        {errors > 0 ? (
          <Notice tone="error" title={m.rostering_with_errors({ errors: m.rostering_errors({ count: errors }) })}>
            {isFromServer ? m.rostering_refused() : m.rostering_with_errors_text()}
          </Notice>
        ) : warnings > 0 ? (
          <Notice tone="warning" title={m.rostering_with_warnings({ rows, warnings: m.rostering_warnings({ count: warnings }) })}>
            {m.rostering_with_warnings_text()}
          </Notice>
        ) : (
          <Notice tone="success" title={m.rostering_clean({ rows })} />
        )}
      </div>
      {offers.length > 0 ? (
        <Card tone="accent" title={m.rostering_mends()} end={<IconTool size={22} stroke={1.75} aria-hidden="true" />}>
          <Stack gap={3}>
            <Text tone="soft">{m.rostering_mends_lead()}</Text>
            <ul className={s.mends}>
              {offers.map(({ finding, mends }) => (
                <li key={JSON.stringify(mends)}>
                  <Text>
                    {finding.column ? <strong>{finding.column}: </strong> : null}
                    {whyOf(finding)}
                  </Text>
                  <Row gap={2}>
                    {mends.map((mend) => (
                      <Button key={JSON.stringify(mend)} size="small" onPress={() => onMends([mend])}>
                        {mendText(mend)}
                      </Button>
                    ))}
                  </Row>
                </li>
              ))}
            </ul>
            {plain.length > 1 ? (
              <Row>
                <Button onPress={() => onMends(plain)}>{m.rostering_mend_all()}</Button>
              </Row>
            ) : null}
          </Stack>
        </Card>
      ) : null}
      {check.form === 'simple' && check.header.length > 0 ? (
        <Columns
          key={JSON.stringify(check.mapping)}
          header={check.header}
          mapping={check.mapping}
          earlier={verdict.earlier ?? null}
          onMapping={onMapping}
        />
      ) : null}
      {findings.length > 0 ? <Findings verdict={verdict} options={options} files={files} job={job} /> : null}
      {onMode && check.form === 'simple' ? <ModeChoice mode={options.mode} onMode={onMode} /> : null}
      <Row>{actions}</Row>
      {errors > 0 ? again : null}
    </Stack>
  );
}

interface ColumnsProps {
  header: readonly string[];
  mapping: Readonly<Record<string, string>>;
  earlier: EarlierColumns | null;
  onMapping: (mapping: NonNullable<RosterOptions['mapping']>) => void;
}

/** Which column of a student list is taken for which field. */
function Columns({ header, mapping: before, earlier, onMapping }: ColumnsProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const [mapping, setMapping] = useState(before);
  const none = '-';
  const set = (field: SimpleField, column: string) => {
    const { [field]: _, ...others } = mapping;
    setMapping(column === none ? others : { ...others, [field]: column });
  };
  const isSame = simpleFields.every((field) => mapping[field] === before[field]);
  return (
    <Section title={m.rostering_columns()} lead={m.rostering_columns_lead()}>
      {earlier ? (
        <Notice
          tone="info"
          title={
            earlier.by === null
              ? m.rostering_columns_earlier({ when: formatMoment(earlier.at, language, time_zone) })
              : m.rostering_columns_earlier_of({ name: earlier.by, when: formatMoment(earlier.at, language, time_zone) })
          }
        >
          <Stack gap={2}>
            <Text>
              {simpleFields
                .filter((field) => earlier.mapping[field] !== before[field])
                .map((field) =>
                  m.rostering_column_as({ field: fieldNames[field](), column: earlier.mapping[field] ?? m.rostering_column_none() }),
                )
                .join('; ')}
            </Text>
            <Row>
              <Button size="small" onPress={() => onMapping(earlier.mapping)}>
                {earlier.by === null ? m.rostering_columns_earlier_use() : m.rostering_columns_earlier_use_of({ name: earlier.by })}
              </Button>
            </Row>
          </Stack>
        </Notice>
      ) : null}
      <Grid min="s" gap={3}>
        {simpleFields.map((field) => (
          <NativeSelect
            key={field}
            label={fieldNames[field]()}
            placeholder={m.rostering_column_none()}
            value={mapping[field] ?? none}
            options={[{ key: none, label: m.rostering_column_none() }, ...header.map((name) => ({ key: name, label: name }))]}
            onChange={(column) => set(field, column)}
          />
        ))}
      </Grid>
      <Row>
        <Button reason={isSame ? m.rostering_columns_same() : null} onPress={() => onMapping(mapping)}>
          {m.rostering_columns_use()}
        </Button>
      </Row>
    </Section>
  );
}

type Listed = Finding & { key: string; why: string; todo: string };
const sortKey = ({ file, code, column }: Pick<Finding, 'file' | 'code' | 'column'>) => `${file}\n${code}\n${column}`;

function Findings({ verdict, options, files, job }: Pick<VerdictProps, 'verdict' | 'options' | 'files' | 'job'>) {
  const { check, findings } = verdict;
  const { send } = useApp();
  const notices = useNotices();
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
    { key: 'file', header: m.rostering_file(), value: (row) => row.file },
    {
      key: 'row',
      header: m.rostering_row(),
      value: (row) => row.row,
      text: (row) => (row.row === null ? '' : count(row.row)),
      align: 'end',
      width: 'xs',
    },
    { key: 'column', header: m.rostering_column(), value: (row) => row.column ?? '', width: 's' },
    { key: 'value', header: m.rostering_value(), value: (row) => row.value ?? '', width: 's' },
    { key: 'why', header: m.rostering_reason(), value: (row) => row.why, isRowHeader: true, width: 'l' },
    { key: 'todo', header: m.rostering_todo(), value: (row) => row.todo, width: 'l' },
  ];
  const download = async (name: string) => {
    try {
      const read = job ? await storedFiles(send, job) : files;
      const file = await writeErrorFile(read, options, name, findings, (one) => `${whyOf(one)} ${todoOf(one)}`, m.rostering_error_column());
      downloadBlob(`${name.replace(/\.\w+$/, '')}-errors.csv`, file);
    } catch {
      notices.send({ type: 'notice.posted', kind: 'error', text: m.rostering_error_file_failed() });
    }
  };
  const wrongFiles = [...new Set(check.groups.map(({ file }) => file))].filter(
    (name) => check.files.some((file) => file.name === name) || /\.csv$/i.test(name),
  );
  const named = (group: (typeof check.groups)[number]) => {
    const example = all.find((one) => sortKey(one) === sortKey(group));
    return `${group.column ? `${group.column}: ` : ''}${example?.why ?? group.code} (${count(group.count)})`;
  };
  return (
    <Section
      title={m.rostering_findings()}
      lead={total > findings.length ? m.rostering_findings_more({ shown: count(findings.length), count: count(total) }) : null}
      action={wrongFiles.slice(0, 3).map((name) => (
        <Button key={name} icon={IconDownload} variant="quiet" onPress={() => void download(name)}>
          {m.rostering_error_file({ name })}
        </Button>
      ))}
    >
      <div className={s.field}>
        <NativeSelect
          label={m.rostering_sort()}
          placeholder={m.rostering_sort()}
          value={sort}
          options={[
            { key: 'all', label: m.rostering_sort_all({ count: count(total) }) },
            { key: 'error', label: m.rostering_sort_errors({ count: count(check.errors) }) },
            { key: 'warning', label: m.rostering_sort_warnings({ count: count(check.warnings) }) },
            ...check.groups.map((group) => ({ key: sortKey(group), label: named(group) })),
          ]}
          onChange={setSort}
        />
      </div>
      <DataTable
        caption={m.rostering_findings()}
        isCaptionHidden
        rows={shown}
        columns={columns}
        rowKey={(row) => row.key}
        fileName="findings"
        isStacked
        empty={null}
      />
    </Section>
  );
}
