import { assign, emit, not, setup } from 'xstate';
import type { Finding, LessonDetail, LessonUse } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem, withProblem } from '../problem.ts';
import { type Draft, draftOf, draftProblems, emptyDraft, isSameDraft, type PlaylistResource, removedFrom, withPlaylist } from './draft.ts';
import { changed, type DraftChange, type DraftHistory, historyOf, isChange, redone, replaced, undone } from './draftHistory.ts';
import { type FolderPlace, placeOfLesson } from './place.ts';
import type { SameName } from './workspaceMachine.ts';

/** Draft cached on the device by an earlier visit. `version`: the lesson version it is based on; null for a new lesson. */
export interface KeptDraft {
  draft: Draft;
  version: number | null;
}

export interface LessonBuilderInput {
  userPuid: number;
  /** Null: a new lesson. */
  lessonId: number | null;
  isAssignment: boolean;
  /** Folder for a new lesson; null: no folder. */
  place: FolderPlace | null;
  kept: KeptDraft | null;
  /** Resources chosen in the library. */
  playlist: readonly PlaylistResource[];
}

export interface LoadOrder {
  lessonId: number;
  isAssignment: boolean;
}
export interface SaveOrder {
  userPuid: number;
  lessonId: number | null;
  version: number | null;
  isAssignment: boolean;
  place: FolderPlace | null;
  draft: Draft;
  /** What to do when another lesson in the folder has this name. */
  sameName: SameName;
}
export interface Saved {
  lessonId: number;
  version: number;
}

interface Context extends DraftHistory {
  input: LessonBuilderInput;
  lessonId: number | null;
  version: number | null;
  /** The draft as last saved on the server. */
  base: Draft;
  /** The draft that is being saved. */
  sent: Draft;
  /** The version that somebody else saved in the meantime. */
  newer: LessonDetail | null;
  findings: readonly Finding[];
  copyName: string;
  wasRestored: boolean;
  /** Result of the last count of students who have the lesson. */
  use: LessonUse | null;
  /** The teacher has confirmed that students have the lesson. */
  isAgreed: boolean;
  /** Name that the teacher keeps although another lesson has it. */
  keptName: string | null;
  problem: Problem | null;
}

/** Optimistic lock: somebody else has saved a change. */
const conflictCode = 409;

const isSameName = (error: unknown) => isRefusedAs(error, 'lessonNameTaken');

/** Payload of a save: the form as it is now. */
const saveOrder = ({ context: { input, lessonId, version, draft, keptName } }: { context: Context }): SaveOrder => ({
  userPuid: input.userPuid,
  lessonId,
  version,
  isAssignment: input.isAssignment,
  place: input.place,
  draft,
  sameName: draft.name === keptName ? 'keep' : 'ask',
});

export const lessonBuilderReasons: Reasons<
  | 'isEditing'
  | 'hasKept'
  | 'isKeptCurrent'
  | 'isChanged'
  | 'isAsSaved'
  | 'canUndo'
  | 'canRedo'
  | 'isComplete'
  | 'isSentNewest'
  | 'isNameTaken'
  | 'isNameLeft'
  | 'isConflict'
  | 'isClean'
  | 'canAssign'
  | 'wasRestored'
  | 'isFreeToSave'
  | 'isUnused'
> = {
  isEditing: 'The lesson is new and has not been saved.',
  hasKept: 'No draft is cached from an earlier visit, and no resources come from the library.',
  isKeptCurrent: 'The lesson has changed since the draft was cached.',
  isChanged: 'The change makes no difference to the form.',
  isAsSaved: 'The form differs from the saved version.',
  canUndo: 'There is nothing to undo.',
  canRedo: 'There is nothing to redo.',
  isComplete: 'The name is missing or too long, a text is too long, or a time is too large.',
  isSentNewest: 'The teacher typed more while the save was in progress.',
  isNameTaken: 'The save failed for another reason, or the teacher has changed the name since.',
  isNameLeft: 'The save failed for another reason.',
  isConflict: "The lesson is new, or the save failed for a reason other than somebody else's change.",
  isClean: 'The check found something to review before the lesson is assigned.',
  canAssign: 'A finding blocks the lesson from being assigned.',
  wasRestored: 'No draft was restored.',
  isFreeToSave: 'Students may have the lesson, or may have worked on what is being removed.',
  isUnused: 'Students have the lesson.',
};

/** Builds a lesson or an assignment (specification, sections 3 to 5 and 7). */
const builder = setup({
  types: {
    input: {} as LessonBuilderInput,
    context: {} as Context,
    events: {} as
      | { type: 'lesson.retried' }
      | ({ type: 'draft.changed' } & DraftChange)
      | { type: 'draft.discarded' }
      | { type: 'change.undone' }
      | { type: 'change.redone' }
      | { type: 'save.submitted' }
      | { type: 'change.confirmed' }
      | { type: 'change.cancelled' }
      | { type: 'both.kept' }
      | { type: 'name.reconsidered' }
      | { type: 'conflict.mineChosen' }
      | { type: 'conflict.theirsChosen' }
      | { type: 'conflict.bothKept'; name: string }
      | { type: 'conflict.retried' }
      | { type: 'assign.asked' }
      | { type: 'assign.confirmed' }
      | { type: 'findings.closed' }
      | { type: 'classes.closed' },
    emitted: {} as { type: 'lesson.saved'; lessonId: number } | { type: 'lesson.copied'; name: string },
    /** `unsaved`: leaving now would leave changes on this device only. */
    tags: {} as
      | 'busy'
      | 'failed'
      | 'form'
      | 'saving'
      | 'saved'
      | 'unsaved'
      | 'conflict'
      | 'findings'
      | 'counting'
      | 'asking'
      | 'equal'
      | 'editable'
      | 'toCheck'
      | 'incomplete'
      | 'taken'
      | 'refused'
      | 'unchecked'
      | 'assigning'
      | 'compared',
    meta: {} as ChartMeta,
  },
  actors: {
    loadLesson: actorSlot<LessonDetail, LoadOrder>('loadLesson', 'GET lesson'),
    countUse: actorSlot<LessonUse, { lessonId: number }>('countUse', 'GET lesson use'),
    saveLesson: actorSlot<Saved, SaveOrder>('saveLesson', 'POST create lesson, update lesson'),
    checkLesson: actorSlot<readonly Finding[], { lessonId: number }>('checkLesson', 'GET check lesson'),
  },
  actions: {
    setLoaded: assign({
      lessonId: (_, { lesson }: { lesson: LessonDetail }) => lesson.lesson_id,
      version: (_, { lesson }: { lesson: LessonDetail }) => lesson.version,
      base: (_, { lesson }: { lesson: LessonDetail }) => draftOf(lesson),
      draft: (_, { lesson }: { lesson: LessonDetail }) => draftOf(lesson),
      problem: null,
    }),
    restoreKept: assign({
      draft: ({ context }) => withPlaylist(context.input.kept?.draft ?? context.draft, context.input.playlist),
      wasRestored: ({ context }) => context.input.kept !== null,
    }),
    setNewer: assign({ newer: (_, { lesson }: { lesson: LessonDetail }) => lesson, problem: null }),
    change: assign(({ context }, change: DraftChange) => changed(context, change)),
    undo: assign(({ context }) => undone(context)),
    redo: assign(({ context }) => redone(context)),
    discard: assign(({ context }) => ({ ...replaced(context, context.base), wasRestored: false })),
    setUse: assign({ use: (_, { use }: { use: LessonUse }) => use }),
    agree: assign({ isAgreed: true }),
    keepName: assign({ keptName: ({ context }) => context.draft.name }),
    noteSent: assign({ sent: ({ context }) => context.draft, problem: null, field: null }),
    setSaved: assign({
      lessonId: (_, { saved }: { saved: Saved }) => saved.lessonId,
      version: (_, { saved }: { saved: Saved }) => saved.version,
      base: ({ context }) => context.sent,
      wasRestored: false,
      problem: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    dropSent: assign({ sent: ({ context }) => context.base }),
    forgetFindings: assign({ findings: [] }),
    takeNewerVersion: assign({
      version: ({ context }) => context.newer?.version ?? context.version,
      base: ({ context }) => (context.newer ? draftOf(context.newer) : context.base),
      newer: null,
    }),
    takeTheirs: assign(({ context }) => {
      const newer = context.newer as LessonDetail;
      const base = draftOf(newer);
      return { ...replaced(context, base), version: newer.version, base, newer: null, wasRestored: false };
    }),
    setCopyName: assign({ copyName: (_, { name }: { name: string }) => name, problem: null }),
    setFindings: assign({ findings: (_, { findings }: { findings: readonly Finding[] }) => findings }),
    announceSaved: emit(({ context }) => ({ type: 'lesson.saved' as const, lessonId: context.lessonId as number })),
    announceCopy: emit(({ context }) => ({ type: 'lesson.copied' as const, name: context.copyName })),
  },
  guards: {
    isEditing: ({ context }) => context.lessonId !== null,
    hasKept: ({ context }) => context.input.kept !== null || context.input.playlist.length > 0,
    isKeptCurrent: ({ context }, { lesson }: { lesson: LessonDetail }) => context.input.kept?.version === lesson.version,
    isChanged: ({ context }, change: DraftChange) => isChange(context, change),
    isAsSaved: ({ context }) => isSameDraft(context.base, context.draft),
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    isComplete: ({ context }) => Object.keys(draftProblems(context.draft)).length === 0,
    isSentNewest: ({ context }) => isSameDraft(context.sent, context.draft),
    isNameTaken: ({ context: { sent, draft } }, { error }: { error: unknown }) => isSameName(error) && sent.name === draft.name,
    isNameLeft: (_, { error }: { error: unknown }) => isSameName(error),
    isConflict: ({ context }, { error }: { error: unknown }) => context.lessonId !== null && toProblem(error).code === conflictCode,
    isClean: (_, { findings }: { findings: readonly Finding[] }) => findings.length === 0,
    canAssign: ({ context }) => context.findings.every((finding) => !finding.is_blocking),
    wasRestored: ({ context }) => context.wasRestored,
    isFreeToSave: ({ context: { lessonId, isAgreed, base, draft } }) =>
      lessonId === null || (isAgreed && removedFrom(base, draft).length === 0),
    isUnused: (_, { use }: { use: LessonUse }) => use.students === 0,
  },
});

/** Runs before a save. Warns the teacher once, with numbers, if students have the lesson, and again whenever resources are removed. */
const weighing = <const Next extends '#saving' | '#savingToCheck'>(next: Next) =>
  ({
    initial: 'deciding',
    states: {
      deciding: {
        description: 'Decides whether the teacher has to be asked before the save.',
        always: [
          {
            guard: 'isFreeToSave',
            target: next,
            description: 'The lesson is new, or the teacher has already confirmed and removes nothing.',
          },
          { target: 'counting', description: 'Students may have the lesson: count them first.' },
        ],
      },
      counting: {
        description: 'Counting the students who have the lesson.',
        tags: ['busy', 'counting'],
        invoke: {
          id: 'countUse',
          src: 'countUse',
          input: ({ context }: { context: Context }) => ({ lessonId: context.lessonId as number }),
          onDone: [
            {
              guard: { type: 'isUnused', params: ({ event }: { event: { output: LessonUse } }) => ({ use: event.output }) },
              target: next,
              description: 'No student has the lesson, so there is nothing to ask.',
            },
            {
              target: 'asking',
              actions: { type: 'setUse', params: ({ event }: { event: { output: LessonUse } }) => ({ use: event.output }) },
              description: 'Students have the lesson: ask the teacher first.',
            },
          ],
          onError: {
            target: '#refused',
            ...withProblem,
            description: 'The count failed, so nothing is saved.',
          },
        },
      },
      asking: {
        description: 'A dialog says how many students have the lesson, how many are taking one of its quizzes, and what is being removed.',
        tags: 'asking',
        on: {
          'change.confirmed': { target: next, actions: 'agree', description: 'The teacher saves anyway.' },
          'change.cancelled': { target: '#dirty', description: 'The teacher goes back to editing.' },
        },
      },
    },
  }) as const;

export const lessonBuilderMachine = builder.createMachine({
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
    findings: [],
    copyName: '',
    wasRestored: false,
    use: null,
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
          target: 'editing.dirty',
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
            actions: { type: 'setLoaded', params: ({ event }) => ({ lesson: event.output }) },
            description: 'The lesson has loaded, and there is no draft to restore.',
          },
          {
            guard: { type: 'isKeptCurrent', params: ({ event }) => ({ lesson: event.output }) },
            target: 'editing.dirty',
            actions: [{ type: 'setLoaded', params: ({ event }) => ({ lesson: event.output }) }, 'restoreKept'],
            description: 'The lesson has not changed since the draft was cached: restore the draft.',
          },
          {
            target: 'conflict',
            actions: [
              { type: 'setLoaded', params: ({ event }) => ({ lesson: event.output }) },
              { type: 'setNewer', params: ({ event }) => ({ lesson: event.output }) },
              'restoreKept',
            ],
            description: 'The lesson has changed since the draft was cached: show both versions.',
          },
        ],
        onError: {
          target: 'unavailable',
          ...withProblem,
          description: 'The lesson no longer exists, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The lesson could not be loaded. The screen offers Try again.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'builder-problem' },
      on: { 'lesson.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    editing: {
      description: 'The form is open for editing. Every change can be undone.',
      tags: ['form', 'editable'],
      initial: 'pristine',
      on: {
        'draft.changed': {
          guard: { type: 'isChanged', params: ({ event }) => event },
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
            { target: 'dirty', description: 'The form differs from the saved version.' },
          ],
        },
        pristine: {
          description: 'The form matches the saved version. A new form is empty.',
          on: {
            'assign.asked': { guard: 'isEditing', target: '#checking', description: 'The teacher presses Assign: check the lesson first.' },
          },
        },
        dirty: {
          id: 'dirty',
          description: 'The form has unsaved changes. They are kept on this device.',
          tags: 'unsaved',
          on: {
            'save.submitted': [
              { guard: 'isComplete', target: '#weighing', description: 'The teacher presses Save.' },
              { target: 'incomplete', description: 'The teacher presses Save with an invalid form: the fields say what is wrong.' },
            ],
            'assign.asked': [
              { guard: 'isComplete', target: '#weighingToCheck', description: 'The teacher presses Assign: the lesson is saved first.' },
              { target: 'incomplete', description: 'The teacher presses Assign with an invalid form: the fields say what is wrong.' },
            ],
          },
        },
        incomplete: {
          description: 'The form has missing or invalid fields, and each one says what is wrong.',
          tags: ['failed', 'unsaved', 'incomplete'],
          meta: { announce: 'builder_incomplete', focus: 'builder-name' },
          on: {
            'save.submitted': { target: 'incomplete', reenter: true, description: 'The form is still invalid.' },
            'assign.asked': { target: 'incomplete', reenter: true, description: 'The form is still invalid.' },
          },
        },
        taken: {
          description: 'The lesson was not saved because its name is taken. The focus is in the name field.',
          tags: ['failed', 'unsaved', 'taken'],
          meta: { focus: 'builder-name' },
          on: {
            'save.submitted': { target: '#weighing', description: 'The teacher presses Save again, with the same name or another one.' },
            'assign.asked': {
              target: '#weighingToCheck',
              description: 'The teacher presses Assign again, with the same name or another one.',
            },
          },
        },
        saved: {
          description: 'The save succeeded and nothing has changed since.',
          tags: 'saved',
          on: { 'assign.asked': { target: '#checking', description: 'The teacher presses Assign: check the lesson first.' } },
        },
        refused: {
          id: 'refused',
          description: 'The lesson could not be saved. Everything typed is still in the form and on this device.',
          tags: ['failed', 'unsaved', 'refused'],
          meta: { announce: 'builder_save_failed', focus: 'builder-problem' },
          on: {
            'save.submitted': [
              { guard: 'isComplete', target: '#weighing', description: 'The teacher tries the save again.' },
              { target: 'incomplete', description: 'The form is now invalid: the fields say what is wrong.' },
            ],
            'assign.asked': [
              { guard: 'isComplete', target: '#weighingToCheck', description: 'The teacher tries again to assign the lesson.' },
              { target: 'incomplete', description: 'The form is now invalid: the fields say what is wrong.' },
            ],
          },
        },
        unchecked: {
          description: 'The lesson is saved, but the check before assigning failed.',
          tags: ['failed', 'saved', 'unchecked'],
          meta: { focus: 'builder-problem' },
          on: { 'assign.asked': { target: '#checking', description: 'The teacher tries again.' } },
        },
      },
    },
    weighing: {
      id: 'weighing',
      description: 'Before a save: finds out whether students have the lesson, and asks the teacher if they do.',
      tags: ['form', 'unsaved'],
      ...weighing('#saving'),
    },
    weighingToCheck: {
      id: 'weighingToCheck',
      description: 'The same question when the save leads on to assigning.',
      tags: ['form', 'unsaved', 'toCheck'],
      ...weighing('#savingToCheck'),
    },
    saving: {
      id: 'saving',
      description: 'Waiting for the server to confirm the save. The teacher can keep typing.',
      tags: ['form', 'saving', 'unsaved', 'editable'],
      entry: 'noteSent',
      invoke: {
        id: 'saveLesson',
        src: 'saveLesson',
        input: saveOrder,
        onDone: [
          {
            guard: 'isSentNewest',
            target: 'editing.saved',
            actions: [{ type: 'setSaved', params: ({ event }) => ({ saved: event.output }) }, 'announceSaved'],
            description: 'The server has the current form.',
          },
          {
            target: 'editing.dirty',
            actions: [{ type: 'setSaved', params: ({ event }) => ({ saved: event.output }) }, 'announceSaved'],
            description: 'The server has what was sent, but the teacher has typed more since.',
          },
        ],
        onError: [
          {
            guard: { type: 'isNameTaken', ...failure },
            target: 'equal',
            actions: 'dropSent',
            description: 'Another lesson in the folder has this name: ask the teacher.',
          },
          {
            guard: { type: 'isNameLeft', ...failure },
            target: 'editing.dirty',
            actions: 'dropSent',
            description: 'The name was taken, but the teacher has changed it since: there is nothing to ask.',
          },
          {
            guard: { type: 'isConflict', ...failure },
            target: 'comparing',
            actions: 'dropSent',
            description: 'Somebody else saved the lesson in the meantime: fetch their version.',
          },
          {
            target: 'editing.refused',
            actions: ['dropSent', { type: 'setProblem', ...failure }],
            description: 'The server refused or did not answer: keep the draft and show the reason.',
          },
        ],
      },
      on: {
        'draft.changed': {
          guard: { type: 'isChanged', params: ({ event }) => event },
          actions: { type: 'change', params: ({ event }) => event },
          description: 'The teacher keeps typing.',
        },
      },
    },
    savingToCheck: {
      id: 'savingToCheck',
      description: 'Waiting for the server to confirm the save. The check before assigning follows, so the form is locked.',
      tags: ['busy', 'form', 'saving', 'unsaved', 'toCheck'],
      entry: 'noteSent',
      invoke: {
        id: 'saveLesson',
        src: 'saveLesson',
        input: saveOrder,
        onDone: {
          target: 'checking',
          actions: [{ type: 'setSaved', params: ({ event }) => ({ saved: event.output }) }, 'announceSaved'],
          description: 'The save succeeded: check the lesson next.',
        },
        onError: [
          {
            guard: { type: 'isNameTaken', ...failure },
            target: 'equalToCheck',
            actions: 'dropSent',
            description: 'Another lesson in the folder has this name: ask the teacher.',
          },
          {
            guard: { type: 'isConflict', ...failure },
            target: 'comparing',
            actions: 'dropSent',
            description: 'Somebody else saved the lesson in the meantime: fetch their version.',
          },
          {
            target: 'editing.refused',
            actions: ['dropSent', { type: 'setProblem', ...failure }],
            description: 'The server refused or did not answer: keep the draft and show the reason.',
          },
        ],
      },
    },
    equal: {
      description: 'A dialog asks whether both lessons keep the same name or the teacher changes it.',
      tags: ['form', 'unsaved', 'equal'],
      on: {
        'both.kept': { target: 'saving', actions: 'keepName', description: 'The teacher keeps both lessons under this name.' },
        'name.reconsidered': { target: 'editing.taken', description: 'The teacher goes back to change the name.' },
      },
    },
    equalToCheck: {
      description: 'The same dialog when the save leads on to assigning.',
      tags: ['form', 'unsaved', 'equal'],
      on: {
        'both.kept': { target: 'savingToCheck', actions: 'keepName', description: 'The teacher keeps both lessons under this name.' },
        'name.reconsidered': { target: 'editing.taken', description: 'The teacher goes back to change the name.' },
      },
    },
    checking: {
      id: 'checking',
      description: 'Waiting for the server to check the lesson before it is assigned. The form is locked.',
      tags: ['busy', 'form', 'saved', 'toCheck'],
      invoke: {
        id: 'checkLesson',
        src: 'checkLesson',
        input: ({ context }) => ({ lessonId: context.lessonId as number }),
        onDone: [
          {
            guard: { type: 'isClean', params: ({ event }) => ({ findings: event.output }) },
            target: 'assigning',
            description: 'The check found nothing: open the dialog with the classes.',
          },
          {
            target: 'findings',
            actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
            description: 'The check found something the teacher should see first.',
          },
        ],
        onError: {
          target: 'editing.unchecked',
          ...withProblem,
          description: 'The check failed, so the lesson is not assigned.',
        },
      },
    },
    findings: {
      description: 'A dialog lists what the check found, each with its reason. Some findings block assigning.',
      tags: ['form', 'saved', 'findings'],
      exit: 'forgetFindings',
      on: {
        'assign.confirmed': {
          guard: 'canAssign',
          target: 'assigning',
          description: 'The teacher assigns the lesson anyway.',
        },
        'findings.closed': { target: 'editing.saved', description: 'The teacher goes back to the form.' },
      },
    },
    assigning: {
      description: 'The dialog with classes, students and dates is open. The `assign` chart runs in it.',
      tags: ['form', 'saved', 'assigning'],
      on: {
        'classes.closed': { target: 'editing.saved', description: 'The lesson is assigned, or the teacher closes the dialog.' },
      },
    },
    comparing: {
      description: 'Fetching the version that somebody else saved.',
      tags: ['busy', 'form', 'conflict', 'unsaved'],
      invoke: {
        id: 'loadLesson',
        src: 'loadLesson',
        input: ({ context }) => ({ lessonId: context.lessonId as number, isAssignment: context.input.isAssignment }),
        onDone: {
          target: 'conflict',
          actions: { type: 'setNewer', params: ({ event }) => ({ lesson: event.output }) },
          description: 'Both versions are available for comparison.',
        },
        onError: {
          target: 'incomparable',
          ...withProblem,
          description: 'The other version could not be fetched.',
        },
      },
    },
    incomparable: {
      description: "Somebody else changed the lesson, but their version could not be fetched. The teacher's version is kept.",
      tags: ['form', 'failed', 'conflict', 'unsaved'],
      meta: { focus: 'builder-problem' },
      on: { 'conflict.retried': { target: 'comparing', description: 'The teacher presses Try again.' } },
    },
    conflict: {
      description: "Shows both versions: the teacher's own and the one saved in the meantime. The teacher picks one or keeps both.",
      tags: ['form', 'conflict', 'unsaved', 'compared'],
      meta: { announce: 'builder_conflict' },
      on: {
        'conflict.mineChosen': [
          {
            guard: 'isComplete',
            target: 'saving',
            actions: 'takeNewerVersion',
            description: "The teacher's version replaces the other one.",
          },
          {
            target: 'editing.incomplete',
            actions: 'takeNewerVersion',
            description: "The teacher's version is invalid and cannot be saved yet: the fields say what is wrong.",
          },
        ],
        'conflict.theirsChosen': {
          target: 'editing.pristine',
          actions: 'takeTheirs',
          description: "The form takes the other version. Undo brings back the teacher's own.",
        },
        'conflict.bothKept': {
          target: 'copying',
          actions: { type: 'setCopyName', params: ({ event }) => event },
          description: "The teacher's version becomes a separate lesson.",
        },
      },
    },
    copying: {
      description: "Saving the teacher's version as a copy.",
      tags: ['busy', 'form', 'conflict', 'unsaved', 'compared'],
      invoke: {
        id: 'saveCopy',
        src: 'saveLesson',
        input: ({ context }) => ({
          userPuid: context.input.userPuid,
          lessonId: null,
          version: null,
          isAssignment: context.input.isAssignment,
          place: context.newer ? placeOfLesson(context.newer) : context.input.place,
          draft: {
            ...context.draft,
            name: context.copyName,
            resources: context.draft.resources.map(({ id: _, ...resource }) => resource),
          },
          // The teacher has just chosen to keep both.
          sameName: 'keep' as const,
        }),
        onDone: {
          target: 'editing.pristine',
          actions: ['announceCopy', 'takeTheirs'],
          description: 'The copy is saved: the form now shows the other version.',
        },
        onError: {
          target: 'conflict',
          ...withProblem,
          description: 'The copy could not be saved. Both versions are still available.',
        },
      },
    },
  },
});
