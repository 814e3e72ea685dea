import type { ReactNode } from 'react';
import { Language } from '../../../contract/content.ts';
import type { fillInMachine } from '../../machines/glossary/fillInMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { offer } from '../offer.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import s from './glossary.module.css';
import { TermText } from './TermText.tsx';

type Actor = Chart<typeof fillInMachine>;

/** Announcements of the chart. */
export const fillInAnnouncements = { glossary_right: m.glossary_right, glossary_wrong: m.glossary_wrong };

/** From this many right answers in a row, the page says so. */
const streakFrom = 3;

/** A sentence; its blank is read as a word. */
function Sentence({ language, text, filled }: { language: 'en' | 'es'; text: string; filled: string | undefined }) {
  const [before, after] = text.split('____');
  return (
    <p className={s.sentence} lang={language}>
      {before}
      {filled === undefined ? (
        <span className={s.blank} role="img" aria-label={m.glossary_blank()} />
      ) : (
        <strong className={s.filled}>{filled}</strong>
      )}
      {after}
    </p>
  );
}

interface FillInQuestionProps {
  actor: Actor;
  /** The switch between typing and choosing. */
  children: ReactNode;
}

/** One sentence of a round, and after the answer its term. */
export function FillInQuestion({ actor, children }: FillInQuestionProps) {
  const { queue, checked, ...seen } = useFields(actor, (snapshot) => ({
    queue: snapshot.context.queue,
    checked: snapshot.context.checked,
    mode: snapshot.context.mode,
    streak: snapshot.context.streak,
    problem: snapshot.context.problem,
    isFailed: snapshot.hasTag('failed'),
    isAnswered: snapshot.hasTag('answered'),
  }));
  const [current] = queue;
  if (!current) return null;
  const language = current.language_id === Language.spanish ? 'es' : 'en';
  return (
    <Stack gap={5}>
      <Row justify="between">
        <Text tone="soft">{m.glossary_left({ count: queue.length })}</Text>
        {seen.streak >= streakFrom ? <Text tone="soft">{m.glossary_streak({ count: seen.streak })}</Text> : null}
      </Row>
      <div className={s.question}>
        <Sentence language={language} text={current.sentence} filled={checked?.term} />
        {seen.isFailed ? <ProblemNotice title={m.glossary_check_failed()} problem={seen.problem} /> : null}
        {seen.isAnswered && checked ? (
          <>
            <Notice
              tone={checked.result === 'wrong' ? 'warning' : 'success'}
              title={
                checked.result === 'right'
                  ? m.glossary_right()
                  : checked.result === 'almost'
                    ? m.glossary_almost({ term: checked.term })
                    : m.glossary_wrong_term({ term: checked.term })
              }
              isSaid
            >
              {checked.result === 'wrong' ? m.glossary_again() : null}
            </Notice>
            <TermText language={language} term={checked.term} definition={checked.definition} />
            <Row>
              <Button
                variant="primary"
                iconEnd={IconArrowRight}
                data-focus="next"
                onPress={() => offer(actor, { type: 'question.continued' })}
              >
                {m.glossary_next()}
              </Button>
            </Row>
          </>
        ) : seen.mode === 'choose' ? (
          <Choices actor={actor} choices={current.choices} />
        ) : (
          <Typed actor={actor} />
        )}
      </div>
      {seen.isAnswered ? null : (
        <Row justify="between">
          {children}
          <Button variant="quiet" onPress={() => offer(actor, { type: 'round.left' })}>
            {m.glossary_round_end()}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function Typed({ actor }: { actor: Actor }) {
  const { answer, hint, isChecking } = useFields(actor, (snapshot) => ({
    answer: snapshot.context.answer,
    hint: snapshot.context.hint,
    isChecking: snapshot.hasTag('checking'),
  }));
  const empty = useWhyNot<typeof fillInMachine>(actor, { type: 'answer.submitted' }, { hasAnswer: m.glossary_answer_first() });
  const noHint = useWhyNot<typeof fillInMachine>(actor, { type: 'hint.asked' }, { canHint: m.glossary_no_hint(), notHere: m.ui_wait() });
  return (
    <form
      className={s.typed}
      onSubmit={(event) => {
        event.preventDefault();
        offer(actor, { type: 'answer.submitted' });
      }}
    >
      <TextField
        label={m.glossary_answer()}
        value={answer}
        onChange={(text) => offer(actor, { type: 'answer.typed', answer: text })}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-focus="answer"
      />
      <p role="status" className={s.hint}>
        {hint
          ? hint.lengths
            ? m.glossary_hint_length({ letter: hint.firstLetter, lengths: hint.lengths.join(' + ') })
            : m.glossary_hint_letter({ letter: hint.firstLetter })
          : ''}
      </p>
      <Row>
        <Button type="submit" variant="primary" isPending={isChecking} reason={isChecking ? null : empty}>
          {m.glossary_check()}
        </Button>
        <Button reason={noHint} onPress={() => offer(actor, { type: 'hint.asked' })}>
          {m.glossary_hint()}
        </Button>
      </Row>
    </form>
  );
}

function Choices({ actor, choices }: { actor: Actor; choices: readonly string[] }) {
  const { answer, isChecking } = useFields(actor, (snapshot) => ({
    answer: snapshot.context.answer,
    isChecking: snapshot.hasTag('checking'),
  }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={m.glossary_choices()} className={s.choices} data-focus="answer" tabIndex={-1}>
      {choices.map((choice) => (
        <Button
          key={choice}
          isPending={isChecking && choice === answer}
          onPress={() => offer(actor, { type: 'answer.chosen', answer: choice })}
        >
          {choice}
        </Button>
      ))}
    </div>
  );
}
