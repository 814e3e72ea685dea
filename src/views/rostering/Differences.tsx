import {
  finalModes,
  isOfSelection,
  type RosterChange,
  type RosterJob,
  type RosterOptions,
  rosterKinds,
} from '../../../contract/rostering/job.ts';
import type { Verdict as Found } from '../../machines/rostering/fileReadingMachine.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Brake } from './Brake.tsx';
import { CountsTable, type ways } from './CountsTable.tsx';
import { Findings } from './Findings.tsx';
import { ModeChoice } from './ModeChoice.tsx';
import {
  actionNames,
  actionTones,
  changeText,
  isInPart,
  isOfAccounts,
  kindNames,
  leftOutOf,
  passedOver,
  rowsOf,
  wordsOf,
} from './rosterWords.ts';

interface DifferencesProps {
  job: RosterJob;
  /** The files, if this page has them. */
  files: readonly FileToSend[];
  /** Rows left out or with warnings, and why; null if there are none. */
  verdict: Found | null;
  changes: readonly RosterChange[];
  typed: string;
  /** What is wrong with the typed confirmation. */
  error: string | null;
  isAllowed: boolean;
  onTyped: (text: string) => void;
  onWay: (way: Pick<RosterOptions, 'mode' | 'overwrite_manual'>) => void;
  onConfirm: () => void;
  onDiscard: () => void;
}

/** Previews the changes of an import, and confirms it. */
export default function Differences({
  job,
  files,
  verdict,
  changes,
  typed,
  error,
  isAllowed,
  onTyped,
  onWay,
  onConfirm,
  onDiscard,
}: DifferencesProps) {
  const { counts, options, confirmation, brake } = job;
  const goes = (brake?.losses.length ?? 0) > 0;
  const sum = (way: (typeof ways)[number]) => (counts ? rosterKinds.reduce((all, kind) => all + counts[kind][way], 0) : 0);
  const isNothing = sum('created') + sum('updated') + sum('deactivated') === 0;
  const words = wordsOf(job);
  const isFinal = finalModes.includes(options.mode);
  const nothing = isInPart(job) && !isOfSelection(options) ? m.rostering_would_nothing_part() : words.wouldNothing();
  const title = isNothing ? nothing : m.rostering_would();
  const warned = !options.leave_out && verdict !== null && verdict.check.warnings > 0 ? verdict : null;
  const columns: TableColumn<RosterChange>[] = [
    {
      key: 'action',
      header: m.rostering_change(),
      value: (row) => actionNames[row.action](),
      look: (text, row) => <Badge tone={actionTones[row.action]}>{text}</Badge>,
      width: 's',
    },
    { key: 'kind', header: m.rostering_what(), value: (row) => kindNames[row.kind]() },
    { key: 'name', header: m.rostering_name(), value: (row) => row.name, isRowHeader: true, width: 'l' },
    { key: 'fields', header: m.rostering_before_after_header(), value: changeText, width: 'xl' },
  ];
  return (
    <Stack gap={5}>
      {brake ? <Brake brake={brake} /> : null}
      <div>
        <Notice tone={isFinal && !isNothing ? 'warning' : isNothing || brake ? 'info' : 'success'} title={title}>
          {isFinal ? m.people_batch_final() : words.wouldText()} {passedOver(job)}
        </Notice>
      </div>
      {options.leave_out && verdict ? (
        <>
          <Notice tone="warning" title={m.rostering_left_out({ rows: rowsOf(leftOutOf(job)) })}>
            {m.rostering_left_out_text()}
          </Notice>
          <Findings title={m.rostering_left_out_list()} verdict={verdict} options={options} files={files} job={job} />
        </>
      ) : null}
      {counts ? <CountsTable counts={counts} caption={m.rostering_in_numbers()} isOfAccounts={isOfAccounts(job)} /> : null}
      <Row align="end">
        {job.check?.form === 'simple' && options.mode !== 'newIds' ? (
          <ModeChoice mode={options.mode} onMode={(mode) => onWay({ mode, overwrite_manual: options.overwrite_manual })} />
        ) : null}
        {sum('kept') > 0 || options.overwrite_manual ? (
          <Checkbox
            label={m.rostering_overwrite()}
            isSelected={options.overwrite_manual}
            onChange={(overwrite_manual) => onWay({ mode: options.mode, overwrite_manual })}
          />
        ) : null}
        <Button variant="quiet" onPress={() => onWay({ mode: options.mode, overwrite_manual: options.overwrite_manual })}>
          {m.rostering_compare_again()}
        </Button>
      </Row>
      {changes.length > 0 ? (
        <Section title={m.rostering_changes()} lead={m.rostering_changes_lead()}>
          <DataTable
            caption={m.rostering_changes()}
            isCaptionHidden
            rows={changes}
            columns={columns}
            rowKey={(row) => String(changes.indexOf(row))}
            fileName="import-changes"
            empty={null}
          />
        </Section>
      ) : null}
      {warned ? <Findings title={m.rostering_findings()} verdict={warned} options={options} files={files} job={job} /> : null}
      {confirmation === null ? null : (
        <Notice tone="error" title={words.brake()}>
          <Stack gap={3}>
            <Text>{words.brakeText({ words: confirmation })}</Text>
            <TextField
              label={m.rostering_brake_field({ words: confirmation })}
              value={typed}
              error={error}
              onChange={onTyped}
              autoComplete="off"
              spellCheck="false"
            />
          </Stack>
        </Notice>
      )}
      <Row>
        <Button onPress={onDiscard}>{m.rostering_discard()}</Button>
        <Button
          variant={goes ? 'danger' : 'primary'}
          reason={isAllowed ? null : m.rostering_brake_field({ words: confirmation ?? '' })}
          onPress={onConfirm}
        >
          {words.confirm()}
        </Button>
      </Row>
    </Stack>
  );
}
