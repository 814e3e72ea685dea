import type { ReactNode } from 'react';
import { type GameReport, quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

/** Parts of a game's report card: whether the game counts for its class, and the choice. */
export default function CountParts({
  page: { data, refresh },
  children,
}: {
  page: OpenReport<GameReport>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const { send } = useApp();
  const notices = useNotices();
  const counting = useCommand(
    'countGame',
    (counts: boolean, { signal }) => send(quizGame.countGame, { game_id: data?.game_id ?? 0, counts }, { signal }),
    {
      question: 'plain',
      onDone: (counts) => {
        const text = counts ? m.quizGame_count_done() : m.quizGame_uncount_done();
        notices.send({ type: 'notice.posted', kind: 'success', text });
        refresh();
      },
    },
  );
  const counts = data?.counts ?? null;
  if (counts === null) return children({});
  const asksToCount = counting.order ?? !counts;
  return children({
    above: (
      <>
        <Notice
          tone="info"
          title={counts ? m.quizGame_counts() : m.quizGame_counts_not()}
          action={
            <Button size="small" onPress={() => counting.give(!counts)}>
              {counts ? m.quizGame_uncount() : m.quizGame_count()}
            </Button>
          }
        >
          {counts ? m.quizGame_counts_text() : m.quizGame_counts_not_text()}
        </Notice>
        <ConfirmDialog
          isOpen={counting.isAsking}
          title={asksToCount ? m.quizGame_count_question() : m.quizGame_uncount_question()}
          confirmLabel={asksToCount ? m.quizGame_count() : m.quizGame_uncount()}
          isPending={counting.isSaving}
          error={counting.problem ? problemText(counting.problem) : null}
          onOpenChange={(isOpen) => !isOpen && counting.dismissQuestion()}
          onConfirm={() => counting.confirm()}
        >
          {asksToCount ? m.quizGame_count_text() : m.quizGame_uncount_text()}
        </ConfirmDialog>
      </>
    ),
  });
}
