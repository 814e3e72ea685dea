import { isOfSelection, type RosterJob, uploadDays } from '../../../contract/rostering/job.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconArrowBackUp, IconUsers } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice, type NoticeTone } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { usePreferences } from '../shell/preferences.ts';
import { CountsTable } from './CountsTable.tsx';
import { ErrorFiles } from './ErrorFiles.tsx';
import { whyOf } from './findingWords.ts';
import { isInPart, isOfAccounts, leftOutOf, notTakenOf, passedOver, rowsIn, rowsOf, wordsOf } from './rosterWords.ts';
import { ToConnections } from './ToConnections.tsx';
import { ToPeople } from './ToPeople.tsx';

const outcomes: Partial<Record<RosterJob['state'], readonly [tone: NoticeTone, title: () => string]>> = {
  partial: ['warning', m.rostering_over_partial],
  rolledBack: ['success', m.rostering_over_rolledBack],
  failed: ['error', m.rostering_over_failed],
  cancelled: ['info', m.rostering_over_cancelled],
};

interface OutcomeProps {
  job: RosterJob;
  /** The files, if this page has them. */
  files: readonly FileToSend[];
  /** Whether the dialog asks if the import is to be undone. */
  isAsking: boolean;
  /** Opens that dialog; null if the import cannot be undone. */
  onAsk: (() => void) | null;
  onCancel: () => void;
  onUndo: () => void;
  /** null if there is nothing to resume. */
  onResume: (() => void) | null;
  onRestart: () => void;
}

/** The result of an import, with the next actions. */
export default function Outcome({ job, files, isAsking, onAsk, onCancel, onUndo, onResume, onRestart }: OutcomeProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const leftOut = job.state === 'done' || job.state === 'partial' ? leftOutOf(job) : 0;
  const left = notTakenOf(job);
  const words = wordsOf(job);
  const isSelected = isOfSelection(job.options);
  const [tone, title] =
    left > 0
      ? ([leftOut > 0 ? 'warning' : 'info', m.rostering_over_part] as const)
      : job.state === 'done'
        ? (['success', words.done] as const)
        : (outcomes[job.state] ?? ['info', m.rostering_over]);
  const all = rowsIn(job);
  const taken =
    left > 0 ? m.rostering_over_part_text({ taken: formatNumber(all - left), all: rowsOf(all), left: formatNumber(left) }) : null;
  const came = isSelected ? [words.doneText(), passedOver(job)] : isInPart(job) ? [taken, passedOver(job)] : [words.doneText()];
  const texts: Partial<Record<RosterJob['state'], string>> = {
    done: [...came, isOfAccounts(job) ? null : m.rostering_over_codes()].filter((text) => text !== null && text !== '').join(' '),
    partial: m.rostering_over_partial_text({ done: formatNumber(job.rows_done), all: formatNumber(job.rows_total) }),
    rolledBack: job.left_alone > 0 ? m.rostering_left_alone({ count: job.left_alone }) : words.restored(),
    failed: m.rostering_over_failed_text(),
    cancelled: m.rostering_over_cancelled_text(),
  };
  /** Whether the error file is still available. */
  const isKept = files.length > 0 || job.files.every(({ parts, received }) => parts === received);
  const sum = (way: 'created' | 'updated' | 'deactivated') =>
    job.counts ? Object.values(job.counts).reduce((all, one) => all + one[way], 0) : 0;
  return (
    <Stack gap={4}>
      <div>
        <Notice tone={tone} title={title()}>
          {texts[job.state]} {job.problem ? whyOf({ code: job.problem, params: {} }) : null}
        </Notice>
      </div>
      {leftOut > 0 ? (
        <Notice tone="warning" title={m.rostering_were_left_out({ rows: rowsOf(leftOut) })}>
          <Stack gap={2}>
            <Text>{isKept ? m.rostering_were_left_out_text({ days: uploadDays }) : m.rostering_were_left_out_over()}</Text>
            {isKept && job.check ? (
              <Row>
                <ErrorFiles
                  names={job.check.files.map(({ name }) => name)}
                  check={job.check}
                  options={job.options}
                  files={files}
                  job={job}
                />
              </Row>
            ) : null}
          </Stack>
        </Notice>
      ) : null}
      {job.counts && job.state !== 'cancelled' && job.state !== 'rolledBack' ? (
        <CountsTable counts={job.counts} caption={m.rostering_was_changed()} isOfAccounts={isOfAccounts(job)} />
      ) : null}
      <Row>
        {onAsk ? (
          <Button icon={IconArrowBackUp} onPress={onAsk}>
            {words.undo()}
          </Button>
        ) : null}
        {isSelected ? null : job.connection_name === null ? (
          <Button onPress={onRestart}>{m.rostering_another()}</Button>
        ) : (
          <ToConnections isSync={job.is_sync} />
        )}
        {job.state === 'done' ? (
          isOfAccounts(job) ? (
            <ToPeople />
          ) : (
            <LinkButton variant={onResume ? 'secondary' : 'primary'} icon={IconUsers} href={paths.students}>
              {m.rostering_to_students()}
            </LinkButton>
          )
        ) : null}
        {onResume ? (
          <Button variant="primary" onPress={onResume}>
            {m.rostering_resume()}
          </Button>
        ) : null}
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => {
          if (!isOpen) onCancel();
        }}
        isDanger
        title={words.undoTitle()}
        confirmLabel={words.undo()}
        onConfirm={onUndo}
      >
        {job.stays ? (
          <Notice tone="warning" title={m.rostering_stays({ count: formatNumber(job.stays.count) })}>
            <Text>
              {m.rostering_stays_newer({
                imports: job.stays.newer
                  .map(({ files, created_by, finished_at }) =>
                    m.rostering_stays_import({
                      files: files.join(', '),
                      name: created_by,
                      when: formatMoment(finished_at, language, time_zone),
                    }),
                  )
                  .join('; '),
              })}
            </Text>
            {job.stays.names.length > 0 ? <Text>{m.rostering_stays_names({ names: job.stays.names.join(', ') })}</Text> : null}
          </Notice>
        ) : null}
        <Text>
          {isSelected
            ? m.people_batch_undo_text({ count: sum('updated') + sum('deactivated') })
            : m.rostering_undo_text({ created: formatNumber(sum('created')), updated: formatNumber(sum('updated') + sum('deactivated')) })}
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}
