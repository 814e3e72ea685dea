import type { RegradedResponse, RegradePreview } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { applyScoring, previewScoring, type ScoringOrder, undoScoring } from '../../services/scoring.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';

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

/** The question before a regrade, with who changes, and Undo after it. */
export function RegradeQuestion({ command }: { command: Command<ScoringOrder, Applied, RegradePreview> }) {
  const { counted, problem, isUncounted, isUndoing, result } = command;
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
      title={m.autograde_who_changes()}
      confirmLabel={isUncounted ? m.common_try_again() : m.autograde_regrade_apply()}
      isPending={command.isSaving}
      onConfirm={() => (isUncounted ? command.recount() : command.confirm())}
      onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
      error={problem ? problemText(problem) : null}
    >
      {isUncounted ? (
        <Text>{m.autograde_regrade_uncounted()}</Text>
      ) : counted ? (
        <Changes preview={counted} />
      ) : (
        <>
          <Text tone="soft">{m.autograde_regrade_counting()}</Text>
          <Skeleton shape="row" count={3} />
        </>
      )}
    </ConfirmDialog>
  );
}

function Changes({ preview: { changes, attempts, more, less, waiting, kept, ideas } }: { preview: RegradePreview }) {
  const { language } = usePreferences();
  const said = (points: number | null, isDropped: boolean) => {
    if (isDropped) return m.autograde_dropped();
    return points === null ? m.autograde_waits() : figureWords(points, language);
  };
  const total = (score: number | null, max: number) => `${figureWords(score ?? 0, language)} / ${figureWords(max, language)}`;
  return (
    <Stack gap={3}>
      <Text isBold>{m.autograde_regrade_numbers({ changed: changes.length, attempts, more, less })}</Text>
      {kept > 0 ? <Text>{m.autograde_regrade_kept({ count: kept })}</Text> : null}
      {waiting > 0 ? <Text>{m.autograde_regrade_waiting({ count: waiting })}</Text> : null}
      {ideas.map(({ name, found, negated }) => (
        <Text key={name} size={2}>
          {m.autograde_regrade_idea({ name, found, negated })}
        </Text>
      ))}
      <DataTable<RegradedResponse>
        caption={m.autograde_who_changes()}
        isCaptionHidden
        hasToolbar={false}
        rows={changes}
        rowKey={({ result_id }) => String(result_id)}
        fileName="regrade"
        empty={<Text>{m.autograde_regrade_nobody()}</Text>}
        columns={[
          { key: 'name', header: m.autograde_regrade_student(), value: nameOf, isRowHeader: true },
          {
            key: 'from',
            header: m.autograde_regrade_from(),
            value: ({ points_before, dropped_before }) => said(points_before, dropped_before),
          },
          { key: 'to', header: m.autograde_regrade_to(), value: ({ points_after, dropped_after }) => said(points_after, dropped_after) },
          { key: 'total', header: m.autograde_regrade_total(), value: ({ score_after, max_after }) => total(score_after, max_after) },
        ]}
      />
    </Stack>
  );
}
