import { useState } from 'react';
import type { QuestionScoring } from '../../../contract/autograde.ts';
import { type Idea, mostIdeas, type ScoringSettings } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import type { AskedQuestion, ScoringOrder } from '../../services/scoring.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Section } from '../../ui/Page.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { plainText } from '../reports/plainText.ts';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

interface ScoringFormProps {
  asked: AskedQuestion;
  scoring: QuestionScoring;
  onOrder: (order: ScoringOrder) => void;
}

/** How a question is scored, to be changed; the server says what the change does before it is made. */
export function ScoringForm({ asked, scoring: { question, ideas: own, classes, agreement }, onOrder }: ScoringFormProps) {
  const { language } = usePreferences();
  const [first] = classes;
  const settings: ScoringSettings = first?.settings ?? {};
  const [outcome, setOutcome] = useState<string>(settings.outcome ?? 'key');
  const [isRule, setRule] = useState(first?.is_rule ?? false);
  const [ideas, setIdeas] = useState<readonly Idea[]>(settings.ideas ?? own ?? []);
  const [also, setAlso] = useState<readonly (string | number)[]>(settings.also_right ?? []);
  const [text, setText] = useState(also.filter((one) => typeof one === 'string').join('\n'));
  const [chosen, setChosen] = useState(classes.map(({ group_puid }) => String(group_puid)));
  const isChoice = ['single_choice', 'true_false', 'multiple_choice'].includes(question.question_type);
  const isTyped = own === null && (question.question_type === 'short_text' || question.question_type === 'numeric');
  const change = (at: number, more: Partial<Idea>) => setIdeas(ideas.map((idea, place) => (place === at ? { ...idea, ...more } : idea)));

  const order = () => {
    const also_right = isTyped ? lines(text) : also;
    onOrder({
      asked,
      key: crypto.randomUUID(),
      group_puids: chosen.map(Number),
      is_rule: isRule,
      seen: classes
        .filter(({ group_puid }) => chosen.includes(String(group_puid)))
        .map(({ group_puid, version }) => ({ group_puid, version })),
      settings: {
        ...(settings.key && { key: settings.key }),
        ...(own === null ? {} : { ideas: ideas.map(({ name, points, ways }) => ({ name, points, ways: ways.filter(Boolean) })) }),
        ...(also_right.length > 0 ? { also_right: [...also_right] } : {}),
        ...(outcome === 'key' ? {} : { outcome: outcome as 'dropped' | 'full' }),
      },
    });
  };

  return (
    <Section title={m.autograde_scoring_how()}>
      <Stack gap={4}>
        {own === null ? null : (
          <>
            {agreement.kappa === null || agreement.exact === null ? (
              <Text tone="soft">{m.autograde_agreement_none()}</Text>
            ) : (
              <Text tone="soft">
                {m.autograde_agreement({
                  count: agreement.answers,
                  exact: figureWords(100 * agreement.exact, language, 0),
                  kappa: figureWords(agreement.kappa, language),
                })}
              </Text>
            )}
            {agreement.is_offered ? null : <Text>{m.autograde_agreement_low()}</Text>}
            <Text>{m.autograde_ways_help()}</Text>
            {ideas.map((idea, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an idea being written has no other name
              <Stack key={at} gap={2}>
                <TextField label={m.autograde_idea_name({ number: at + 1 })} value={idea.name} onChange={(name) => change(at, { name })} />
                <NumberField
                  label={m.autograde_idea_points({ number: at + 1 })}
                  value={idea.points}
                  maxValue={question.points}
                  onChange={(points) => change(at, { points })}
                />
                <TextArea
                  label={m.autograde_idea_ways({ number: at + 1 })}
                  rows={4}
                  value={idea.ways.join('\n')}
                  onChange={(ways) => change(at, { ways: ways.split('\n') })}
                />
                <Row gap={2}>
                  <Button onPress={() => setIdeas(ideas.filter((_, place) => place !== at))}>
                    {m.autograde_idea_remove({ number: at + 1 })}
                  </Button>
                </Row>
              </Stack>
            ))}
            <Row gap={2}>
              <Button
                reason={ideas.length >= mostIdeas ? m.autograde_ideas_most({ most: mostIdeas }) : null}
                onPress={() => setIdeas([...ideas, { name: '', points: 1, ways: [] }])}
              >
                {m.autograde_idea_add()}
              </Button>
            </Row>
            <Switch label={m.autograde_rule()} isSelected={isRule} onChange={setRule} />
          </>
        )}
        {isChoice ? (
          <CheckboxGroup
            label={m.autograde_also_options()}
            options={question.answer_options
              .filter(({ is_answer }) => !is_answer)
              .map(({ id, answer_text }) => ({ key: String(id), label: plainText(answer_text) }))}
            value={also.map(String)}
            onChange={(keys) => setAlso(keys.map(Number))}
          />
        ) : null}
        {isTyped ? <TextArea label={m.autograde_also_texts()} rows={3} value={text} onChange={setText} /> : null}
        <RadioGroup
          label={m.autograde_outcome()}
          value={outcome}
          onChange={setOutcome}
          options={[
            { key: 'key', label: m.autograde_outcome_key() },
            { key: 'full', label: m.autograde_outcome_full() },
            { key: 'dropped', label: m.autograde_outcome_dropped() },
          ]}
        />
        {classes.length > 1 ? (
          <CheckboxGroup
            label={m.autograde_scoring_classes()}
            options={classes.map(({ group_puid, group_name }) => ({ key: String(group_puid), label: group_name }))}
            value={chosen}
            onChange={setChosen}
          />
        ) : null}
        <Row gap={2}>
          <Button variant="primary" reason={chosen.length === 0 ? m.autograde_scoring_no_class() : null} onPress={order}>
            {m.autograde_who_changes()}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}
