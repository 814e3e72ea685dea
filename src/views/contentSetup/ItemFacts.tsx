import type { ItemProblem } from '../../../common/authoring/itemProblems.ts';
import { type AuthoredItem, itemLimits } from '../../../contract/authoredItem.ts';
import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from '../authoring/authoring.module.css';
import { Line, LineList } from '../authoring/LineList.tsx';
import { itemProblemAt } from './itemWords.ts';

interface ItemFactsProps {
  item: AuthoredItem;
  problems: readonly ItemProblem[];
  /** How hard the text is to read; null: unknown. */
  level: { text: string; warning: string | null } | null;
  onChange: (item: AuthoredItem, field: string, isTyped: boolean) => void;
}

/** A list as it is typed, separated with commas. What is empty leaves it when the draft is saved. */
const listOf = (text: string, most: number) =>
  text
    .split(',')
    .map((one) => one.trimStart())
    .slice(0, most);

/** What the library says about an item: title, summary, time, grades, standards and sources. */
export function ItemFacts({ item, problems, level, onChange }: ItemFactsProps) {
  const set = (part: Partial<AuthoredItem>, field: string, isTyped = true) => onChange({ ...item, ...part }, field, isTyped);
  const at = (field: ItemProblem['field']) => itemProblemAt(problems, item.body.kind, field);
  const source = (index: number, part: Partial<AuthoredItem['sources'][number]>) =>
    set(
      { sources: item.sources.map((one, place) => (place === index ? { ...one, ...part } : one)) },
      `source ${index} ${Object.keys(part).join()}`,
    );
  return (
    <Stack gap={4} align="stretch">
      <TextField
        label={m.itemEditor_title()}
        value={item.title}
        maxLength={itemLimits.title}
        autoComplete="off"
        error={at('title')}
        onChange={(title) => set({ title }, 'title')}
      />
      <TextField
        label={m.itemEditor_summary()}
        description={m.itemEditor_summary_help()}
        value={item.summary}
        maxLength={itemLimits.summary}
        autoComplete="off"
        error={at('summary')}
        onChange={(summary) => set({ summary }, 'summary')}
      />
      <div className={s.facts}>
        <NumberField
          label={m.itemEditor_minutes()}
          value={item.minutes}
          maxValue={itemLimits.minutes}
          error={at('minutes')}
          onChange={(minutes) => set({ minutes }, 'minutes')}
        />
        <TextField
          label={m.itemEditor_grades()}
          description={m.itemEditor_grades_help()}
          value={item.grades.join(', ')}
          autoComplete="off"
          error={at('grades')}
          onChange={(text) => set({ grades: listOf(text, itemLimits.grades) }, 'grades')}
        />
        <TextField
          label={m.itemEditor_standards()}
          description={m.itemEditor_standards_help()}
          value={item.standards.join(', ')}
          autoComplete="off"
          error={at('standards')}
          onChange={(text) => set({ standards: listOf(text, itemLimits.standards) }, 'standards')}
        />
      </div>
      {level ? <Text tone="soft">{level.text}</Text> : null}
      {level?.warning ? (
        <Notice tone="warning" title={level.warning}>
          {m.itemEditor_level_hard_text()}
        </Notice>
      ) : null}
      <LineList
        label={m.itemEditor_sources()}
        addLabel={m.itemEditor_source_add()}
        count={item.sources.length}
        most={itemLimits.sources}
        onAdd={() => set({ sources: [...item.sources, { name: '', note: '' }] }, 'sources', false)}
      >
        {item.sources.map(({ name, note }, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and its fields hold no state of their own.
            key={index}
            removeLabel={m.itemEditor_source_remove({ number: index + 1 })}
            onRemove={() => set({ sources: item.sources.toSpliced(index, 1) }, 'sources', false)}
          >
            <div className={s.grow}>
              <TextField
                label={m.itemEditor_source({ number: index + 1 })}
                isLabelHidden
                placeholder={m.itemEditor_source_name_hint()}
                value={name}
                maxLength={quizLimits.line}
                autoComplete="off"
                onChange={(typed) => source(index, { name: typed })}
              />
            </div>
            <div className={s.grow}>
              <TextField
                label={m.itemEditor_source_note({ number: index + 1 })}
                isLabelHidden
                placeholder={m.itemEditor_source_note_hint()}
                value={note}
                maxLength={quizLimits.line}
                autoComplete="off"
                onChange={(typed) => source(index, { note: typed })}
              />
            </div>
          </Line>
        ))}
      </LineList>
    </Stack>
  );
}
