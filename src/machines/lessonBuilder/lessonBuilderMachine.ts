import { and, assign, emit, not, setup } from 'xstate';
import type { Finding, LessonDetail, LessonUse } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem } from '../problem.ts';
import { type FolderPlace, placeOfLesson } from '../workspace/place.ts';
import type { SameName } from '../workspace/workspaceMachine.ts';
import { type Draft, draftOf, draftProblems, emptyDraft, isSameDraft, type PlaylistResource, removedFrom, withPlaylist } from './draft.ts';

/** What an earlier visit left on the device; `version` of the lesson that it was made from, null for a new one. */
export interface KeptDraft {
  draft: Draft;
  version: number | null;
}

export interface LessonBuilderInput {
  userPuid: number;
  /** Null: a new one. */
  lessonId: number | null;
  isAssignment: boolean;
  /** Where a new one goes; null: in no folder. */
  place: FolderPlace | null;
  kept: KeptDraft | null;
  /** Resources that were chosen in the library. */
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
  /** Where another one has the name that this one gets. */
  sameName: SameName;
}
export interface Saved {
  lessonId: number;
  version: number;
}

interface Context {
  input: LessonBuilderInput;
  lessonId: number | null;
  version: number | null;
  /** As the server has it. */
  base: Draft;
  draft: Draft;
  past: readonly Draft[];
  future: readonly Draft[];
  /** The field that was typed in last: going on there is one step to undo. */
  field: string | null;
  /** What is being saved. */
  sent: Draft;
  /** What somebody else has saved meanwhile. */
  newer: LessonDetail | null;
  findings: readonly Finding[];
  copyName: string;
  wasRestored: boolean;
  /** Who has the lesson, when that was counted last. */
  use: LessonUse | null;
  /** The teacher knows that students have it. */
  isAgreed: boolean;
  /** The name that the teacher wants although another one has it. */
  keptName: string | null;
  problem: Problem | null;
}

/** Steps that can be undone: of a text, each word is one. */
const mostSteps = 500;
/** A change that somebody else has saved. */
const conflictCode = 409;

const isSameName = (error: unknown) => isRefusedAs(error, 'lessonNameTaken');

/** What is saved: the form as it is now. */
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
  | 'isStepAsSaved'
  | 'isBackAsSaved'
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
  isEditing: 'It is a new one.',
  hasKept: 'Nothing was kept from an earlier visit, and nothing comes from the library.',
  isKeptCurrent: 'The lesson was changed since the draft was kept.',
  isChanged: 'Nothing is different.',
  isAsSaved: 'It differs from what is saved.',
  isStepAsSaved: 'One step back, it differs from what is saved.',
  isBackAsSaved: 'One step on, it differs from what is saved.',
  canUndo: 'There is nothing to undo.',
  canRedo: 'There is nothing to redo.',
  isComplete: 'The name is missing, or a text is too long.',
  isSentNewest: 'The teacher has typed on while it was saved.',
  isNameTaken: 'The failure is another one, or the name is not in the form any more.',
  isNameLeft: 'The failure is another one.',
  isConflict: 'It is a new one, or the failure is not that somebody else has changed it.',
  isClean: 'There is something to look at before it is assigned.',
  canAssign: 'What was found keeps it from being assigned.',
  wasRestored: 'Nothing was restored.',
  isFreeToSave: 'Students may have the lesson, or may have worked in what is taken out of it.',
  isUnused: 'Students have the lesson.',
};

/** The change of a draft, with the field that it is about; `isTyped`: going on in the same field is the same step. */
interface Change {
  draft: Draft;
  field: string;
  isTyped: boolean;
}

/** Builds a lesson or an assignment (specification, sections 3 to 5 and 7). */
const builder = setup({
  types: {
    input: {} as LessonBuilderInput,
    context: {} as Context,
    events: {} as
      | { type: 'lesson.retried' }
      | ({ type: 'draft.changed' } & Change)
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
      | { type: 'findings.closed' },
    emitted: {} as
      | { type: 'lesson.saved'; lessonId: number }
      | { type: 'lesson.copied'; name: string }
      | { type: 'assign.opened'; lessonId: number },
    /** `unsaved`: leaving now would leave something behind, on this device alone. */
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
      | 'refused'
      | 'unchecked'
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
    change: assign({
      past: ({ context }, { field, isTyped }: Change) =>
        isTyped && context.field === field ? context.past : [...context.past, context.draft].slice(-mostSteps),
      future: [],
      field: (_, { field, isTyped }: Change) => (isTyped ? field : null),
      draft: (_, { draft }: Change) => draft,
    }),
    undo: assign({
      draft: ({ context }) => context.past.at(-1) as Draft,
      past: ({ context }) => context.past.slice(0, -1),
      future: ({ context }) => [context.draft, ...context.future],
      field: null,
    }),
    redo: assign({
      draft: ({ context }) => context.future[0] as Draft,
      past: ({ context }) => [...context.past, context.draft],
      future: ({ context }) => context.future.slice(1),
      field: null,
    }),
    discard: assign({
      past: ({ context }) => [...context.past, context.draft].slice(-mostSteps),
      future: [],
      draft: ({ context }) => context.base,
      field: null,
      wasRestored: false,
    }),
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
    takeTheirs: assign({
      past: ({ context }) => [...context.past, context.draft].slice(-mostSteps),
      future: [],
      field: null,
      version: ({ context }) => context.newer?.version ?? context.version,
      base: ({ context }) => (context.newer ? draftOf(context.newer) : context.base),
      draft: ({ context }) => (context.newer ? draftOf(context.newer) : context.draft),
      newer: null,
      wasRestored: false,
    }),
    setCopyName: assign({ copyName: (_, { name }: { name: string }) => name, problem: null }),
    setFindings: assign({ findings: (_, { findings }: { findings: readonly Finding[] }) => findings }),
    announceSaved: emit(({ context }) => ({ type: 'lesson.saved' as const, lessonId: context.lessonId as number })),
    announceCopy: emit(({ context }) => ({ type: 'lesson.copied' as const, name: context.copyName })),
    announceAssign: emit(({ context }) => ({ type: 'assign.opened' as const, lessonId: context.lessonId as number })),
  },
  guards: {
    isEditing: ({ context }) => context.lessonId !== null,
    hasKept: ({ context }) => context.input.kept !== null || context.input.playlist.length > 0,
    isKeptCurrent: ({ context }, { lesson }: { lesson: LessonDetail }) => context.input.kept?.version === lesson.version,
    isChanged: ({ context }, { draft }: Change) => !isSameDraft(context.draft, draft),
    isAsSaved: ({ context }, { draft }: Change) => isSameDraft(context.base, draft) && !isSameDraft(context.draft, draft),
    isStepAsSaved: ({ context }) => isSameDraft(context.base, context.past.at(-1) ?? context.draft),
    isBackAsSaved: ({ context }) => isSameDraft(context.base, context.future[0] ?? context.draft),
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

/** What comes before a save: whoever changes what students have is told so in numbers, once, and again when something is taken out. */
const weighing = <const Next extends '#saving' | '#savingToCheck'>(next: Next) =>
  ({
    initial: 'deciding',
    states: {
      deciding: {
        description: 'Whether there is anything to ask.',
        always: [
          { guard: 'isFreeToSave', target: next, description: 'It is new, or the teacher knows.' },
          { target: 'counting', description: 'Students may have it.' },
        ],
      },
      counting: {
        description: 'Who has it is counted.',
        tags: ['busy', 'counting'],
        invoke: {
          id: 'countUse',
          src: 'countUse',
          input: ({ context }: { context: Context }) => ({ lessonId: context.lessonId as number }),
          onDone: [
            {
              guard: { type: 'isUnused', params: ({ event }: { event: { output: LessonUse } }) => ({ use: event.output }) },
              target: next,
              description: 'No student has it.',
            },
            {
              target: 'asking',
              actions: { type: 'setUse', params: ({ event }: { event: { output: LessonUse } }) => ({ use: event.output }) },
              description: 'Students have it.',
            },
          ],
          onError: {
            target: '#refused',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer: nothing is saved.',
          },
        },
      },
      asking: {
        description: 'The question, in numbers: who has it, who is in a quiz of it, what is taken out.',
        tags: 'asking',
        on: {
          'change.confirmed': { target: next, actions: 'agree', description: 'The teacher saves all the same.' },
          'change.cancelled': { target: '#dirty', description: 'The teacher goes on editing.' },
        },
      },
    },
  }) as const;

export const lessonBuilderMachine = builder.createMachine({
  id: 'lessonBuilder',
  description: 'A teacher makes a lesson or an assignment of resources; nothing that was typed gets lost.',
  meta: { reasons: lessonBuilderReasons },
  context: ({ input }) => ({
    input,
    lessonId: input.lessonId,
    version: null,
    base: emptyDraft,
    draft: emptyDraft,
    past: [],
    future: [],
    field: null,
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
      description: 'A saved lesson, a draft of an earlier visit, a playlist of the library, or an empty form.',
      always: [
        { guard: 'isEditing', target: 'loading', description: 'A saved lesson is edited.' },
        {
          guard: 'hasKept',
          target: 'editing.dirty',
          actions: 'restoreKept',
          description: 'A draft was kept, or resources were chosen.',
        },
        { target: 'editing.pristine', description: 'A new one, empty.' },
      ],
    },
    loading: {
      description: 'The lesson is fetched.',
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
            description: 'It is there.',
          },
          {
            guard: { type: 'isKeptCurrent', params: ({ event }) => ({ lesson: event.output }) },
            target: 'editing.dirty',
            actions: [{ type: 'setLoaded', params: ({ event }) => ({ lesson: event.output }) }, 'restoreKept'],
            description: 'It is as it was when the draft was kept: the draft goes on.',
          },
          {
            target: 'conflict',
            actions: [
              { type: 'setLoaded', params: ({ event }) => ({ lesson: event.output }) },
              { type: 'setNewer', params: ({ event }) => ({ lesson: event.output }) },
              'restoreKept',
            ],
            description: 'It was changed since the draft was kept: both are here.',
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'It is gone, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The lesson could not be loaded.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'builder-problem' },
      on: { 'lesson.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    editing: {
      description: 'The form takes what is typed; each change can be undone.',
      tags: ['form', 'editable'],
      initial: 'pristine',
      on: {
        'draft.changed': [
          {
            guard: { type: 'isAsSaved', params: ({ event }) => event },
            target: '.pristine',
            actions: { type: 'change', params: ({ event }) => event },
            description: 'It is as it was saved.',
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event },
            target: '.dirty',
            actions: { type: 'change', params: ({ event }) => event },
            description: 'Something is different.',
          },
        ],
        'draft.discarded': {
          guard: 'wasRestored',
          target: '.pristine',
          actions: 'discard',
          description: 'The teacher does not want the restored draft.',
        },
        'change.undone': [
          {
            guard: and(['canUndo', 'isStepAsSaved']),
            target: '.pristine',
            actions: 'undo',
            description: 'One step back, to what is saved.',
          },
          { guard: 'canUndo', target: '.dirty', actions: 'undo', description: 'One step back.' },
        ],
        'change.redone': [
          {
            guard: and(['canRedo', 'isBackAsSaved']),
            target: '.pristine',
            actions: 'redo',
            description: 'The undone step again, to what is saved.',
          },
          { guard: 'canRedo', target: '.dirty', actions: 'redo', description: 'The undone step again.' },
        ],
      },
      states: {
        pristine: {
          description: 'Nothing is different from what is saved.',
          on: {
            'assign.asked': { guard: 'isEditing', target: '#checking', description: 'The teacher wants to give it to classes.' },
          },
        },
        dirty: {
          id: 'dirty',
          description: 'There is something that is not saved; it is kept on this device.',
          tags: 'unsaved',
          on: {
            'save.submitted': [
              { guard: 'isComplete', target: '#weighing', description: 'The teacher presses Save.' },
              { target: 'incomplete', description: 'Save was pressed, and something is missing: the form says what.' },
            ],
            'assign.asked': [
              { guard: 'isComplete', target: '#weighingToCheck', description: 'It is saved before it is given to classes.' },
              { target: 'incomplete', description: 'It cannot be saved yet: the form says why.' },
            ],
          },
        },
        incomplete: {
          description: 'Save was pressed with a field that is wrong.',
          tags: ['failed', 'unsaved'],
          meta: { announce: 'builder_incomplete', focus: 'builder-name' },
          on: {
            'save.submitted': { target: 'incomplete', reenter: true, description: 'Something is still wrong.' },
            'assign.asked': { target: 'incomplete', reenter: true, description: 'Something is still wrong.' },
          },
        },
        taken: {
          description: 'It was not saved, since another one has its name: the teacher wants to change that.',
          tags: ['failed', 'unsaved'],
          meta: { focus: 'builder-name' },
          on: {
            'save.submitted': { target: '#weighing', description: 'The teacher presses Save all the same.' },
            'assign.asked': { target: '#weighingToCheck', description: 'The teacher wants to give it to classes all the same.' },
          },
        },
        saved: {
          description: 'The server has it.',
          tags: 'saved',
          on: { 'assign.asked': { target: '#checking', description: 'The teacher wants to give it to classes.' } },
        },
        refused: {
          id: 'refused',
          description: 'It could not be saved; everything that was typed is here and on this device.',
          tags: ['failed', 'unsaved', 'refused'],
          meta: { announce: 'builder_save_failed', focus: 'builder-problem' },
          on: {
            'save.submitted': [
              { guard: 'isComplete', target: '#weighing', description: 'The teacher presses Try again.' },
              { target: 'incomplete', description: 'What was typed meanwhile cannot be saved: the form says why.' },
            ],
            'assign.asked': [
              { guard: 'isComplete', target: '#weighingToCheck', description: 'The teacher tries again to give it to classes.' },
              { target: 'incomplete', description: 'What was typed meanwhile cannot be saved: the form says why.' },
            ],
          },
        },
        unchecked: {
          description: 'It is saved, and could not be looked over.',
          tags: ['failed', 'saved', 'unchecked'],
          meta: { focus: 'builder-problem' },
          on: { 'assign.asked': { target: '#checking', description: 'The teacher tries again.' } },
        },
      },
    },
    weighing: {
      id: 'weighing',
      description: 'Before it is saved: do students have it?',
      tags: ['form', 'unsaved'],
      ...weighing('#saving'),
    },
    weighingToCheck: {
      id: 'weighingToCheck',
      description: 'The same, before it is saved and looked over.',
      tags: ['form', 'unsaved', 'toCheck'],
      ...weighing('#savingToCheck'),
    },
    saving: {
      id: 'saving',
      description: 'It is saved; typing goes on.',
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
            description: 'The server has it.',
          },
          {
            target: 'editing.dirty',
            actions: [{ type: 'setSaved', params: ({ event }) => ({ saved: event.output }) }, 'announceSaved'],
            description: 'The server has what was sent; more was typed since.',
          },
        ],
        onError: [
          {
            guard: { type: 'isNameTaken', ...failure },
            target: 'equal',
            actions: 'dropSent',
            description: 'Another one in its place has the name: the teacher is asked.',
          },
          {
            guard: { type: 'isNameLeft', ...failure },
            target: 'editing.dirty',
            actions: 'dropSent',
            description: 'The same, of a name that the teacher has changed since: nothing is to be asked.',
          },
          {
            guard: { type: 'isConflict', ...failure },
            target: 'comparing',
            actions: 'dropSent',
            description: 'Somebody has saved it since: both versions are needed.',
          },
          {
            target: 'editing.refused',
            actions: ['dropSent', { type: 'setProblem', ...failure }],
            description: 'It was refused, or there was no answer.',
          },
        ],
      },
      on: {
        'draft.changed': {
          guard: { type: 'isChanged', params: ({ event }) => event },
          actions: { type: 'change', params: ({ event }) => event },
          description: 'The teacher types on.',
        },
      },
    },
    savingToCheck: {
      id: 'savingToCheck',
      description: 'It is saved, and will then be looked over.',
      tags: ['busy', 'form', 'saving', 'unsaved', 'toCheck'],
      entry: 'noteSent',
      invoke: {
        id: 'saveLesson',
        src: 'saveLesson',
        input: saveOrder,
        onDone: {
          target: 'checking',
          actions: [{ type: 'setSaved', params: ({ event }) => ({ saved: event.output }) }, 'announceSaved'],
          description: 'The server has it.',
        },
        onError: [
          {
            guard: { type: 'isNameTaken', ...failure },
            target: 'equalToCheck',
            actions: 'dropSent',
            description: 'Another one in its place has the name: the teacher is asked.',
          },
          {
            guard: { type: 'isConflict', ...failure },
            target: 'comparing',
            actions: 'dropSent',
            description: 'Somebody has saved it since: both versions are needed.',
          },
          {
            target: 'editing.refused',
            actions: ['dropSent', { type: 'setProblem', ...failure }],
            description: 'It was refused, or there was no answer.',
          },
        ],
      },
    },
    equal: {
      description: 'The question: both have the name, or the teacher goes back and changes it.',
      tags: ['form', 'unsaved', 'equal'],
      on: {
        'both.kept': { target: 'saving', actions: 'keepName', description: 'The teacher wants both under this name.' },
        'name.reconsidered': { target: 'editing.taken', description: 'The teacher goes back to the form.' },
      },
    },
    equalToCheck: {
      description: 'The same question, before it is looked over.',
      tags: ['form', 'unsaved', 'equal'],
      on: {
        'both.kept': { target: 'savingToCheck', actions: 'keepName', description: 'The teacher wants both under this name.' },
        'name.reconsidered': { target: 'editing.taken', description: 'The teacher goes back to the form.' },
      },
    },
    checking: {
      id: 'checking',
      description: 'It is looked over before classes get it.',
      tags: ['busy', 'form', 'saved', 'toCheck'],
      invoke: {
        id: 'checkLesson',
        src: 'checkLesson',
        input: ({ context }) => ({ lessonId: context.lessonId as number }),
        onDone: [
          {
            guard: { type: 'isClean', params: ({ event }) => ({ findings: event.output }) },
            target: 'editing.saved',
            actions: 'announceAssign',
            description: 'Nothing to look at: the dialog with the classes opens.',
          },
          {
            target: 'findings',
            actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
            description: 'There is something to look at first.',
          },
        ],
        onError: {
          target: 'editing.unchecked',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer.',
        },
      },
    },
    findings: {
      description: 'What was found, each with its reason.',
      tags: ['form', 'saved', 'findings'],
      exit: 'forgetFindings',
      on: {
        'assign.confirmed': {
          guard: 'canAssign',
          target: 'editing.saved',
          actions: 'announceAssign',
          description: 'The teacher goes on all the same.',
        },
        'findings.closed': { target: 'editing.saved', description: 'The teacher goes back to the form.' },
      },
    },
    comparing: {
      description: 'What somebody else has saved is fetched.',
      tags: ['busy', 'form', 'conflict', 'unsaved'],
      invoke: {
        id: 'loadLesson',
        src: 'loadLesson',
        input: ({ context }) => ({ lessonId: context.lessonId as number, isAssignment: context.input.isAssignment }),
        onDone: {
          target: 'conflict',
          actions: { type: 'setNewer', params: ({ event }) => ({ lesson: event.output }) },
          description: 'Both versions are here.',
        },
        onError: {
          target: 'incomparable',
          actions: { type: 'setProblem', ...failure },
          description: 'The other version could not be fetched.',
        },
      },
    },
    incomparable: {
      description: 'Somebody else has changed it, and the other version is not here; one’s own is kept.',
      tags: ['form', 'failed', 'conflict', 'unsaved'],
      meta: { focus: 'builder-problem' },
      on: { 'conflict.retried': { target: 'comparing', description: 'The teacher presses Try again.' } },
    },
    conflict: {
      description: 'Two versions: the teacher’s own, and what was saved meanwhile.',
      tags: ['form', 'conflict', 'unsaved', 'compared'],
      meta: { announce: 'builder_conflict' },
      on: {
        'conflict.mineChosen': [
          { guard: 'isComplete', target: 'saving', actions: 'takeNewerVersion', description: 'The teacher’s own replaces the other.' },
          {
            target: 'editing.incomplete',
            actions: 'takeNewerVersion',
            description: 'One’s own cannot be saved as it is: the form says why.',
          },
        ],
        'conflict.theirsChosen': {
          target: 'editing.pristine',
          actions: 'takeTheirs',
          description: 'The other is taken; one’s own can be had back with Undo.',
        },
        'conflict.bothKept': {
          target: 'copying',
          actions: { type: 'setCopyName', params: ({ event }) => event },
          description: 'One’s own becomes a lesson beside the other.',
        },
      },
    },
    copying: {
      description: 'One’s own version is saved as a copy.',
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
          // The teacher has just said that both are kept.
          sameName: 'keep' as const,
        }),
        onDone: {
          target: 'editing.pristine',
          actions: ['announceCopy', 'takeTheirs'],
          description: 'The copy is there; the form shows the other version.',
        },
        onError: {
          target: 'conflict',
          actions: { type: 'setProblem', ...failure },
          description: 'The copy could not be made: both versions are still here.',
        },
      },
    },
  },
});
