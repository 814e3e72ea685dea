import { assign } from 'xstate';
import { part } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';

// How the answers of a provider's frame reach the server. The provider's assessment imports it as `keeping`.

/** An answer reported by the frame. The highest sequence per question wins. */
export interface ProviderAnswer {
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  sequence: number;
}

export interface AnswersToSave {
  resultId: number;
  answers: ProviderAnswer[];
}

/** Context of the chart that keeps the answers. */
export interface Context extends delivery.Context {
  /** The started attempt. */
  opened: { result_id: number } | null;
  /** Keyed by question id. */
  answers: Record<number, ProviderAnswer>;
  /** Last sequence saved on the server, keyed by question id. */
  saved: Record<number, number>;
  /** Answers being saved. */
  sending: ProviderAnswer[];
}

/** Nothing has been answered. Spread into the chart's first context. */
export const none = { ...delivery.none, answers: {}, saved: {}, sending: [] } satisfies Partial<Context>;

/** Answers that the server does not have yet. */
export const unsaved = ({ answers, saved }: Pick<Context, 'answers' | 'saved'>): ProviderAnswer[] =>
  Object.values(answers).filter(({ question_id, sequence }) => sequence > (saved[question_id] ?? 0));

const newest = (known: Context['answers'], given: readonly ProviderAnswer[]): Context['answers'] => ({
  ...known,
  ...Object.fromEntries(
    given
      .filter(({ question_id, sequence }) => sequence > (known[question_id]?.sequence ?? 0))
      .map((answer) => [answer.question_id, answer]),
  ),
});

const sequences = (answers: readonly ProviderAnswer[]): Context['saved'] =>
  Object.fromEntries(answers.map(({ question_id, sequence }) => [question_id, sequence]));

/** The answers of a frame that is opened: those of this visit, merged with what the server has. */
export const resumed = ({ answers }: Context, known: readonly ProviderAnswer[]): Pick<Context, 'answers' | 'saved'> => ({
  answers: newest(answers, known),
  saved: sequences(known),
});

export type Event = { type: 'answers.given'; answers: ProviderAnswer[] } | delivery.Event;

/** An action of a chart with this context. */
type Action<Params = undefined> = (args: { context: Context }, params: Params) => void;
type Given = { context: Context };
type Answers = { answers: ProviderAnswer[] };

/** Spread into `setup({ actions })`. */
export const actions = {
  ...connection.actions,
  ...delivery.actions,
  setAnswers: assign({
    answers: ({ context }: Given, { answers }: Answers) => newest(context.answers, answers),
    hasNews: true,
  }) as Action<Answers>,
  takeUnsaved: assign({ sending: ({ context }: Given) => unsaved(context) }) as Action,
  setSaved: assign({ saved: ({ context }: Given) => ({ ...context.saved, ...sequences(context.sending) }) }) as Action,
};

/** Spread into `setup({ guards })`. */
export const guards = { ...delivery.guards, hasUnsaved: ({ context }: Given) => unsaved(context).length > 0 };

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = { ...delivery.reasons, hasUnsaved: 'The server has every answer.' };

/** Keeps the answers that the frame reports. */
export const given = { type: 'setAnswers', params: ({ event }: { event: Answers }) => event } as const;

/** States of what did not get through. */
const later = delivery.states('deciding');

/** States of the region `keeping`, of which `deciding` is the first. The chart needs the actor `saveAnswers`. */
export const states = part({
  settled: {
    description: 'The server has every answer.',
    on: { 'answers.given': { target: 'deciding', actions: given, description: 'The student gives or changes an answer.' } },
  },
  deciding: {
    description: 'Checking for answers the server does not have.',
    always: [
      { guard: 'hasUnsaved', target: 'saving', actions: 'takeUnsaved', description: 'Some answers are not saved yet.' },
      { target: 'settled', description: 'Every answer is saved.' },
    ],
  },
  saving: {
    description: 'Saving the answers on the server.',
    tags: 'saving',
    entry: 'noteSending',
    invoke: {
      id: 'saveAnswers',
      src: 'saveAnswers',
      input: ({ context }: Given): AnswersToSave => ({ resultId: context.opened?.result_id ?? 0, answers: context.sending }),
      onDone: {
        target: 'deciding',
        actions: ['setSaved', 'noteContact'],
        description: 'The answers are saved. Newer ones may have arrived meanwhile.',
      },
      onError: delivery.failed,
    },
  },
  ...later,
  queued: { ...later.queued, ...connection.watching },
});
