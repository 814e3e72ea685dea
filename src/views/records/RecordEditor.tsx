import { useEffect, useId } from 'react';
import { type Rules, wrongFields } from '../../../common/recordValues.ts';
import type { AnyRow, recordEditorMachine } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Grid, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import type { RecordField } from './declaration.ts';
import { RecordControl, wrongText } from './RecordControl.tsx';
import s from './records.module.css';
import { Versions } from './Versions.tsx';

interface RecordEditorProps {
  editor: Chart<typeof recordEditorMachine>;
  fields: Readonly<Record<string, RecordField>>;
  /** Title of the form: for its record, or for a new one. */
  titleOf: (row: AnyRow | null) => string;
  wordsOf: (field: string, row: AnyRow) => string;
}

/** The form of a record in a dialog, driven by the `recordEditor` chart. */
export default function RecordEditor({ editor, fields, titleOf, wordsOf }: RecordEditorProps) {
  const id = useId();
  const seen = useFields(editor, (snapshot) => ({
    rules: snapshot.context.rules,
    row: snapshot.context.row,
    values: snapshot.context.values,
    newest: snapshot.context.newest,
    problem: snapshot.context.problem,
    isOpen: snapshot.hasTag('open'),
    isUnsaved: snapshot.hasTag('unsaved'),
    isBusy: snapshot.hasTag('busy'),
    isMarked: snapshot.hasTag('marked'),
    isTaken: snapshot.hasTag('taken'),
    isRefused: snapshot.hasTag('refused'),
    isLeaving: snapshot.hasTag('leaving'),
    isConflict: snapshot.hasTag('conflict'),
    isCompared: snapshot.hasTag('compared'),
    canEdit: snapshot.hasTag('editable'),
  }));
  const { rules, row, values, newest, problem } = seen;
  const wrong = seen.isMarked ? wrongFields(rules, values) : {};
  const errorOf = (field: string) => {
    const rule = rules[field];
    if (!rule) return null;
    if (seen.isTaken && problem && 'isUnique' in rule && rule.isUnique) return problemText(problem);
    return wrongText(rule, wrong[field]) ?? (seen.isRefused ? fieldText(problem, field) : null);
  };
  const names = Object.keys(rules);
  /** Whether the fields themselves say all that is wrong. */
  const refused = Object.keys(problem?.fields ?? {});
  const isInFields = problem?.reason === 'invalidParameters' && refused.length > 0 && refused.every((field) => names.includes(field));
  const first = names.find((field) => errorOf(field) !== null);
  const leave = () => editor.getSnapshot().can({ type: 'form.left' }) && editor.send({ type: 'form.left' });
  return (
    <>
      <Dialog
        title={titleOf(row)}
        isOpen={seen.isOpen}
        onOpenChange={(isOpen) => !isOpen && leave()}
        isBusy={seen.isBusy}
        footer={
          seen.isCompared ? (
            <>
              <Button onPress={() => editor.send({ type: 'conflict.theirsChosen' })}>{m.builder_conflict_take_theirs()}</Button>
              <Button variant="primary" onPress={() => editor.send({ type: 'conflict.mineChosen' })}>
                {m.builder_conflict_keep_mine()}
              </Button>
            </>
          ) : (
            <>
              <Button onPress={leave} reason={seen.isBusy ? m.ui_wait() : null}>
                {m.ui_cancel()}
              </Button>
              {seen.isConflict ? null : (
                <Button type="submit" form={id} variant="primary" isPending={seen.isBusy}>
                  {m.records_save()}
                </Button>
              )}
            </>
          )
        }
      >
        <Stack gap={4}>
          {seen.isConflict && !seen.isBusy && !seen.isCompared ? (
            <ProblemNotice
              title={m.builder_conflict_incomparable()}
              problem={problem}
              focus="record-problem"
              onRetry={() => editor.send({ type: 'conflict.retried' })}
            />
          ) : null}
          {seen.isRefused && problem ? (
            <div data-focus="record-problem" tabIndex={-1}>
              <Notice tone="error" title={m.records_save_failed()}>
                {isInFields ? m.records_check_fields() : problemText(problem)}
              </Notice>
            </div>
          ) : null}
          {seen.isCompared && row && newest ? (
            <Versions
              names={names.filter((name) => name in values)}
              fields={fields}
              mine={{ ...row, ...values }}
              theirs={newest}
              wordsOf={wordsOf}
            />
          ) : (
            <form
              id={id}
              className={s.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (editor.getSnapshot().can({ type: 'form.submitted' })) editor.send({ type: 'form.submitted' });
              }}
            >
              <Grid min="s" gap={4}>
                {names.map((name) => (
                  <RecordControl
                    key={name}
                    rule={rules[name] as Rules[string]}
                    field={fields[name] as RecordField}
                    value={values[name]}
                    error={errorOf(name)}
                    isFirst={name === names[0]}
                    isFirstWrong={name === first}
                    isReadOnly={!seen.canEdit}
                    onChange={(value) => editor.send({ type: 'field.edited', field: name, value })}
                  />
                ))}
              </Grid>
            </form>
          )}
        </Stack>
      </Dialog>
      {seen.isUnsaved ? <Leaving editor={editor} isLeaving={seen.isLeaving} /> : null}
    </>
  );
}

interface LeavingProps extends Pick<RecordEditorProps, 'editor'> {
  isLeaving: boolean;
}

/** Asks before unsaved changes are dropped. It stands there only while there are some, because a router has one such guard. */
function Leaving({ editor, isLeaving }: LeavingProps) {
  const blocker = useLeaveGuard(true);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // Back was pressed. The form asks its own question; while saving, nothing happens.
    if (editor.getSnapshot().can({ type: 'form.left' })) editor.send({ type: 'form.left' });
    if (!editor.getSnapshot().hasTag('leaving')) blocker.reset();
  }, [blocker, editor]);
  return (
    <ConfirmDialog
      isOpen={isLeaving}
      onOpenChange={(isOpen) => {
        if (isOpen || !editor.getSnapshot().can({ type: 'changes.kept' })) return;
        editor.send({ type: 'changes.kept' });
        blocker.reset?.();
      }}
      title={m.records_leave_title()}
      confirmLabel={m.records_leave()}
      cancelLabel={m.records_stay()}
      onConfirm={() => {
        editor.send({ type: 'changes.discarded' });
        blocker.proceed?.();
      }}
    >
      <Text>{m.records_leave_text()}</Text>
    </ConfirmDialog>
  );
}
