import { emptyOption } from '../../../common/authoring/emptyQuiz.ts';
import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import hidden from '../../ui/hidden.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { moved } from './questionChanges.ts';
import { focusField, onEnter } from './rows.ts';
import { problemAt } from './words.ts';

/** The options of a choice, each with a mark whether it is right; or the items of an order, in their right order. */
export function OptionFields({
  question,
  problems,
  newKey,
  onChange,
}: Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange'>) {
  const { options, question_type } = question;
  const isOrder = question_type === 'ordering';
  const isOne = question_type === 'single_choice';
  const set = (next: AuthoredQuestion['options'], field: string, isTyped: boolean) =>
    onChange({ ...question, options: next }, field, isTyped);
  const add = () => set([...options, emptyOption(newKey())], 'options', false);
  return (
    <LineList
      label={isOrder ? m.authoring_items() : isOne ? m.authoring_options_one() : m.authoring_options_many()}
      addLabel={isOrder ? m.authoring_item_add() : m.authoring_option_add()}
      count={options.length}
      most={quizLimits.options}
      error={problemAt(problems, question.key, 'options')}
      onAdd={add}
    >
      {options.map((option, index) => {
        const number = index + 1;
        const put = (part: Partial<typeof option>, isTyped: boolean, field: string) =>
          set(
            options.map((one) =>
              one.key === option.key ? { ...one, ...part } : isOne && part.is_right ? { ...one, is_right: false } : one,
            ),
            `${field} ${option.key}`,
            isTyped,
          );
        return (
          <Line
            key={option.key}
            removeLabel={m.authoring_option_remove({ number })}
            onRemove={() =>
              set(
                options.filter(({ key }) => key !== option.key),
                'options',
                false,
              )
            }
          >
            {isOrder ? (
              <span aria-hidden="true" className={s.place}>
                {number}.
              </span>
            ) : (
              <label className={s.right}>
                <input
                  type={isOne ? 'radio' : 'checkbox'}
                  name={`right-${question.key}`}
                  checked={option.is_right}
                  onChange={(event) => put({ is_right: event.currentTarget.checked }, false, 'right')}
                />
                <span className={hidden.hidden}>{m.authoring_right({ number })}</span>
              </label>
            )}
            <div className={s.grow}>
              <TextField
                label={isOrder ? m.authoring_item({ number }) : m.authoring_option({ number })}
                isLabelHidden
                autoComplete="off"
                placeholder={isOrder ? m.authoring_item({ number }) : m.authoring_option({ number })}
                value={option.text}
                maxLength={quizLimits.line}
                error={problemAt(problems, question.key, 'options', option.key)}
                onChange={(text) => put({ text }, true, 'option')}
                onKeyDown={(event) =>
                  onEnter(event, (list) => {
                    if (number === options.length && number < quizLimits.options) add();
                    focusField(list, number);
                  })
                }
              />
            </div>
            {isOrder ? (
              <>
                <IconButton
                  size="small"
                  icon={IconArrowUp}
                  label={m.authoring_item_up({ number })}
                  reason={index === 0 ? m.authoring_is_first() : null}
                  onPress={() => set(moved(options, option.key, -1), 'options', false)}
                />
                <IconButton
                  size="small"
                  icon={IconArrowDown}
                  label={m.authoring_item_down({ number })}
                  reason={number === options.length ? m.authoring_is_last() : null}
                  onPress={() => set(moved(options, option.key, 1), 'options', false)}
                />
              </>
            ) : null}
          </Line>
        );
      })}
    </LineList>
  );
}
