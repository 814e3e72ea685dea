import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import type { Answer } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import hidden from '../../ui/hidden.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconPlayerPause, IconVolume, IconX } from '../../ui/icons.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Marked } from '../glossary/Marked.tsx';
import { sentencesIn, sentencesOf, useReadAloud } from '../player/readAloud.ts';
import { chosen, isChosen, placedOptions, placements } from './answers.ts';
import { QuestionText } from './QuestionText.tsx';
import s from './QuizView.module.css';

const Html = lazy(async () => ({ default: (await import('../../ui/Html.tsx')).Html }));

interface QuestionInputProps {
  question: Question;
  answer: Answer | undefined;
  /** Ids of options that the student has crossed out. */
  crossedOut?: readonly number[];
  onChange: (answer: Answer) => void;
  /** Absent if options cannot be crossed out here. */
  onCrossOut?: (optionId: number) => void;
}

const asText = (value: unknown): Answer => ({ answerId: null, answerText: JSON.stringify(value) });

/** There is only one page. */
const isOver = () => false;

/** The spoken parts of a question: its text, then its choices. Choices in a drop-down list cannot be highlighted. */
function spokenOf(root: Element, language: 'en' | 'es', { question_type, answer_options }: Question) {
  const [stem] = root.children;
  const text = stem ? sentencesOf(stem, language) : [];
  const isPlaced = question_type === 'matching' || question_type === 'label_diagram';
  return [
    ...(text.length > 0 || !stem ? text : sentencesIn([stem], language)),
    ...sentencesIn([...root.querySelectorAll(isPlaced ? 'label' : '[data-spoken]')], language),
    ...(isPlaced ? answer_options.map((option) => ({ text: option.answer_text, range: null })) : []),
  ];
}

/** Reads a question and its choices aloud; renders nothing if the browser has no voice. */
function ReadAloud({ question, place }: { question: Question; place: () => Element | null }) {
  const { hasVoice, isReading, toggle } = useReadAloud(place, question.id, null, isOver, (root, language) =>
    spokenOf(root, language, question),
  );
  if (!hasVoice) return null;
  return (
    <div>
      <Button variant="quiet" size="small" icon={isReading ? IconPlayerPause : IconVolume} onPress={toggle}>
        {isReading ? m.player_read_stop() : m.quiz_read_aloud()}
      </Button>
    </div>
  );
}

/** A question with the controls of its type. */
export function QuestionInput(props: QuestionInputProps) {
  const { question } = props;
  const id = useId();
  const place = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset ref={place} className={s.group} aria-labelledby={id} data-focus="question" tabIndex={-1}>
      <div id={id} className={s.stem}>
        <Marked html={question.question_text} terms={question.terms}>
          <QuestionText html={question.question_text} />
        </Marked>
      </div>
      {question.diagram ? (
        <Suspense>
          <Html html={question.diagram} />
        </Suspense>
      ) : null}
      <ReadAloud question={question} place={() => place.current} />
      <Controls {...props} />
    </fieldset>
  );
}

function Controls(props: QuestionInputProps): ReactNode {
  switch (props.question.question_type) {
    case 'single_choice':
    case 'true_false':
    case 'multiple_choice':
      return <Choice {...props} />;
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

function Choice({ question, answer, crossedOut = [], onChange, onCrossOut }: QuestionInputProps) {
  const isMultiple = question.question_type === 'multiple_choice';
  return (
    <>
      {isMultiple ? <p className={s.hint}>{m.quiz_choose_all()}</p> : null}
      <ul className={s.options}>
        {question.answer_options.map(({ id, answer_text }) => {
          const isCrossed = crossedOut.includes(id);
          return (
            <li key={id} className={s.optionLine}>
              <label className={s.option} data-crossed={isCrossed || undefined}>
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  name={`question-${question.id}`}
                  checked={isChosen(question, answer, id)}
                  onChange={() => onChange(chosen(question, answer, id))}
                />
                <span>
                  <span className={s.optionText} data-spoken>
                    {answer_text}
                  </span>
                  {isCrossed ? <span className={hidden.hidden}> ({m.quiz_crossed_out()})</span> : null}
                </span>
              </label>
              {onCrossOut ? (
                <IconButton
                  icon={IconX}
                  label={m.quiz_cross_out({ text: answer_text })}
                  aria-pressed={isCrossed}
                  onPress={() => onCrossOut(id)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Typed({ answer, onChange, label, description }: QuestionInputProps & { label: string; description?: string }) {
  return (
    <NativeField
      type="text"
      label={label}
      {...(description ? { description } : {})}
      value={answer?.answerText ?? ''}
      maxLength={500}
      autoComplete="off"
      onChange={({ target }) => onChange({ answerId: null, answerText: target.value })}
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
            <span data-spoken>{textOf(id)}</span>
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
          <NativeSelect
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
