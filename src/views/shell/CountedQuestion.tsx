import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Command } from '../useCommand.ts';
import { problemText } from './problemText.ts';

interface CountedQuestionProps<Order, Result, Counted> {
  command: Command<Order, Result, Counted>;
  title: string;
  confirm: string;
  /** The consequences in numbers. */
  consequences?: ((counted: Counted) => ReactNode) | undefined;
  /** Shown if the consequences could not be counted. */
  uncounted: string;
  /** Shown while the server counts. */
  counting?: string;
  isDanger?: boolean;
}

/** Asks before a command, with its consequences in numbers. Without them, it can only be tried again. */
export function CountedQuestion<Order, Result, Counted>({
  command,
  title,
  confirm,
  consequences,
  uncounted,
  counting = m.workspace_delete_counting(),
  isDanger = false,
}: CountedQuestionProps<Order, Result, Counted>) {
  const { counted, problem, isUncounted } = command;
  return (
    <ConfirmDialog
      isOpen
      isDanger={isDanger}
      title={title}
      confirmLabel={isUncounted ? m.common_try_again() : confirm}
      isPending={command.isSaving}
      reason={command.isCounting ? m.ui_wait() : null}
      onConfirm={() => (isUncounted ? command.recount() : command.confirm())}
      onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
      error={problem ? problemText(problem) : null}
    >
      {isUncounted ? (
        <Text>{uncounted}</Text>
      ) : counted !== undefined ? (
        consequences?.(counted)
      ) : (
        <>
          <Text tone="soft">{counting}</Text>
          <Skeleton shape="row" count={1} />
        </>
      )}
    </ConfirmDialog>
  );
}
