import { emptyOption } from '../../../common/authoring/emptyQuiz.ts';
import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import hidden from '../../ui/hidden.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
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
  const problem = problemAt(problems, question.key, 'options');
  return (
    <fieldset className={s.list} data-list>
      <legend>{isOrder ? m.authoring_items() : isOne ? m.authoring_options_one() : m.authoring_options_many()}</legend>
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
          <div key={option.key} className={s.line}>
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
            <IconButton
              size="small"
              icon={IconX}
              label={m.authoring_option_remove({ number })}
              onPress={() =>
                set(
                  options.filter(({ key }) => key !== option.key),
                  'options',
                  false,
                )
              }
            />
          </div>
        );
      })}
      {problem ? (
        <Text tone="danger" size={2}>
          {problem}
        </Text>
      ) : null}
      <div>
        <Button
          size="small"
          icon={IconPlus}
          reason={options.length < quizLimits.options ? null : m.authoring_full({ most: quizLimits.options })}
          onPress={add}
        >
          {isOrder ? m.authoring_item_add() : m.authoring_option_add()}
        </Button>
      </div>
    </fieldset>
  );
}
