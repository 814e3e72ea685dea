import type { GradedQuestion } from '../../../contract/autograde.ts';
import type { Conflict } from '../../machines/autograde/decisions.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import { questionName } from './words.ts';

interface ConflictsProps {
  /** Answers that are out of reach. */
  gone: readonly number[];
  conflicts: readonly Conflict[];
  /** All questions of the screen. */
  questions: readonly GradedQuestion[];
  onKeep: (conflicts: readonly Conflict[]) => void;
  onInsist: (conflicts: readonly [Conflict, ...Conflict[]]) => void;
}

/** What could not be stored: scores of others that the teacher keeps or replaces, and answers that are out of reach. */
export function Conflicts({ gone, conflicts, questions, onKeep, onInsist }: ConflictsProps) {
  const { language } = usePreferences();
  // Two teachers who grade the same group meet in all of its answers at once.
  const same = Map.groupBy(conflicts, ({ questionId, index, name, theirs, mine }) => `${questionId ?? index} ${theirs} ${mine} ${name}`);
  return (
    <>
      {gone.length > 0 ? <Notice tone="info">{m.autograde_gone({ count: gone.length })}</Notice> : null}
      {[...same].map(([key, all]) => {
        const some = all as [Conflict, ...Conflict[]];
        const [{ questionId, name, ...scores }] = some;
        const asked = questions.find(({ question }) => question.id === questionId);
        const [theirs, mine] = [figureWords(scores.theirs, language), figureWords(scores.mine, language)];
        return (
          <Notice
            key={key}
            tone="warning"
            title={some.length > 1 ? m.autograde_conflict_titles({ count: some.length }) : m.autograde_conflict_title()}
            action={
              <Row gap={2}>
                <Button size="small" onPress={() => onKeep(some)}>
                  {m.autograde_conflict_keep({ theirs })}
                </Button>
                <Button size="small" onPress={() => onInsist(some)}>
                  {m.autograde_conflict_mine({ mine })}
                </Button>
              </Row>
            }
          >
            {[asked && `${questionName(asked)}.`, m.autograde_conflict({ name, theirs, mine })].filter(Boolean).join(' ')}
          </Notice>
        );
      })}
    </>
  );
}
