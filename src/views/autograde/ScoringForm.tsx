import { useState } from 'react';
import { readDecimal } from '../../../common/readDecimal.ts';
import type { QuestionScoring } from '../../../contract/autograde.ts';
import { mostIdeas, type ScoringSettings } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import type { AskedQuestion, ScoringOrder } from '../../services/scoring.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { plainText } from '../reports/plainText.ts';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import { decimalText } from './decimal.ts';
import { draftOf, KeyFields, keyOf, rightIn } from './KeyFields.tsx';
import { linesOf } from './linesOf.ts';

/** How far the ideas agree with what people have given. */
function agreementText({ answers: count, exact, kappa }: QuestionScoring['agreement'], language: 'en' | 'es'): string {
  if (exact === null) return m.autograde_agreement_none();
  const said = { count, exact: figureWords(100 * exact, language, 0) };
  return kappa === null ? m.autograde_agreement_exact(said) : m.autograde_agreement({ ...said, kappa: figureWords(kappa, language) });
}

/** How far the ideas agree with people, and whether that is too little to suggest points. */
function AgreementText({ agreement }: Pick<QuestionScoring, 'agreement'>) {
  const { language } = usePreferences();
  return (
    <>
      <Text tone="soft">{agreementText(agreement, language)}</Text>
      {agreement.is_offered ? null : <Text>{m.autograde_agreement_low()}</Text>}
    </>
  );
}

interface ScoringFormProps {
  asked: AskedQuestion;
  scoring: QuestionScoring;
  /** The class that the form begins with; undefined, or none of these: those that score alike. */
  firstClass?: number | undefined;
  onOrder: (order: ScoringOrder) => void;
}

/** An idea while it is written: its points are a text, its ways one per line. */
interface IdeaDraft {
  name: string;
  points: string;
  ways: string;
}

const pointsOf = ({ points }: IdeaDraft, max: number): number | null => {
  const read = readDecimal(points);
  return read === undefined || read < 0 || read > max ? null : read;
};

type Classes = QuestionScoring['classes'];

/** Classes by how they score the question. */
const alike = (classes: Classes): Classes[] => [
  ...Map.groupBy(classes, ({ settings, is_rule }) => JSON.stringify([settings, is_rule])).values(),
];

/** How a question is scored, to be changed; the server says what the change does before it is made. */
export function ScoringForm(props: ScoringFormProps) {
  const ways = alike(props.scoring.classes);
  const isFirst = ({ group_puid }: Classes[number]) => group_puid === props.firstClass;
  const [at, show] = useState(() =>
    Math.max(
      0,
      ways.findIndex((of) => of.some(isFirst)),
    ),
  );
  return (
    <Section title={m.autograde_scoring_how()}>
      <Stack gap={4}>
        {ways.length > 1 ? (
          <>
            <Text>{m.autograde_scoring_of_help()}</Text>
            <NativeSelect
              label={m.autograde_scoring_of()}
              placeholder={m.autograde_scoring_of()}
              value={String(at)}
              options={ways.map((of, way) => ({ key: String(way), label: of.map(({ group_name }) => group_name).join(', ') }))}
              onChange={(key) => show(Number(key))}
            />
          </>
        ) : null}
        <OneScoring key={at} {...props} of={ways[at] ?? []} />
      </Stack>
    </Section>
  );
}

interface OneScoringProps extends ScoringFormProps {
  /** Classes that score the question in the same way, which the form begins with. */
  of: Classes;
}

function OneScoring({ asked, scoring, firstClass, of, onOrder }: OneScoringProps) {
  const { question, ideas: own, key: ownKey, corrected_key: corrected, classes, agreement } = scoring;
  const { language } = usePreferences();
  const [first] = of;
  const settings: ScoringSettings = first?.settings ?? {};
  const [outcome, setOutcome] = useState<string>(settings.outcome ?? 'key');
  const [isRule, setRule] = useState(first?.is_rule ?? false);
  const [ideas, setIdeas] = useState<readonly IdeaDraft[]>(
    (settings.ideas ?? own ?? []).map(({ name, points, ways }) => ({ name, points: decimalText(points, language), ways: ways.join('\n') })),
  );
  const [key, setKey] = useState(draftOf(settings.key ?? ownKey, language));
  const [also, setAlso] = useState<readonly (string | number)[]>(settings.also_right ?? []);
  const [text, setText] = useState(also.filter((one) => typeof one === 'string').join('\n'));
  const [chosen, setChosen] = useState(() => {
    const only = of.filter(({ group_puid }) => group_puid === firstClass);
    return (only.length > 0 ? only : of).map(({ group_puid }) => String(group_puid));
  });
  const [areErrorsShown, showErrors] = useState(false);
  const isTyped = own === null && !question.is_drawn && (question.question_type === 'short_text' || question.question_type === 'numeric');
  const change = (at: number, more: Partial<IdeaDraft>) =>
    setIdeas(ideas.map((idea, place) => (place === at ? { ...idea, ...more } : idea)));
  const right = rightIn(key);
  const others = question.answer_options.filter(({ id }) => !right.includes(id));

  const order = () => {
    const changedKey = key && keyOf(key);
    if ((key && !changedKey) || ideas.some((idea) => pointsOf(idea, question.points) === null)) {
      showErrors(true);
      return;
    }
    // A key of another kind cannot be changed here, so it stays as it is.
    const newKey = changedKey ? (JSON.stringify(changedKey) === JSON.stringify(ownKey) ? undefined : changedKey) : settings.key;
    const also_right = isTyped ? linesOf(text) : also.filter((one) => typeof one === 'number' && !right.includes(one));
    onOrder({
      asked,
      key: crypto.randomUUID(),
      group_puids: chosen.map(Number),
      is_rule: isRule,
      seen: classes
        .filter(({ group_puid }) => chosen.includes(String(group_puid)))
        .map(({ group_puid, version }) => ({ group_puid, version })),
      settings: {
        ...(newKey && { key: newKey }),
        ...(own === null
          ? {}
          : {
              ideas: ideas.map((idea) => ({
                name: idea.name,
                points: pointsOf(idea, question.points) as number,
                ways: linesOf(idea.ways),
              })),
            }),
        ...(also_right.length > 0 ? { also_right } : {}),
        ...(outcome === 'key' ? {} : { outcome: outcome as 'dropped' | 'full' }),
      },
    });
  };

  const hasNoKey = key?.kind === 'many' && right.length === 0;
  const why = chosen.length === 0 ? m.autograde_scoring_no_class() : hasNoKey ? m.autograde_key_none() : null;
  return (
    <Stack gap={4}>
      {own === null ? null : (
        <>
          {first === classes[0] ? <AgreementText agreement={agreement} /> : null}
          <Text>{m.autograde_ways_help()}</Text>
          {ideas.map((idea, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an idea being written has no other name
            <Stack key={at} gap={2}>
              <TextField label={m.autograde_idea_name({ number: at + 1 })} value={idea.name} onChange={(name) => change(at, { name })} />
              <TextField
                label={m.autograde_idea_points({ number: at + 1 })}
                inputMode="decimal"
                value={idea.points}
                onChange={(points) => change(at, { points })}
                error={
                  areErrorsShown && pointsOf(idea, question.points) === null
                    ? m.autograde_bad_points({ max: figureWords(question.points, language) })
                    : undefined
                }
              />
              <TextArea
                label={m.autograde_idea_ways({ number: at + 1 })}
                rows={4}
                value={idea.ways}
                onChange={(ways) => change(at, { ways })}
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
              onPress={() => setIdeas([...ideas, { name: '', points: '1', ways: '' }])}
            >
              {m.autograde_idea_add()}
            </Button>
          </Row>
          <Switch label={m.autograde_rule()} isSelected={isRule} onChange={setRule} />
        </>
      )}
      {corrected && JSON.stringify(key && keyOf(key)) !== JSON.stringify(corrected) ? (
        <Notice
          tone="info"
          title={m.autograde_corrected_key()}
          action={
            <Button size="small" onPress={() => setKey(draftOf(corrected, language))}>
              {m.autograde_corrected_key_take()}
            </Button>
          }
        >
          {m.autograde_corrected_key_text()}
        </Notice>
      ) : null}
      {key ? <KeyFields question={question} draft={key} onChange={setKey} areErrorsShown={areErrorsShown} /> : null}
      {settings.key ? <Text tone="soft">{m.autograde_key_changed()}</Text> : null}
      {right.length > 0 && others.length > 0 ? (
        <CheckboxGroup
          label={m.autograde_also_options()}
          options={others.map(({ id, answer_text }) => ({ key: String(id), label: plainText(answer_text) }))}
          value={also.map(String)}
          onChange={(keys) => setAlso(keys.map(Number))}
        />
      ) : null}
      {question.is_drawn ? <Text tone="soft">{m.autograde_drawn_key()}</Text> : null}
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
        <Button variant="primary" reason={why} onPress={order}>
          {m.autograde_who_changes()}
        </Button>
      </Row>
    </Stack>
  );
}
