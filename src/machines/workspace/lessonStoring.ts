import { and, assign, stateIn } from 'xstate';
import { part } from '../chart.ts';
import * as ending from '../ending.ts';
import { failure, isRefusedAs, type Problem, toProblem, withProblem } from '../problem.ts';
import { type Draft, isSameDraft, removedFrom } from './draft.ts';
import type { DraftChange, DraftHistory } from './draftHistory.ts';
import { type Form, type Saved, saveOrder } from './lessonOrders.ts';

// How the form of a lesson reaches the server. The lesson builder imports it as `storing`.

/** Context of the chart that saves. */
export interface Context extends DraftHistory, Form {
  /** The draft as last saved on the server. */
  base: Draft;
  /** The draft that is being saved. */
  sent: Draft;
  wasRestored: boolean;
  /** The teacher has confirmed that students have the lesson. */
  isAgreed: boolean;
  problem: Problem | null;
}

/** Optimistic lock: somebody else has saved a change. */
const conflictCode = 409;

/** An action of a chart with this context. */
type Action<Params = undefined> = (args: { context: Context }, params: Params) => void;
type Given = { context: Context };
type Failed = { error: unknown };

/** Spread into `setup({ actions })`. */
export const actions = {
  agree: assign({ isAgreed: true }) as Action,
  keepName: assign({ keptName: ({ context }: Given) => context.draft.name }) as Action,
  noteSent: assign({ sent: ({ context }: Given) => context.draft, problem: null, field: null }) as Action,
  setSaved: assign(({ context }: Given, { saved }: { saved: Saved }) => ({
    ...saved,
    base: context.sent,
    wasRestored: false,
    problem: null,
  })) as Action<{ saved: Saved }>,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  isFreeToSave: ({ context: { lessonId, isAgreed, base, draft } }: Given) =>
    lessonId === null || (isAgreed && removedFrom(base, draft).length === 0),
  isSentNewest: ({ context }: Given) => isSameDraft(context.sent, context.draft),
  isNameTaken: ({ context: { sent, draft } }: Given, { error }: Failed) =>
    isRefusedAs(error, 'lessonNameTaken') && sent.name === draft.name,
  isNameLeft: (_: unknown, { error }: Failed) => isRefusedAs(error, 'lessonNameTaken'),
  isConflict: ({ context }: Given, { error }: Failed) => context.lessonId !== null && toProblem(error).code === conflictCode,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  isFreeToSave: 'Students may have the lesson, or may have worked on what is being removed.',
  isSentNewest: 'The teacher typed more while the save was in progress.',
  isNameTaken: 'The save failed for another reason, or the teacher has changed the name since.',
  isNameLeft: 'The save failed for another reason.',
  isConflict: "The lesson is new, or the save failed for a reason other than somebody else's change.",
};

const saved = [
  { type: 'setSaved', params: ({ event }: { event: { output: Saved } }) => ({ saved: event.output }) },
  'announceSaved',
] as const;

/**
 * Regions of the state `storing`. The chart needs the actors `saveQuestion` and `saveLesson`, the action `announceSaved`, the form's
 * `change` with `isChanged`, and the states that a save leads to.
 */
export const states = part({
  purpose: {
    description: 'What the teacher pressed.',
    initial: 'staying',
    states: {
      staying: { id: 'staying', description: 'Save: the teacher stays in the form, and can type on while the server saves.' },
      assigning: { id: 'toAssign', description: 'Assign: the form is locked, and the lesson is checked next.', tags: 'toAssign' },
    },
  },
  progress: {
    description: 'How far the save is.',
    initial: 'deciding',
    states: {
      deciding: {
        description: 'Decides whether the teacher has to be asked before the save.',
        always: [
          {
            guard: 'isFreeToSave',
            target: 'saving',
            description: 'The lesson is new, or the teacher has already confirmed and removes nothing.',
          },
          { target: 'asking', description: 'Students may have the lesson: ask first.' },
        ],
      },
      asking: {
        description: 'Finds out whether students have the lesson, and asks the teacher if they do.',
        invoke: {
          id: 'saveQuestion',
          src: 'saveQuestion',
          input: ({ context }: Given) => ({ lessonId: context.lessonId as number }),
          onDone: [
            { guard: ending.hasEnded('unused'), target: 'saving', description: 'No student has the lesson.' },
            { guard: ending.hasEnded('confirmed'), target: 'saving', actions: 'agree', description: 'The teacher saves anyway.' },
            {
              guard: ending.hasEnded('failed'),
              target: '#lessonBuilder.editing.unsaved.refused',
              actions: ending.setEndProblem,
              description: 'The students could not be counted, so nothing is saved.',
            },
            { target: '#lessonBuilder.editing.unsaved', description: 'The teacher goes back to editing.' },
          ],
        },
      },
      saving: {
        id: 'saving',
        description: 'Waiting for the server to confirm the save.',
        tags: 'saving',
        entry: 'noteSent',
        invoke: {
          id: 'saveLesson',
          src: 'saveLesson',
          input: ({ context }: Given) => saveOrder(context),
          onDone: [
            {
              guard: stateIn('#toAssign'),
              target: '#lessonBuilder.assigning',
              actions: saved,
              description: 'The save succeeded: check the lesson next.',
            },
            {
              guard: 'isSentNewest',
              target: '#lessonBuilder.editing.saved',
              actions: saved,
              description: 'The server has the current form.',
            },
            {
              target: '#lessonBuilder.editing.unsaved',
              actions: saved,
              description: 'The server has what was sent, but the teacher has typed more since.',
            },
          ],
          onError: [
            {
              guard: { type: 'isNameTaken', ...failure },
              target: 'equal',
              description: 'Another lesson in the folder has this name: ask the teacher.',
            },
            {
              guard: { type: 'isNameLeft', ...failure },
              target: '#lessonBuilder.editing.unsaved',
              description: 'The name was taken, but the teacher has changed it since: there is nothing to ask.',
            },
            {
              guard: { type: 'isConflict', ...failure },
              target: '#lessonBuilder.conflict',
              description: 'Somebody else saved the lesson in the meantime: compare the versions.',
            },
            {
              target: '#lessonBuilder.editing.unsaved.refused',
              ...withProblem,
              description: 'The server refused or did not answer: keep the draft and show the reason.',
            },
          ],
        },
        on: {
          'draft.changed': {
            guard: and([stateIn('#staying'), 'isChanged']),
            actions: { type: 'change', params: ({ event }: { event: DraftChange }) => event },
            description: 'The teacher keeps typing.',
          },
        },
      },
      equal: {
        description: 'A dialog asks whether both lessons keep the same name or the teacher changes it.',
        tags: 'equal',
        on: {
          'both.kept': { target: 'saving', actions: 'keepName', description: 'The teacher keeps both lessons under this name.' },
          'name.reconsidered': {
            target: '#lessonBuilder.editing.unsaved.taken',
            description: 'The teacher goes back to change the name.',
          },
        },
      },
    },
  },
});
