import type { Conflict } from '../../machines/autograde/decisions.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';

interface ConflictsProps {
  /** Answers that are out of reach. */
  gone: readonly number[];
  conflicts: readonly Conflict[];
  onKeep: (conflict: Conflict) => void;
  onInsist: (conflict: Conflict) => void;
}

/** What could not be stored: scores of others that the teacher keeps or replaces, and answers that are out of reach. */
export function Conflicts({ gone, conflicts, onKeep, onInsist }: ConflictsProps) {
  const { language } = usePreferences();
  return (
    <>
      {gone.length > 0 ? <Notice tone="info">{m.autograde_gone({ count: gone.length })}</Notice> : null}
      {conflicts.map((conflict) => {
        const { resultId, name } = conflict;
        const [theirs, mine] = [figureWords(conflict.theirs, language), figureWords(conflict.mine, language)];
        return (
          <Notice
            key={resultId}
            tone="warning"
            title={m.autograde_conflict_title()}
            action={
              <Row gap={2}>
                <Button size="small" onPress={() => onKeep(conflict)}>
                  {m.autograde_conflict_keep({ theirs })}
                </Button>
                <Button size="small" onPress={() => onInsist(conflict)}>
                  {m.autograde_conflict_mine({ mine })}
                </Button>
              </Row>
            }
          >
            {m.autograde_conflict({ name, theirs, mine })}
          </Notice>
        );
      })}
    </>
  );
}
