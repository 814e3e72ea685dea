import { lazy, Suspense } from 'react';
import type { RegradePreview } from '../../../contract/autograde.ts';
import { isFinalRefusal } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { applyScoring, previewScoring, type ScoringOrder, undoScoring } from '../../services/scoring.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Row, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';

// The table loads while the server counts.
const RegradeChanges = lazy(() => import('./RegradeChanges.tsx'));

type Applied = { regrade_id: number; changed: number };

/** Changes how a question is scored: who would change is shown first, and it can be undone. */
export function useRegrade(onChanged: () => void): Command<ScoringOrder, Applied, RegradePreview> {
  const { send } = useApp();
  return useCommand('regrade', (order: ScoringOrder, { signal }) => applyScoring(send, order, signal), {
    question: { count: (order, { signal }) => previewScoring(send, order, signal) },
    undo: (order, { signal, result }) => undoScoring(send, order.asked.user_puid, result.regrade_id, signal),
    announce: { done: (_, { changed }) => m.autograde_regraded({ count: changed }) },
    onDone: onChanged,
    onUndone: onChanged,
  });
}

interface RegradeQuestionProps {
  command: Command<ScoringOrder, Applied, RegradePreview>;
  /** Shows how the question is scored now. */
  onReload: () => void;
}

/** The question before a regrade, with who changes, and Undo after it. */
export function RegradeQuestion({ command, onReload }: RegradeQuestionProps) {
  const { counted, problem, isUncounted, isUndoing, result } = command;
  // The same order would be refused again.
  const isRefused = problem !== null && isFinalRefusal(problem);
  const reload = () => {
    command.dismissQuestion();
    onReload();
  };
  if (command.isUndoable || isUndoing)
    return (
      <Notice
        tone={problem ? 'error' : 'success'}
        title={m.autograde_regraded({ count: result?.changed ?? 0 })}
        action={
          <Row gap={1}>
            <Button size="small" isPending={isUndoing} onPress={command.undo}>
              {m.autograde_regrade_undo()}
            </Button>
            {isUndoing ? null : (
              <Button size="small" onPress={command.dismiss}>
                {m.ui_dismiss()}
              </Button>
            )}
          </Row>
        }
      >
        {problem ? problemText(problem) : m.autograde_regrade_hint()}
      </Notice>
    );
  if (!command.isAsking) return null;
  return (
    <ConfirmDialog
      isOpen
      size="medium"
      title={m.autograde_who_changes()}
      confirmLabel={isRefused ? m.autograde_regrade_reload() : isUncounted ? m.common_try_again() : m.autograde_regrade_apply()}
      isPending={command.isSaving}
      reason={command.isCounting ? m.ui_wait() : null}
      onConfirm={() => (isRefused ? reload() : isUncounted ? command.recount() : command.confirm())}
      onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
      error={problem ? problemText(problem) : null}
    >
      {isUncounted ? (
        <Text>{m.autograde_regrade_uncounted()}</Text>
      ) : counted ? (
        <Suspense fallback={<Counting />}>
          <RegradeChanges preview={counted} />
        </Suspense>
      ) : (
        <Counting />
      )}
    </ConfirmDialog>
  );
}

const Counting = () => (
  <>
    <Text tone="soft">{m.autograde_regrade_counting()}</Text>
    <Skeleton shape="row" count={3} />
  </>
);
