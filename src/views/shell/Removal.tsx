import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Command } from '../useCommand.ts';
import { CountedQuestion } from './CountedQuestion.tsx';
import { problemText } from './problemText.ts';

type Named = (inputs: { name: string }) => string;
/** How a removal is put into words. */
export interface RemovalWords<Counted> {
  /** Title of the question and its answer, if the thing is not deleted. */
  question?: { title: Named; confirm: () => string };
  /** The question: the consequences of the removal in numbers. */
  consequences?: (counted: Counted) => ReactNode;
  /** For a removal without a question: that it is under way, and that it failed. */
  unasked?: { removing: Named; failed: Named };
  done?: Named;
  /** What screen readers say once it is removed. */
  said?: () => string;
  restored?: Named;
  /** What Undo brings back, and for how long it is offered. */
  hint?: () => string;
}

export interface RemovalProps<Order, Result, Counted> extends Omit<RemovalWords<Counted>, 'restored' | 'said'> {
  command: Command<Order, Result, Counted>;
  /** Name of the item to remove. */
  name: string;
}

/** Asks before something is removed, with the consequences in numbers, unless it has no question; offers Undo after it. */
export default function Removal<Order, Result, Counted>({
  command,
  name,
  question = { title: m.workspace_delete_title, confirm: m.workspace_delete },
  consequences,
  unasked,
  done = m.workspace_deleted,
  hint = m.workspace_delete_undo_hint,
}: RemovalProps<Order, Result, Counted>) {
  const { problem, isUndoing } = command;
  if (command.isUndoable)
    return (
      <Notice
        tone={problem ? 'error' : 'success'}
        title={done({ name })}
        action={
          <Row gap={1} noWrap>
            <Button size="small" isPending={isUndoing} onPress={command.undo}>
              {m.workspace_undo()}
            </Button>
            {isUndoing ? null : <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={command.dismiss} />}
          </Row>
        }
      >
        {!problem ? hint() : problem.reason ? problemText(problem) : m.workspace_restore_failed()}
      </Notice>
    );
  if (!command.isAsking) {
    if (!unasked) return null;
    if (command.isSaving) return <Notice tone="info">{unasked.removing({ name })}</Notice>;
    return problem ? (
      <Notice
        tone="error"
        title={unasked.failed({ name })}
        action={<IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={command.dismiss} />}
      >
        {problemText(problem)}
      </Notice>
    ) : null;
  }
  return (
    <CountedQuestion
      isDanger
      command={command}
      title={question.title({ name })}
      confirm={question.confirm()}
      consequences={consequences}
      uncounted={m.workspace_delete_uncounted()}
    />
  );
}
