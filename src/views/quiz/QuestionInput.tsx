import { type ReactNode, useId } from 'react';
import type { Question } from '../../../contract/quiz.ts';
import type { Answer } from '../../machines/quiz/quizMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { placedOptions, placements, toggled } from './answers.ts';
import s from './QuizView.module.css';

interface QuestionInputProps {
  question: Question;
  answer: Answer | undefined;
  onChange: (answer: Answer) => void;
}

const asText = (value: unknown): Answer => ({ answerId: null, answerText: JSON.stringify(value) });

/** A question with the controls of its type. */
export function QuestionInput(props: QuestionInputProps) {
  const { question } = props;
  const id = useId();
  return (
    <fieldset className={s.group} aria-labelledby={id} data-focus="question" tabIndex={-1}>
      <div id={id} className={s.stem}>
        <Html html={question.question_text} />
      </div>
      {question.diagram ? <Html html={question.diagram} /> : null}
      <Controls {...props} />
    </fieldset>
  );
}

function Controls(props: QuestionInputProps): ReactNode {
  switch (props.question.question_type) {
    case 'single_choice':
    case 'true_false':
      return <SingleChoice {...props} />;
    case 'multiple_choice':
      return <MultipleChoice {...props} />;
    case 'short_text':
      return <Typed {...props} label={m.quiz_your_answer()} />;
    case 'numeric':
      return (
        <Typed
          {...props}
          label={props.question.unit ? m.quiz_your_number({ unit: props.question.unit }) : m.quiz_your_answer()}
          description={m.quiz_number_help()}
        />
      );
    case 'ordering':
      return <Ordering {...props} />;
    case 'matching':
    case 'label_diagram':
      return <Matching {...props} />;
  }
}

function SingleChoice({ question, answer, onChange }: QuestionInputProps) {
  return (
    <ul className={s.options}>
      {question.answer_options.map(({ id, answer_text }) => (
        <li key={id}>
          <label className={s.option}>
            <input
              type="radio"
              name={`question-${question.id}`}
              checked={answer?.answerId === id}
              onChange={() => onChange({ answerId: id, answerText: '' })}
            />
            <span>{answer_text}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function MultipleChoice({ question, answer, onChange }: QuestionInputProps) {
  const chosen = placedOptions(answer);
  return (
    <>
      <p className={s.hint}>{m.quiz_choose_all()}</p>
      <ul className={s.options}>
        {question.answer_options.map(({ id, answer_text }) => (
          <li key={id}>
            <label className={s.option}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={() => {
                  const next = toggled(chosen, id);
                  onChange(next.length > 0 ? asText(next) : { answerId: null, answerText: '' });
                }}
              />
              <span>{answer_text}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function Typed({ answer, onChange, label, description }: QuestionInputProps & { label: string; description?: string }) {
  return (
    <TextField
      label={label}
      {...(description ? { description } : {})}
      value={answer?.answerText ?? ''}
      maxLength={500}
      autoComplete="off"
      onChange={(answerText) => onChange({ answerId: null, answerText })}
    />
  );
}

function Ordering({ question, answer, onChange }: QuestionInputProps) {
  const given = placedOptions(answer);
  const isAnswered = given.length === question.answer_options.length;
  const order = isAnswered ? given : question.answer_options.map(({ id }) => id);
  const textOf = (id: number) => question.answer_options.find((option) => option.id === id)?.answer_text ?? '';
  const move = (at: number, by: -1 | 1) => {
    const next = [...order];
    const [moved] = next.splice(at, 1);
    next.splice(at + by, 0, moved as number);
    onChange(asText(next));
  };
  return (
    <>
      <p className={s.hint}>{isAnswered ? m.quiz_order_help() : m.quiz_order_first()}</p>
      <ol className={s.order}>
        {order.map((id, at) => (
          <li key={id} className={s.orderItem}>
            <span>{textOf(id)}</span>
            <IconButton
              icon={IconArrowUp}
              label={m.quiz_move_up({ text: textOf(id) })}
              reason={at === 0 ? m.quiz_is_top() : null}
              onPress={() => move(at, -1)}
            />
            <IconButton
              icon={IconArrowDown}
              label={m.quiz_move_down({ text: textOf(id) })}
              reason={at === order.length - 1 ? m.quiz_is_bottom() : null}
              onPress={() => move(at, 1)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function Matching({ question, answer, onChange }: QuestionInputProps) {
  const placed = placements(answer);
  const options = question.answer_options.map(({ id, answer_text }) => ({ key: String(id), label: answer_text }));
  return (
    <ul className={s.matching}>
      {question.targets.map((target) => (
        <li key={target.id}>
          <Select
            label={target.text}
            options={options}
            value={placed[target.id] === undefined ? null : String(placed[target.id])}
            placeholder={m.quiz_choose()}
            onChange={(key) => onChange(asText({ ...placed, [target.id]: Number(key) }))}
          />
        </li>
      ))}
    </ul>
  );
}
