import { emptyPair } from '../../../common/authoring/emptyQuiz.ts';
import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { focusField, onEnter } from './rows.ts';
import { problemAt } from './words.ts';

const sides = ['left', 'right'] as const;

/** What belongs together, one pair per line. */
export function PairFields({
  question,
  problems,
  newKey,
  onChange,
}: Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange'>) {
  const { pairs } = question;
  const set = (next: AuthoredQuestion['pairs'], field: string, isTyped: boolean) => onChange({ ...question, pairs: next }, field, isTyped);
  const add = () => set([...pairs, emptyPair(newKey())], 'pairs', false);
  return (
    <LineList
      label={m.authoring_pairs()}
      addLabel={m.authoring_pair_add()}
      count={pairs.length}
      most={quizLimits.options}
      error={problemAt(problems, question.key, 'pairs')}
      onAdd={add}
    >
      {pairs.map((pair, index) => {
        const number = index + 1;
        const labels = { left: m.authoring_pair_left({ number }), right: m.authoring_pair_right({ number }) };
        const error = problemAt(problems, question.key, 'pairs', pair.key);
        return (
          <Line
            key={pair.key}
            removeLabel={m.authoring_pair_remove({ number })}
            onRemove={() =>
              set(
                pairs.filter(({ key }) => key !== pair.key),
                'pairs',
                false,
              )
            }
          >
            <div className={s.pair}>
              {sides.map((side, at) => (
                <TextField
                  key={side}
                  label={labels[side]}
                  isLabelHidden
                  autoComplete="off"
                  placeholder={labels[side]}
                  value={pair[side]}
                  maxLength={quizLimits.line}
                  error={side === 'left' ? error : null}
                  onChange={(text) =>
                    set(
                      pairs.map((one) => (one.key === pair.key ? { ...one, [side]: text } : one)),
                      `${side} ${pair.key}`,
                      true,
                    )
                  }
                  onKeyDown={(event) =>
                    onEnter(event, (list) => {
                      const next = index * 2 + at + 1;
                      if (next === pairs.length * 2 && number < quizLimits.options) add();
                      focusField(list, next);
                    })
                  }
                />
              ))}
            </div>
          </Line>
        );
      })}
    </LineList>
  );
}
