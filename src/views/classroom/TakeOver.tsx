import { useState } from 'react';
import type { AbsentReason, ClassroomComparison, ClassroomCourse, ClassroomImport } from '../../../contract/classroom.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { paths } from '../paths.ts';
import { problemText } from '../shell/problemText.ts';
import type { Command } from '../useCommand.ts';
import s from './classroom.module.css';

export type TakeOverCommand = Command<ClassroomCourse, ClassroomImport, ClassroomComparison>;

const reasonNames: Readonly<Record<AbsentReason, () => string>> = {
  noAccount: m.classroom_reason_noAccount,
  otherSchool: m.classroom_reason_otherSchool,
  notStudent: m.classroom_reason_notStudent,
};

/** The list may be long: the outcome above it is brought into view. */
const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'center' });

function Names({ title, names, note, isWide = false }: { title: string; names: readonly string[]; note?: string; isWide?: boolean }) {
  return names.length === 0 ? null : (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={isWide ? s.sentences : s.names}>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people may have the same name
          <li key={at}>{name}</li>
        ))}
      </ul>
      {note ? (
        <Text tone="soft" size={2}>
          {note}
        </Text>
      ) : null}
    </section>
  );
}

const fullName = ({ first_name, last_name }: ClassroomComparison['joins'][number]) => `${last_name}, ${first_name}`;

/** Who joins, who leaves, and who cannot join and why. */
function Differences({ compared: { group, joins, leaves, stays, absent } }: { compared: ClassroomComparison }) {
  const isSame = joins.length === 0 && leaves.length === 0;
  return (
    <>
      {isSame ? <Text>{group ? m.classroom_same() : m.classroom_nobody()}</Text> : null}
      <Names title={m.classroom_leaves({ count: leaves.length })} names={leaves.map(fullName)} note={m.classroom_leaves_text()} />
      <Names title={m.classroom_joins({ count: joins.length })} names={joins.map(fullName)} />
      {group ? <Text>{m.classroom_stays({ count: stays })}</Text> : null}
      <Names
        title={m.classroom_absent({ count: absent.length })}
        names={absent.map(({ name, reason }) =>
          m.classroom_absent_one({ name: name === '' ? m.classroom_unnamed() : name, reason: reasonNames[reason]() }),
        )}
        note={m.classroom_absent_text()}
        isWide
      />
    </>
  );
}

/** Shows what taking a course over would change, and asks. */
export function TakeOverQuestion({ command }: { command: TakeOverCommand }) {
  const [isSure, setSure] = useState(false);
  const { order, counted, problem, isUncounted } = command;
  if (!command.isAsking || !order) return null;
  const isUpdate = order.group !== null;
  const isNothing = counted !== undefined && isUpdate && counted.joins.length === 0 && counted.leaves.length === 0;
  const confirm = () => {
    if (isUncounted) command.recount();
    else if (counted?.needs_confirmation) command.confirm(isSure ? 'yes' : '');
    else command.confirm();
  };
  const doing = isUpdate ? m.classroom_update() : m.classroom_take_over();
  return (
    <Dialog
      isOpen
      size="medium"
      title={order.group ? m.classroom_question_update({ name: order.group.group_name }) : m.classroom_question({ name: order.name })}
      isBusy={command.isSaving}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setSure(false);
        command.dismissQuestion();
      }}
      footer={(close) => (
        <DialogButtons
          close={close}
          isBusy={command.isSaving}
          isDanger={counted?.needs_confirmation ?? false}
          reason={isNothing ? m.classroom_nothing() : command.isCounting ? m.ui_wait() : null}
          onPress={confirm}
        >
          {isUncounted ? m.common_try_again() : doing}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {isUncounted ? (
          <Notice tone="error" title={m.classroom_not_compared()}>
            {problem ? problemText(problem) : null}
          </Notice>
        ) : counted === undefined ? (
          <>
            <Text tone="soft">{m.classroom_comparing()}</Text>
            <Skeleton shape="row" count={3} />
          </>
        ) : (
          <>
            {counted.needs_confirmation ? (
              <Notice tone="warning" title={m.classroom_much()}>
                {m.classroom_much_text()}
              </Notice>
            ) : null}
            <Differences compared={counted} />
            <div data-focus="command-field" tabIndex={-1}>
              {counted.needs_confirmation ? (
                <Checkbox
                  label={m.classroom_sure({ count: counted.leaves.length })}
                  isSelected={isSure}
                  error={command.isIncomplete ? m.classroom_sure_missing() : null}
                  onChange={(isTicked) => {
                    setSure(isTicked);
                    command.edit();
                  }}
                />
              ) : null}
              {problem ? <Notice tone="error">{problemText(problem)}</Notice> : null}
            </div>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** What was taken over, with Undo for ten seconds, and what came of it. */
export function TakeOverOutcome({ command, undone }: { command: TakeOverCommand; undone: readonly string[] | null }) {
  const { result, problem } = command;
  if (command.isUndone)
    return (
      <div data-focus="command-result" tabIndex={-1}>
        <Notice tone="success" title={m.classroom_undone()}>
          {undone?.join(' ')}
        </Notice>
      </div>
    );
  if (!result || !(command.isDone || command.isUndoable)) return null;
  const { group_puid, group_name: name, is_new, joined, left } = result;
  const isFailed = problem !== null;
  return (
    <div ref={intoView} data-focus="command-problem" tabIndex={-1}>
      <Notice
        tone={isFailed ? 'error' : 'success'}
        title={
          isFailed
            ? m.classroom_undo_failed()
            : is_new
              ? m.classroom_taken_over({ name, count: joined })
              : m.classroom_updated({ name, joined, left })
        }
        action={
          <Row gap={1}>
            <Button size="small" isPending={command.isUndoing} onPress={command.undo}>
              {m.workspace_undo()}
            </Button>
            <LinkButton size="small" href={paths.group(group_puid)}>
              {m.classroom_to_class()}
            </LinkButton>
          </Row>
        }
        {...(command.isUndoing ? {} : { onDismiss: command.dismiss })}
      >
        {isFailed ? problemText(problem) : null}
      </Notice>
    </div>
  );
}
