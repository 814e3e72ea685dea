import { type AuthoredVariable, emptyVariable } from '../../../common/authoring/emptyQuiz.ts';
import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { problemAt } from './words.ts';

const range = [
  { field: 'min', label: m.authoring_variable_min },
  { field: 'max', label: m.authoring_variable_max },
  { field: 'step', label: m.authoring_variable_step },
] as const;

/** The first letter that names no variable yet. */
const freeName = (variables: readonly AuthoredVariable[]) =>
  [...'abcdfghjkmnpqrstuvwxyz'].find((letter) => variables.every(({ name }) => name !== letter)) ?? '';

/** Numbers that are drawn for each student, one variable per line. */
export function VariableFields({
  question,
  problems,
  newKey,
  onChange,
}: Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange'>) {
  const { variables } = question;
  const set = (next: AuthoredVariable[], field: string, isTyped: boolean) => onChange({ ...question, variables: next }, field, isTyped);
  return (
    <LineList
      label={m.authoring_variables()}
      addLabel={m.authoring_variable_add()}
      count={variables.length}
      most={quizLimits.variables}
      error={problemAt(problems, question.key, 'variables')}
      onAdd={() => set([...variables, { ...emptyVariable(newKey()), name: freeName(variables) }], 'variables', false)}
    >
      <Text size={2} tone="soft">
        {m.authoring_variables_help({ braces: '{m}' })}
      </Text>
      {variables.map((variable) => {
        const { key, name } = variable;
        const put = (part: Partial<AuthoredVariable>, field: string, isTyped = true) =>
          set(
            variables.map((one) => (one.key === key ? { ...one, ...part } : one)),
            `${field} ${key}`,
            isTyped,
          );
        return (
          <Line
            key={key}
            removeLabel={m.authoring_variable_remove({ name })}
            onRemove={() =>
              set(
                variables.filter((one) => one.key !== key),
                'variables',
                false,
              )
            }
          >
            <fieldset className={s.variable} aria-label={m.authoring_variable({ name })}>
              <TextField
                label={m.authoring_variable_name()}
                autoComplete="off"
                value={name}
                maxLength={16}
                error={problemAt(problems, question.key, 'variables', key)}
                onChange={(text) => put({ name: text }, 'name')}
              />
              <Select
                label={m.authoring_variable_kind()}
                value={variable.is_list ? 'list' : 'range'}
                options={[
                  { key: 'range', label: m.authoring_variable_range() },
                  { key: 'list', label: m.authoring_variable_list() },
                ]}
                onChange={(kind) => put({ is_list: kind === 'list' }, 'kind', false)}
              />
              {variable.is_list ? (
                <TextField
                  label={m.authoring_variable_numbers()}
                  autoComplete="off"
                  placeholder="2; 2.5; 4"
                  value={variable.list}
                  maxLength={quizLimits.line}
                  onChange={(list) => put({ list }, 'list')}
                />
              ) : (
                range.map(({ field, label }) => (
                  <TextField
                    key={field}
                    label={label()}
                    inputMode="decimal"
                    autoComplete="off"
                    value={variable[field]}
                    maxLength={40}
                    onChange={(text) => put({ [field]: text }, field)}
                  />
                ))
              )}
            </fieldset>
          </Line>
        );
      })}
    </LineList>
  );
}
