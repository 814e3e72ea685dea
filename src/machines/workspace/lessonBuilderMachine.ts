import { assign, emit, not, setup } from 'xstate';
import type { LessonDetail } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as ending from '../ending.ts';
import { failed, setProblem, withProblem } from '../problem.ts';
import { assignCheckMachine } from './assignCheckMachine.ts';
import { draftOf, draftProblems, emptyDraft, isSameDraft, withPlaylist } from './draft.ts';
import { changed, type DraftChange, historyOf, isChange, redone, replaced, undone } from './draftHistory.ts';
import { type ConflictEnd, lessonConflictMachine } from './lessonConflictMachine.ts';
import { type LessonBuilderInput, type LoadOrder, type Saved, type SaveOrder, saveOrder } from './lessonOrders.ts';
import * as storing from './lessonStoring.ts';
import { saveQuestionMachine } from './saveQuestionMachine.ts';

interface Context extends storing.Context {
  /** The version that was loaded, if the cached draft is based on an older one. */
  newer: LessonDetail | null;
}

type Loaded = { lesson: LessonDetail };

// What several transitions share.
const loaded = { params: ({ event }: { event: { output: LessonDetail } }) => ({ lesson: event.output }) };
const chosen = { params: ({ event }: { event: { output: ConflictEnd } }) => event.output };
/** The teacher presses Assign while nothing is unsaved. */
const assignSaved = part({ target: '#lessonBuilder.assigning', description: 'The teacher presses Assign: check the lesson first.' });

export const lessonBuilderReasons: Reasons<
  | 'isEditing'
  | 'hasKept'
  | 'isKeptCurrent'
  | 'isChanged'
  | 'isAsSaved'
  | 'canUndo'
  | 'canRedo'
  | 'isComplete'
  | 'wasRestored'
  | keyof typeof ending.reasons
  | keyof typeof storing.reasons
> = {
  ...ending.reasons,
  ...storing.reasons,
  isEditing: 'The lesson is new and has not been saved.',
  hasKept: 'No draft is cached from an earlier visit, and no resources come from the library.',
  isKeptCurrent: 'The lesson has changed since the draft was cached.',
  isChanged: 'The change makes no difference to the form.',
  isAsSaved: 'The form differs from the saved version.',
  canUndo: 'There is nothing to undo.',
  canRedo: 'There is nothing to redo.',
  isComplete: 'The name is missing or too long, a text is too long, or a time is too large.',
  wasRestored: 'No draft was restored.',
};

/** Builds a lesson or an assignment (specification, sections 3 to 5 and 7). */
export const lessonBuilderMachine = setup({
  types: {
    input: {} as LessonBuilderInput,
    context: {} as Context,
    events: {} as
      | { type: 'lesson.retried' | 'draft.discarded' | 'change.undone' | 'change.redone' }
      | { type: 'save.submitted' | 'assign.asked' | 'both.kept' | 'name.reconsidered' }
      | ({ type: 'draft.changed' } & DraftChange),
    emitted: {} as { type: 'lesson.saved'; lessonId: number } | { type: 'lesson.copied'; name: string },
    children: {} as { saveQuestion: 'saveQuestion'; lessonConflict: 'lessonConflict'; assignCheck: 'assignCheck' },
    /** `unsaved`: leaving now would leave changes on this device only. `toAssign`: the save leads on to assigning, and the form is locked. */
    tags: {} as
      | ('busy' | 'failed' | 'form' | 'editable' | 'unsaved' | 'incomplete' | 'taken')
      | ('refused' | 'unchecked' | 'saving' | 'toAssign' | 'equal' | 'conflict'),
    meta: {} as ChartMeta,
  },
  actors: {
    loadLesson: actorSlot<LessonDetail, LoadOrder>('loadLesson', 'GET lesson'),
    saveLesson: actorSlot<Saved, SaveOrder>('saveLesson', 'POST create lesson, update lesson'),
    saveQuestion: saveQuestionMachine,
    lessonConflict: lessonConflictMachine,
    assignCheck: assignCheckMachine,
  },
  actions: {
    ...ending.actions,
    ...storing.actions,
    setLoaded: assign((_, { lesson }: Loaded) => {
      const base = draftOf(lesson);
      return { lessonId: lesson.lesson_id, version: lesson.version, base, draft: base, problem: null };
    }),
    restoreKept: assign({
      draft: ({ context }) => withPlaylist(context.input.kept?.draft ?? context.draft, context.input.playlist),
      wasRestored: ({ context }) => context.input.kept !== null,
    }),
    setNewer: assign({ newer: (_, { lesson }: Loaded) => lesson }),
    change: assign(({ context }, change: DraftChange) => changed(context, change)),
    undo: assign(({ context }) => undone(context)),
    redo: assign(({ context }) => redone(context)),
    discard: assign(({ context }) => ({ ...replaced(context, context.base), wasRestored: false })),
    setProblem,
    takeNewerVersion: assign((_, { newer }: ConflictEnd) => ({ version: newer.version, base: draftOf(newer), newer: null })),
    takeTheirs: assign(({ context }, { newer }: ConflictEnd) => {
      const base = draftOf(newer);
      return { ...replaced(context, base), version: newer.version, base, newer: null, wasRestored: false };
    }),
    announceSaved: emit(({ context }) => ({ type: 'lesson.saved' as const, lessonId: context.lessonId as number })),
    announceCopy: emit((_, { copyName }: ConflictEnd) => ({ type: 'lesson.copied' as const, name: copyName })),
  },
  guards: {
    ...ending.guards,
    ...storing.guards,
    isEditing: ({ context }) => context.lessonId !== null,
    hasKept: ({ context }) => context.input.kept !== null || context.input.playlist.length > 0,
    isKeptCurrent: ({ context }, { lesson }: Loaded) => context.input.kept?.version === lesson.version,
    isChanged: ({ context, event }) => event.type === 'draft.changed' && isChange(context, event),
    isAsSaved: ({ context }) => isSameDraft(context.base, context.draft),
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    isComplete: ({ context }) => Object.keys(draftProblems(context.draft)).length === 0,
    wasRestored: ({ context }) => context.wasRestored,
  },
}).createMachine({
  id: 'lessonBuilder',
  description: 'A teacher builds a lesson or an assignment from library resources. Unsaved changes are kept on this device.',
  meta: { reasons: lessonBuilderReasons },
  context: ({ input }) => ({
    input,
    lessonId: input.lessonId,
    version: null,
    base: emptyDraft,
    ...historyOf(emptyDraft),
    sent: emptyDraft,
    newer: null,
    wasRestored: false,
    isAgreed: false,
    keptName: null,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Decides what the form opens with: a saved lesson, a cached draft, a library playlist, or nothing.',
      always: [
        { guard: 'isEditing', target: 'loading', description: 'The teacher edits a saved lesson.' },
        {
          guard: 'hasKept',
          target: 'editing.unsaved',
          actions: 'restoreKept',
          description: 'A draft was cached, or resources were chosen in the library.',
        },
        { target: 'editing.pristine', description: 'A new lesson with an empty form.' },
      ],
    },
    loading: {
      description: 'Loading the lesson that the teacher wants to edit.',
      tags: 'busy',
      invoke: {
        id: 'loadLesson',
        src: 'loadLesson',
        input: ({ context }) => ({ lessonId: context.lessonId as number, isAssignment: context.input.isAssignment }),
        onDone: [
          {
            guard: not('hasKept'),
            target: 'editing.pristine',
            actions: { type: 'setLoaded', ...loaded },
            description: 'The lesson has loaded, and there is no draft to restore.',
          },
          {
            guard: { type: 'isKeptCurrent', ...loaded },
            target: 'editing.unsaved',
            actions: [{ type: 'setLoaded', ...loaded }, 'restoreKept'],
            description: 'The lesson has not changed since the draft was cached: restore the draft.',
          },
          {
            target: 'conflict',
            actions: [{ type: 'setLoaded', ...loaded }, { type: 'setNewer', ...loaded }, 'restoreKept'],
            description: 'The lesson has changed since the draft was cached: show both versions.',
          },
        ],
        onError: { target: 'unavailable', ...withProblem, description: 'The lesson no longer exists, or there was no answer.' },
      },
    },
    unavailable: {
      description: 'The lesson could not be loaded. The screen offers Try again.',
      ...failed({ announce: 'common_load_failed', focus: 'builder-problem' }),
      on: { 'lesson.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    editing: {
      description: 'The form is open for editing. Every change can be undone.',
      tags: ['form', 'editable'],
      initial: 'pristine',
      on: {
        'draft.changed': {
          guard: 'isChanged',
          target: '.changed',
          actions: { type: 'change', params: ({ event }) => event },
          description: 'The teacher changes the form.',
        },
        'draft.discarded': {
          guard: 'wasRestored',
          target: '.changed',
          actions: 'discard',
          description: 'The teacher discards the restored draft.',
        },
        'change.undone': { guard: 'canUndo', target: '.changed', actions: 'undo', description: 'The teacher presses Undo.' },
        'change.redone': { guard: 'canRedo', target: '.changed', actions: 'redo', description: 'The teacher presses Redo.' },
      },
      states: {
        changed: {
          description: 'The form has just changed: compares it with the saved version.',
          always: [
            { guard: 'isAsSaved', target: 'pristine', description: 'The form is back at the saved version.' },
            { target: 'unsaved', description: 'The form differs from the saved version.' },
          ],
        },
        pristine: {
          description: 'The form matches the saved version. A new form is empty.',
          on: { 'assign.asked': { guard: 'isEditing', ...assignSaved } },
        },
        unsaved: {
          description: 'The form has unsaved changes. They are kept on this device.',
          tags: 'unsaved',
          initial: 'dirty',
          on: {
            'save.submitted': [
              { guard: 'isComplete', target: '#storing', description: 'The teacher presses Save.' },
              { target: '.incomplete', description: 'The teacher presses Save with an invalid form: the fields say what is wrong.' },
            ],
            'assign.asked': [
              { guard: 'isComplete', target: '#toAssign', description: 'The teacher presses Assign: the lesson is saved first.' },
              { target: '.incomplete', description: 'The teacher presses Assign with an invalid form: the fields say what is wrong.' },
            ],
          },
          states: {
            dirty: { description: 'The teacher has not tried to save the changes.' },
            incomplete: {
              description: 'The form has missing or invalid fields, and each one says what is wrong.',
              ...failed({ announce: 'builder_incomplete', focus: 'builder-name' }, 'incomplete'),
            },
            taken: {
              description: 'The lesson was not saved because its name is taken. The focus is in the name field.',
              ...failed({ focus: 'builder-name' }, 'taken'),
            },
            refused: {
              description: 'The lesson could not be saved. Everything typed is still in the form and on this device.',
              ...failed({ announce: 'builder_save_failed', focus: 'builder-problem' }, 'refused'),
            },
          },
        },
        saved: {
          description: 'The save succeeded and nothing has changed since.',
          on: { 'assign.asked': assignSaved },
        },
        unchecked: {
          description: 'The lesson is saved, but the check before assigning failed.',
          ...failed({ focus: 'builder-problem' }, 'unchecked'),
          on: { 'assign.asked': assignSaved },
        },
      },
    },
    storing: {
      id: 'storing',
      description: 'The changes are being saved: how far that is, and what it is for.',
      tags: ['form', 'unsaved'],
      type: 'parallel',
      states: storing.states,
    },
    assigning: {
      description: 'The lesson is saved. It is checked, and the teacher picks classes, students and dates.',
      tags: 'form',
      invoke: {
        id: 'assignCheck',
        src: 'assignCheck',
        input: ({ context }) => ({ lessonId: context.lessonId as number }),
        onDone: [
          {
            guard: ending.hasEnded('unchecked'),
            target: 'editing.unchecked',
            actions: ending.setEndProblem,
            description: 'The check failed, so the lesson is not assigned.',
          },
          { target: 'editing.saved', description: 'The lesson is assigned, or the teacher goes back to the form.' },
        ],
      },
    },
    conflict: {
      description: 'Somebody else saved the lesson in the meantime. The teacher compares the versions, and picks one or keeps both.',
      tags: ['form', 'conflict', 'unsaved'],
      invoke: {
        id: 'lessonConflict',
        src: 'lessonConflict',
        input: ({ context }) => ({ order: saveOrder(context), newer: context.newer }),
        onDone: [
          {
            guard: ending.hasEnded('theirs'),
            target: 'editing.pristine',
            actions: { type: 'takeTheirs', ...chosen },
            description: "The form takes the other version. Undo brings back the teacher's own.",
          },
          {
            guard: ending.hasEnded('both'),
            target: 'editing.pristine',
            actions: [
              { type: 'announceCopy', ...chosen },
              { type: 'takeTheirs', ...chosen },
            ],
            description: 'The copy is saved: the form now shows the other version.',
          },
          {
            guard: 'isComplete',
            target: '#saving',
            actions: { type: 'takeNewerVersion', ...chosen },
            description: "The teacher's version replaces the other one.",
          },
          {
            target: 'editing.unsaved.incomplete',
            actions: { type: 'takeNewerVersion', ...chosen },
            description: "The teacher's version is invalid and cannot be saved yet: the fields say what is wrong.",
          },
        ],
      },
    },
  },
});
