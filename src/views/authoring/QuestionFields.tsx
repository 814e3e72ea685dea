import { lazy, Suspense } from 'react';
import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { DiagramFields } from './DiagramFields.tsx';
import { OptionFields } from './OptionFields.tsx';
import { PairFields } from './PairFields.tsx';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { QuestionTextField } from './QuestionTextField.tsx';
import { TextList } from './TextList.tsx';
import { offeredTypes, typeName } from './typeNames.ts';
import { VariableFields } from './VariableFields.tsx';
import { problemAt } from './words.ts';
import { useDrawing } from './writing.ts';

// Few questions have them.
const IdeaFields = lazy(async () => ({ default: (await import('./KeyDetails.tsx')).IdeaFields }));
const FigureFields = lazy(async () => ({ default: (await import('./KeyDetails.tsx')).FigureFields }));
const Html = lazy(async () => ({ default: (await import('../../ui/Html.tsx')).Html }));

type QuestionFieldsProps = Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange' | 'onUndo' | 'onRedo'>;

const difficulties = ['-2', '0', '2'] as const;

/** The fields of the open question: its text, what its type asks for, and more on demand. */
export function QuestionFields({ question, problems, newKey, onChange, onUndo, onRedo }: QuestionFieldsProps) {
  const set = (part: Partial<AuthoredQuestion>, field: string, isTyped = true) => onChange({ ...question, ...part }, field, isTyped);
  const at = (field: Parameters<typeof problemAt>[2]) => problemAt(problems, question.key, field);
  const drawing = useDrawing(question);
  const difficulty = String(question.difficulty < -1 ? -2 : question.difficulty > 1 ? 2 : 0);
  const difficultyNames = { '-2': m.authoring_easy(), '0': m.authoring_medium(), '2': m.authoring_hard() };
  return (
    <div className={s.fields}>
      <QuestionTextField
        label={m.authoring_text()}
        value={question.text}
        error={at('text')}
        onChange={(text, step) => set({ text }, `text ${step}`)}
        onUndo={onUndo}
        onRedo={onRedo}
      />
      {drawing === undefined ? null : (
        <Suspense>
          <figure className={s.drawing}>
            <Html html={drawing} />
            <figcaption>{m.itemBank_drawing()}</figcaption>
          </figure>
        </Suspense>
      )}
      <Key question={question} problems={problems} newKey={newKey} onChange={onChange} />
      <div className={s.facts}>
        <Select
          label={m.authoring_type()}
          value={question.question_type}
          options={offeredTypes.map((key) => ({ key, label: typeName(key) }))}
          onChange={(type) => set({ question_type: type as AuthoredQuestion['question_type'] }, 'type', false)}
        />
        <NumberField
          label={m.authoring_points()}
          value={question.points}
          maxValue={quizLimits.points}
          error={at('points')}
          onChange={(points) => set({ points }, 'points')}
        />
      </div>
      <details className={s.more}>
        <summary>{m.authoring_more()}</summary>
        <Stack gap={4}>
          <QuestionTextField
            label={m.authoring_explanation()}
            value={question.explanation}
            error={at('explanation')}
            onChange={(explanation, step) => set({ explanation }, `explanation ${step}`)}
            onUndo={onUndo}
            onRedo={onRedo}
          />
          <Misconceptions question={question} set={set} />
          <div className={s.facts}>
            <Select
              label={m.authoring_difficulty()}
              value={difficulty}
              options={difficulties.map((key) => ({ key, label: difficultyNames[key] }))}
              onChange={(key) => set({ difficulty: Number(key) }, 'difficulty', false)}
            />
            <TextField
              label={m.authoring_standards()}
              description={m.authoring_standards_help()}
              value={question.standards.join(', ')}
              onChange={(text) =>
                set(
                  {
                    standards: text
                      .split(',')
                      .map((one) => one.trimStart())
                      .slice(0, 20),
                  },
                  'standards',
                )
              }
            />
          </div>
        </Stack>
      </details>
    </div>
  );
}

/** What a wrong answer shows, one field per wrong answer. */
function Misconceptions({ question, set }: { question: AuthoredQuestion; set: (part: Partial<AuthoredQuestion>, field: string) => void }) {
  const { question_type, options } = question;
  if (question_type === 'true_false')
    return (
      <TextField
        label={m.authoring_misconception()}
        value={question.misconception}
        maxLength={quizLimits.line}
        onChange={(misconception) => set({ misconception }, 'misconception')}
      />
    );
  if (question_type !== 'single_choice' && question_type !== 'multiple_choice') return null;
  return options
    .filter(({ is_right, text }) => !is_right && text !== '')
    .map(({ key, text, misconception }) => (
      <TextField
        key={key}
        label={m.authoring_misconception_of({ option: text })}
        value={misconception}
        maxLength={quizLimits.line}
        onChange={(typed) =>
          set({ options: options.map((one) => (one.key === key ? { ...one, misconception: typed } : one)) }, `misconception ${key}`)
        }
      />
    ));
}

/** What is right, in the fields of the question's type. */
function Key({ question, problems, newKey, onChange }: Pick<QuestionFieldsProps, 'question' | 'problems' | 'newKey' | 'onChange'>) {
  const set = (part: Partial<AuthoredQuestion>, field: string, isTyped = true) => onChange({ ...question, ...part }, field, isTyped);
  const at = (field: Parameters<typeof problemAt>[2]) => problemAt(problems, question.key, field);
  const hasVariables = question.variables.length > 0;
  switch (question.question_type) {
    case 'true_false':
      return (
        <RadioGroup
          label={m.authoring_truth()}
          look="row"
          value={question.is_true === null ? null : String(question.is_true)}
          options={[
            { key: 'true', label: m.authoring_true() },
            { key: 'false', label: m.authoring_false() },
          ]}
          error={at('is_true')}
          onChange={(key) => set({ is_true: key === 'true' }, 'is_true', false)}
        />
      );
    case 'short_text':
      return (
        <Stack gap={3}>
          <Switch
            label={m.authoring_by_person()}
            isSelected={question.is_scored_by_person}
            onChange={(is_scored_by_person) => set({ is_scored_by_person }, 'is_scored_by_person', false)}
          />
          {question.is_scored_by_person ? (
            <>
              <TextArea
                label={m.authoring_example()}
                value={question.example}
                maxLength={2000}
                error={at('example')}
                onChange={(example) => set({ example }, 'example')}
              />
              {question.kept ? null : (
                <Suspense>
                  <IdeaFields question={question} problems={problems} newKey={newKey} onChange={onChange} />
                </Suspense>
              )}
            </>
          ) : (
            <TextList
              label={m.authoring_accepted()}
              name={(number) => m.authoring_accepted_number({ number })}
              addLabel={m.authoring_accepted_add()}
              texts={question.accepted}
              most={quizLimits.accepted}
              error={at('accepted')}
              onChange={(accepted, field, isTyped) => set({ accepted }, `accepted ${field}`, isTyped)}
            />
          )}
        </Stack>
      );
    case 'numeric':
      return (
        <Stack gap={3}>
          <VariableFields question={question} problems={problems} newKey={newKey} onChange={onChange} />
          <div className={s.facts}>
            <TextField
              label={hasVariables ? m.authoring_formula_answer() : m.authoring_value()}
              {...(hasVariables ? { description: m.authoring_formula_answer_help() } : { inputMode: 'decimal' as const })}
              autoComplete="off"
              value={question.value}
              error={at('value')}
              onChange={(value) => set({ value }, 'value')}
            />
            <TextField
              label={m.authoring_tolerance()}
              description={m.authoring_tolerance_help()}
              autoComplete="off"
              value={question.tolerance}
              placeholder="0"
              error={at('tolerance')}
              onChange={(tolerance) => set({ tolerance }, 'tolerance')}
            />
            <TextField
              label={m.authoring_unit()}
              description={m.authoring_unit_help()}
              autoComplete="off"
              value={question.unit}
              maxLength={40}
              onChange={(unit) => set({ unit }, 'unit')}
            />
          </div>
          {question.kept ? null : (
            <Suspense>
              <FigureFields question={question} onChange={onChange} />
            </Suspense>
          )}
        </Stack>
      );
    case 'matching':
    case 'label_diagram':
      return (
        <Stack gap={3}>
          {question.question_type === 'matching' ? (
            <PairFields question={question} problems={problems} newKey={newKey} onChange={onChange} />
          ) : (
            <DiagramFields question={question} problems={problems} newKey={newKey} onChange={onChange} />
          )}
          <TextList
            label={m.authoring_extras()}
            name={(number) => m.authoring_extra_number({ number })}
            addLabel={m.authoring_extra_add()}
            texts={question.extras}
            most={quizLimits.options}
            onChange={(extras, field, isTyped) => set({ extras }, `extras ${field}`, isTyped)}
          />
        </Stack>
      );
    default:
      return <OptionFields question={question} problems={problems} newKey={newKey} onChange={onChange} />;
  }
}
