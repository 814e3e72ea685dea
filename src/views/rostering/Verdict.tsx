import { type ReactNode, useMemo, useState } from 'react';
import { fieldsOf, type Mend, type RosterJob, type RosterOptions, type SimpleField } from '../../../contract/rostering/job.ts';
import type { EarlierColumns, Verdict as Found } from '../../machines/rostering/fileReadingMachine.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconTool } from '../../ui/icons.ts';
import { Grid, Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { Findings } from './Findings.tsx';
import { columnOf, whyOf } from './findingWords.ts';
import { ModeChoice } from './ModeChoice.tsx';
import s from './rostering.module.css';
import { fieldNames, fixableFindings, mendText, rowsOf } from './rosterWords.ts';

interface VerdictProps {
  verdict: Found;
  options: RosterOptions;
  /** The files, if this page has them. Otherwise the files of `job` are used. */
  files: readonly FileToSend[];
  /** The import, once the server has checked it. */
  job: RosterJob | null;
  onMends: (mends: Mend[]) => void;
  onMapping: (mapping: NonNullable<RosterOptions['mapping']>) => void;
  /** null if it is too late to change the mode. */
  onMode: ((mode: RosterOptions['mode']) => void) | null;
  /** null if nothing can be left out. */
  onLeaveOut: (() => void) | null;
  /** Where to choose the corrected file. */
  again: ReactNode;
  actions: ReactNode;
}

/** What was read and what is wrong with it, with every possible fix. */
export default function Verdict({ verdict, options, files, job, onMends, onMapping, onMode, onLeaveOut, again, actions }: VerdictProps) {
  const { check, findings } = verdict;
  const { errors, warnings } = check;
  const all = check.files.reduce((sum, file) => sum + file.rows, 0);
  const rows = rowsOf(all);
  const offers = useMemo(() => fixableFindings(findings), [findings]);
  const plain = offers.flatMap(({ mends }) => (mends.length === 1 ? mends : []));
  return (
    <Stack gap={5}>
      <div>
        {errors > 0 ? (
          <Notice tone="error" title={m.rostering_with_errors({ errors: m.rostering_errors({ count: errors }) })}>
            {job ? m.rostering_refused() : m.rostering_with_errors_text()}
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
        <Card tone="accent" level={2} title={m.rostering_mends()} end={<IconTool size={22} stroke={1.75} aria-hidden="true" />}>
          <Stack gap={3}>
            <Text tone="soft">{m.rostering_mends_lead()}</Text>
            <ul className={s.mends}>
              {offers.map(({ finding, mends }) => (
                <li key={JSON.stringify(mends)}>
                  <Text>
                    {finding.column ? <strong>{columnOf(finding, check, options.mends)}: </strong> : null}
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
          fields={fieldsOf(options.mode)}
          header={check.header}
          mapping={check.mapping}
          earlier={verdict.earlier ?? null}
          onMapping={onMapping}
        />
      ) : null}
      {findings.length > 0 ? <Findings title={m.rostering_findings()} verdict={verdict} options={options} files={files} job={job} /> : null}
      {onMode && check.form === 'simple' && options.mode !== 'newIds' ? <ModeChoice mode={options.mode} onMode={onMode} /> : null}
      {onLeaveOut ? (
        <Card title={m.rostering_leave_out()}>
          <Stack gap={3}>
            <Text>{m.rostering_leave_out_text({ wrong: rowsOf(check.wrong_rows), good: rowsOf(all - check.wrong_rows) })}</Text>
            <Row>
              <Button onPress={onLeaveOut}>{m.rostering_leave_out_button({ good: rowsOf(all - check.wrong_rows) })}</Button>
            </Row>
          </Stack>
        </Card>
      ) : null}
      <Row>{actions}</Row>
      {errors > 0 ? again : null}
    </Stack>
  );
}

interface ColumnsProps {
  fields: readonly SimpleField[];
  header: readonly string[];
  mapping: Readonly<Record<string, string>>;
  earlier: EarlierColumns | null;
  onMapping: (mapping: NonNullable<RosterOptions['mapping']>) => void;
}

/** Maps the columns of a list to fields. */
function Columns({ fields, header, mapping: before, earlier, onMapping }: ColumnsProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const [mapping, setMapping] = useState(before);
  const none = '-';
  const set = (field: SimpleField, column: string) => {
    const { [field]: _, ...others } = mapping;
    setMapping(column === none ? others : { ...others, [field]: column });
  };
  const isSame = fields.every((field) => mapping[field] === before[field]);
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
              {fields
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
        {fields.map((field) => (
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
