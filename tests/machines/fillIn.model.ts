import { Language } from '../../contract/content.ts';
import type { CheckedAnswer, FillInQuestion } from '../../contract/glossary.ts';
import { fillInMachine } from '../../src/machines/glossary/fillInMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { termId } from '../server/glossaryTerms.ts';

const names = ['cell', 'mitosis'] as const;
export const question = (name: (typeof names)[number]): FillInQuestion => ({
  term_id: termId(name),
  subject: 'life',
  language_id: Language.english,
  sentence: `Here ${name.length} letters fit: ____.`,
  choices: [...names],
});
export const checked = (result: CheckedAnswer['result'], name: string): CheckedAnswer => ({
  result,
  term: name,
  definition: `What ${name} means.`,
});
/** The term of the current sentence. */
const nameIn = ({ queue }: { queue: readonly FillInQuestion[] }) => names.find((name) => termId(name) === queue[0]?.term_id);

const problem = { code: 503, message: 'Too much to do' };

export const fillInModel = defineModel({
  machine: fillInMachine,
  input: { mode: 'type' },
  events: [
    { type: 'mode.changed', mode: 'choose' },
    { type: 'mode.changed', mode: 'type' },
    { type: 'round.started' },
    { type: 'round.left' },
    { type: 'answer.typed', answer: '' },
    { type: 'answer.typed', answer: 'no' },
    ...names.map((answer) => ({ type: 'answer.typed' as const, answer })),
    { type: 'answer.submitted' },
    ...names.map((answer) => ({ type: 'answer.chosen' as const, answer })),
    { type: 'hint.asked' },
    { type: 'question.continued' },
    { type: 'xstate.done.actor.loadRound', output: [] },
    { type: 'xstate.done.actor.loadRound', output: names.map(question) },
    { type: 'xstate.error.actor.loadRound', error: problem },
    ...names.flatMap((name) =>
      [null, [name.length]].map((lengths) => ({
        type: 'xstate.done.actor.loadHint' as const,
        output: { firstLetter: name.charAt(0), lengths },
      })),
    ),
    { type: 'xstate.error.actor.loadHint', error: problem },
    ...names.flatMap((name) =>
      (['right', 'wrong'] as const).map((result) => ({ type: 'xstate.done.actor.checkAnswer' as const, output: checked(result, name) })),
    ),
    { type: 'xstate.error.actor.checkAnswer', error: { code: 0, message: '' } },
  ],
  project: ({ mode, queue, answer, hints, missed, problem: why }) => ({
    mode,
    queue: queue.map(({ term_id }) => term_id),
    answer,
    hints,
    missed: missed.map(({ term_id }) => term_id),
    problem: why?.code,
  }),
  // The page shows one way to answer, and the server knows the right term.
  can: (event, { context }) => {
    const { type, answer, mode, output } = event as { type: string; answer?: string; mode?: string; output?: unknown };
    const name = nameIn(context);
    if (type === 'mode.changed') return mode !== context.mode;
    if (type === 'answer.typed')
      return context.mode === 'type' && answer !== context.answer && (answer === name || answer === 'no' || answer === '');
    if (type === 'answer.submitted' || type === 'hint.asked') return context.mode === 'type';
    if (type === 'answer.chosen') return context.mode === 'choose';
    if (type === 'xstate.done.actor.checkAnswer') {
      const { term, result } = output as CheckedAnswer;
      return term === name && (result === 'right') === (context.answer === name);
    }
    if (type === 'xstate.done.actor.loadHint') {
      const { firstLetter, lengths } = output as { firstLetter: string; lengths: unknown };
      return firstLetter === name?.charAt(0) && (lengths === null) === (context.hints === 0);
    }
    return true;
  },
  keeps: {
    'mode.changed': { mode: 'mode' },
    'answer.typed': { answer: 'answer' },
    'answer.chosen': { answer: 'answer' },
    'xstate.done.actor.loadHint': { output: 'hint' },
    'xstate.done.actor.checkAnswer': { output: 'checked' },
  },
  tags: {
    choosing: (snapshot) => snapshot.matches('choosing') || snapshot.matches('loading'),
    empty: (snapshot) => snapshot.matches({ choosing: 'empty' }),
    asking: (snapshot) => snapshot.matches('asking') || snapshot.matches('checking'),
    checking: 'checkAnswer',
    answered: 'question.continued',
    over: (snapshot) => snapshot.matches('roundOver'),
  },
  takes: {
    'mode.changed': ['choosing', 'asking'],
    'round.started': ['choosing', 'roundOver'],
    'round.left': ['asking', 'roundOver'],
    'hint.asked': ['asking.open', 'asking.hinted', 'asking.failed'],
  },
  leads: {
    'round.started': ['loading'],
    'xstate.done.actor.loadRound': ['choosing.empty', 'asking'],
    'round.left': ['choosing'],
    'hint.asked': ['asking.hinting'],
    'answer.chosen': ['checking'],
    'answer.submitted': ['checking'],
    'xstate.error.actor.loadHint': ['asking.failed'],
    'xstate.error.actor.checkAnswer': ['asking.failed'],
    'question.continued': ['asking', 'roundOver'],
  },
  invariants: {
    'there is a sentence while one is asked or answered': (snapshot) =>
      !(snapshot.hasTag('asking') || snapshot.hasTag('answered')) || snapshot.context.queue.length > 0,
    'the term is known only once the server has told it': (snapshot) =>
      (snapshot.context.checked !== null) === snapshot.hasTag('answered') || snapshot.hasTag('choosing'),
    'a hint is shown if there was one': ({ context }) => (context.hint !== null) === context.hints > 0,
    'no more terms are missed than asked': ({ context }) => context.missed.length <= context.total,
    'a round is over when all sentences are answered right': (snapshot) =>
      !snapshot.matches('roundOver') || snapshot.context.queue.length === 0,
  },
  stepInvariants: {
    'an answer that could not be checked is kept': (before, event, after) =>
      event.type !== 'xstate.error.actor.checkAnswer' || after.context.answer === before.context.answer,
    'a wrong sentence stays in the round': (before, event, after) =>
      event.type !== 'question.continued' || !before.matches('wrong') || after.context.queue.length === before.context.queue.length,
  },
});
