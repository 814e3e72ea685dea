import type { Finding, LessonUse } from '../../../contract/workspace.ts';
import type { Draft, DraftResource } from '../../machines/workspace/draft.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import s from './workspace.module.css';

interface ConflictDialogProps {
  mine: Draft;
  theirs: Draft;
  isCopying: boolean;
  /** Why the copy could not be made. */
  problem: string | null;
  onMine: () => void;
  onTheirs: () => void;
  onBoth: () => void;
}

/** Shows both versions side by side, with the choices. */
export function ConflictDialog({ mine, theirs, isCopying, problem, onMine, onTheirs, onBoth }: ConflictDialogProps) {
  const wait = isCopying ? m.ui_wait() : null;
  return (
    <Dialog
      role="alertdialog"
      size="large"
      isBusy
      isOpen
      title={m.builder_conflict()}
      footer={
        <>
          <Button onPress={onTheirs} reason={wait}>
            {m.builder_conflict_take_theirs()}
          </Button>
          <Button onPress={onMine} reason={wait}>
            {m.builder_conflict_keep_mine()}
          </Button>
          <Button variant="primary" onPress={onBoth} isPending={isCopying}>
            {m.builder_conflict_keep_both()}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text>{m.builder_conflict_text()}</Text>
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <div className={s.versions}>
          <Version title={m.builder_conflict_mine()} draft={mine} other={theirs} />
          <Version title={m.builder_conflict_theirs()} draft={theirs} other={mine} />
        </div>
      </Stack>
    </Dialog>
  );
}

/** Strips HTML for a short preview. */
const plain = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A resource with every field of the form, so that differences show. */
const resourceLine = ({ title, time, remarks }: Draft['resources'][number]) =>
  [title, time === null ? '' : m.workspace_minutes({ count: time }), remarks].filter((part) => part !== '').join(' · ');

function Version({ title, draft, other }: { title: string; draft: Draft; other: Draft }) {
  const lines: [string, (of: Draft) => string][] = [
    [m.builder_name(), (of) => of.name],
    [m.builder_objective(), (of) => of.objective],
    [m.builder_instructions(), (of) => plain(of.instructions)],
    [m.builder_due(), (of) => of.dueDate],
    [m.builder_time(), (of) => (of.totalTime === 0 ? '' : String(of.totalTime))],
    [m.builder_order(), (of) => (of.enforceOrder ? m.reports_yes() : m.reports_no())],
    [m.builder_resources(), (of) => of.resources.map(resourceLine).join('\n')],
  ];
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(([label, read]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-different={read(draft) !== read(other) || undefined}>{read(draft) || m.builder_conflict_none()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const words: Record<Finding['kind'], (inputs: { title: string }) => string> = {
  empty: m.builder_finding_empty,
  notAssignable: m.builder_finding_not_assignable,
  quizWithoutKey: m.builder_finding_quiz_without_key,
  noDueDate: m.builder_finding_no_due_date,
  dueDatePassed: m.builder_finding_due_date_passed,
  missingAltText: m.builder_finding_missing_alt_text,
};

interface FindingsDialogProps {
  findings: readonly Finding[];
  onGoOn: () => void;
  onClose: () => void;
}

/** Problems to review before a lesson is assigned, each with its reason. */
export function FindingsDialog({ findings, onGoOn, onClose }: FindingsDialogProps) {
  const blocking = findings.filter((finding) => finding.is_blocking);
  const others = findings.filter((finding) => !finding.is_blocking);
  const list = (some: readonly Finding[]) => (
    <ul className={s.findings}>
      {some.map((finding) => (
        <li key={`${finding.kind} ${finding.item_id}`}>{words[finding.kind]({ title: finding.title })}</li>
      ))}
    </ul>
  );
  return (
    <Dialog
      title={m.builder_findings()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close}>{m.builder_findings_back()}</Button>
          <Button variant="primary" reason={blocking.length > 0 ? m.builder_findings_blocking() : null} onPress={onGoOn}>
            {m.builder_findings_go_on()}
          </Button>
        </>
      )}
    >
      <Stack gap={4}>
        {blocking.length > 0 ? (
          <Notice tone="error" title={m.builder_findings_blocking()}>
            {list(blocking)}
          </Notice>
        ) : null}
        {others.length > 0 ? (
          <Notice tone="warning" title={blocking.length > 0 ? null : m.builder_findings_warning()}>
            {list(others)}
          </Notice>
        ) : null}
      </Stack>
    </Dialog>
  );
}

interface UseDialogProps {
  use: LessonUse;
  /** Resources removed from the lesson. */
  removed: readonly DraftResource[];
  onSave: () => void;
  onClose: () => void;
}

/** Asks before changing a lesson that students have: how many are affected, and what happens to their work. */
export function UseDialog({ use, removed, onSave, onClose }: UseDialogProps) {
  const isRemoved = (item_id: number) => removed.some(({ itemId }) => itemId === item_id);
  return (
    <ConfirmDialog
      isOpen
      title={m.builder_use_title()}
      confirmLabel={m.builder_use_save()}
      cancelLabel={m.builder_use_back()}
      onConfirm={onSave}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Stack gap={2}>
        <Text isBold>
          {m.builder_use_students({ count: use.students })}{' '}
          {m.workspace_delete_students({ notStarted: use.not_started, inProgress: use.in_progress, completed: use.completed })}
        </Text>
        {use.quizzes
          .filter(({ item_id, in_progress }) => in_progress > 0 && !isRemoved(item_id))
          .map(({ item_id, title, in_progress }) => (
            <Text key={item_id}>{m.builder_use_in_quiz({ count: in_progress, title })}</Text>
          ))}
        {use.quizzes
          .filter(({ item_id }) => isRemoved(item_id))
          .map(({ item_id, title, in_progress, submitted }) => (
            <Text key={item_id}>{m.builder_use_removed_quiz({ title, inProgress: in_progress, submitted })}</Text>
          ))}
        <Text tone="soft">{m.builder_use_kept()}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
