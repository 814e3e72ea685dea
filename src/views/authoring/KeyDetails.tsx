import type { AuthoredIdea } from '../../../common/authoring/emptyQuiz.ts';
import { quizLimits } from '../../../contract/authoring.ts';
import { mostIdeaNameLetters, mostIdeas } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { problemAt } from './words.ts';

type IdeaFieldsProps = Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange'>;

/** Ideas that a written answer may contain, which suggest its points. */
export function IdeaFields({ question, problems, newKey, onChange }: IdeaFieldsProps) {
  const { ideas } = question;
  const set = (next: AuthoredIdea[], field: string, isTyped: boolean) => onChange({ ...question, ideas: next }, field, isTyped);
  return (
    <LineList
      label={m.authoring_ideas()}
      addLabel={m.autograde_idea_add()}
      count={ideas.length}
      most={mostIdeas}
      onAdd={() => set([...ideas, { key: newKey(), name: '', points: '1', ways: '' }], 'ideas', false)}
    >
      <Text size={2} tone="soft">
        {m.authoring_ideas_help()} {m.autograde_ways_help()}
      </Text>
      {ideas.map((idea, at) => {
        const number = at + 1;
        const put = (part: Partial<AuthoredIdea>, field: string) =>
          set(
            ideas.map((one) => (one.key === idea.key ? { ...one, ...part } : one)),
            `${field} ${idea.key}`,
            true,
          );
        return (
          <Line
            key={idea.key}
            removeLabel={m.autograde_idea_remove({ number })}
            onRemove={() =>
              set(
                ideas.filter(({ key }) => key !== idea.key),
                'ideas',
                false,
              )
            }
          >
            <div className={s.grow}>
              <TextField
                label={m.autograde_idea_name({ number })}
                autoComplete="off"
                value={idea.name}
                maxLength={mostIdeaNameLetters}
                error={problemAt(problems, question.key, 'ideas', idea.key)}
                onChange={(name) => put({ name }, 'idea name')}
              />
              <TextField
                label={m.autograde_idea_points({ number })}
                inputMode="decimal"
                autoComplete="off"
                value={idea.points}
                maxLength={40}
                onChange={(points) => put({ points }, 'idea points')}
              />
              <TextArea
                label={m.autograde_idea_ways({ number })}
                rows={3}
                value={idea.ways}
                maxLength={quizLimits.ways}
                onChange={(ways) => put({ ways }, 'idea ways')}
              />
            </div>
          </Line>
        );
      })}
    </LineList>
  );
}

/** How many significant figures an answer has, and what others cost. */
export function FigureFields({ question, onChange }: Pick<QuestionRowProps, 'question' | 'onChange'>) {
  return (
    <div className={s.facts}>
      <NumberField
        label={m.authoring_figures()}
        description={m.authoring_figures_help()}
        value={question.figures}
        maxValue={quizLimits.figures}
        onChange={(figures) => onChange({ ...question, figures }, 'figures', true)}
      />
      {question.figures > 0 ? (
        <NumberField
          label={m.authoring_figures_cost()}
          value={question.figures_cost}
          maxValue={100}
          onChange={(figures_cost) => onChange({ ...question, figures_cost }, 'figures_cost', true)}
        />
      ) : null}
    </div>
  );
}
