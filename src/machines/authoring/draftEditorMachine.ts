import { and, assign, emit, not, setup } from 'xstate';
import type { AuthoredItem } from '../../../contract/authoredItem.ts';
import type { AuthoredQuiz } from '../../../contract/authoring.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { failed, failure, isRefusedAs, type Problem, setProblem, withProblem } from '../problem.ts';
import { changed, type DraftChange, type DraftHistory, historyOf, redone, replaced, undone } from '../workspace/draftHistory.ts';

/** What the form is for: a quiz, or an item of the catalog. The chart does not look into it. */
export type AuthoredDocument = AuthoredQuiz | AuthoredItem;

/** A version that the server has. */
export interface SavedDraft {
  item_id: number;
  version: number;
  /** The version in use; null: none yet. */
  published_version: number | null;
}
export interface LoadedDraft extends SavedDraft {
  document: AuthoredDocument;
}

/** A draft that an earlier visit could not send, and the version it is based on (null: it was never saved). */
export interface KeptDraft<D = AuthoredDocument> {
  version: number | null;
  document: D;
}

export interface DraftEditorInput {
  /** Null for a new document. */
  itemId: number | null;
  /** Names a new document, so that a creation that is repeated makes one. */
  creationKey: string;
  /** What a new document begins with. */
  document: AuthoredDocument;
  /** From this device; null if there is none. */
  kept: KeptDraft | null;
  /** Between 0 and 1: spreads out retries from many devices. */
  chance: number;
}

/** What is to be saved, and over which version. */
export interface DraftToSave {
  itemId: number | null;
  creationKey: string;
  version: number | null;
  document: AuthoredDocument;
}

interface Context extends DraftHistory<AuthoredDocument>, delivery.Context {
  input: DraftEditorInput;
  itemId: number | null;
  version: number | null;
  publishedVersion: number | null;
  /** What the server has; null: nothing yet. */
  saved: AuthoredDocument | null;
  sent: AuthoredDocument | null;
  /** What somebody else saved, while the author compares. */
  other: LoadedDraft | null;
}

type Loaded = { detail: LoadedDraft };
type Saved = { saved: SavedDraft };
type Failed = { error: unknown };

const loaded = { params: ({ event }: { event: { output: LoadedDraft } }) => ({ detail: event.output }) };
const stored = { params: ({ event }: { event: { output: SavedDraft } }) => ({ saved: event.output }) };

export const draftEditorReasons: Reasons<
  | ('isSaved' | 'isNew' | 'hasKept' | 'isKeptCurrent' | 'isChange' | 'canUndo' | 'canRedo' | 'isNewest' | 'isConflict')
  | Extract<keyof typeof delivery.reasons, string>
> = {
  ...delivery.reasons,
  isSaved: 'The draft has changes that the server does not have.',
  isNew: 'The document was saved before.',
  hasKept: 'This device has no draft of an earlier visit.',
  isKeptCurrent: 'The document was saved somewhere else since this device kept its draft.',
  isChange: 'The change makes no difference.',
  canUndo: 'There is nothing to undo.',
  canRedo: 'There is nothing to redo.',
  isNewest: 'The author typed more while the save was in progress.',
  isConflict: 'The document is new, or the save failed for a reason other than somebody else’s save.',
};

/** What the author types goes to the history, in every state of saving. */
const typing = part({
  'draft.changed': {
    guard: { type: 'isChange', params: ({ event }: { event: DraftChange<AuthoredDocument> }) => event },
    actions: { type: 'change', params: ({ event }: { event: DraftChange<AuthoredDocument> }) => event },
    description: 'The author changes the document.',
  },
  'change.undone': { guard: 'canUndo', actions: 'undo', description: 'The author presses Undo.' },
  'change.redone': { guard: 'canRedo', actions: 'redo', description: 'The author presses Redo.' },
});

/** The same, and the pause before the save begins anew. */
const typingOn = part({
  'draft.changed': { ...typing['draft.changed'], target: 'gathering', reenter: true },
  'change.undone': { ...typing['change.undone'], target: 'gathering', reenter: true },
  'change.redone': { ...typing['change.redone'], target: 'gathering', reenter: true },
});

/** States of a save that did not get through. */
const later = delivery.states('saving', 'gathering');

/**
 * Writes a quiz or an item of the catalog. Every change is saved as a draft by itself; lessons get it by another command, when the author
 * says so.
 */
export const draftEditorMachine = setup({
  types: {
    input: {} as DraftEditorInput,
    context: {} as Context,
    events: {} as
      | ({ type: 'draft.changed' } & DraftChange<AuthoredDocument>)
      | { type: 'draft.retried' | 'change.undone' | 'change.redone' }
      | { type: 'save.hurried' | 'theirs.taken' | 'mine.kept' }
      | delivery.Event,
    emitted: {} as { type: 'draft.saved'; itemId: number },
    children: {} as connection.Children,
    /** `pending`: changes wait for a pause in typing. */
    tags: {} as 'busy' | 'failed' | 'unavailable' | 'form' | 'saving' | 'pending' | 'conflict' | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    loadDraft: actorSlot<LoadedDraft, { itemId: number | null }>(
      'loadDraft',
      'GET /v2/authoring/get_quiz, /quiz/get_bank_draft, /v2/content/get_item_source',
    ),
    saveDraft: actorSlot<SavedDraft, DraftToSave>(
      'saveDraft',
      'POST /v2/authoring/create_quiz, save_quiz, /quiz/save_bank_draft, /v2/content/save_item',
    ),
  },
  actions: {
    ...connection.actions,
    ...delivery.actions,
    setProblem,
    setLoaded: assign((_, { detail }: Loaded) => ({
      ...historyOf(detail.document),
      ...{ version: detail.version, publishedVersion: detail.published_version, saved: detail.document, problem: null },
    })),
    restoreKept: assign(({ context }) => (context.input.kept ? replaced(context, context.input.kept.document) : {})),
    change: assign(({ context }, change: DraftChange<AuthoredDocument>) => ({ ...changed(context, change), hasNews: true })),
    undo: assign(({ context }) => ({ ...undone(context), hasNews: true })),
    redo: assign(({ context }) => ({ ...redone(context), hasNews: true })),
    noteSent: assign({ sent: ({ context }) => context.draft, field: null }),
    setSaved: assign(({ context }, { saved }: Saved) => ({
      ...{ itemId: saved.item_id, version: saved.version, publishedVersion: saved.published_version, saved: context.sent, problem: null },
    })),
    setOther: assign((_, { detail }: Loaded) => ({ other: detail })),
    takeTheirs: assign(({ context }) =>
      context.other
        ? { ...replaced(context, context.other.document), version: context.other.version, saved: context.other.document, other: null }
        : {},
    ),
    takeTheirVersion: assign(({ context }) => ({ version: context.other?.version ?? context.version, other: null })),
    announceSaved: emit((_, { saved }: Saved) => ({ type: 'draft.saved' as const, itemId: saved.item_id })),
  },
  guards: {
    ...delivery.guards,
    isNew: ({ context }) => context.itemId === null,
    isSaved: ({ context }) => context.draft === context.saved,
    isNewest: ({ context }) => context.draft === context.sent,
    hasKept: ({ context }) => context.input.kept !== null,
    isKeptCurrent: ({ context }, { detail }: Loaded) => context.input.kept?.version === detail.version,
    isChange: ({ context }, { draft }: DraftChange<AuthoredDocument>) => JSON.stringify(draft) !== JSON.stringify(context.draft),
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    isConflict: ({ context }, { error }: Failed) =>
      context.itemId !== null && (isRefusedAs(error, 'quizChanged') || isRefusedAs(error, 'recordChanged')),
  },
  delays: { ...delivery.delays, settle: 1_000 },
}).createMachine({
  id: 'draftEditor',
  description:
    'An author writes a quiz or an item of the catalog. Every change is saved as a draft; lessons get it when the author says so.',
  meta: { reasons: draftEditorReasons },
  context: ({ input }) => ({
    ...delivery.none,
    ...historyOf(input.document),
    ...{ input, chance: input.chance, itemId: input.itemId, version: null, publishedVersion: null },
    ...{ saved: null, sent: null, other: null, problem: null as Problem | null },
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Decides what the form opens with: a new document, or a saved one.',
      always: [
        {
          guard: and(['isNew', 'hasKept']),
          target: 'editing.gathering',
          actions: 'restoreKept',
          description: 'A new document that an earlier visit could not save.',
        },
        { guard: 'isNew', target: 'editing', description: 'A new document.' },
        { target: 'loading', description: 'A saved document.' },
      ],
    },
    loading: {
      description: 'Loading the document that the author wants to edit.',
      tags: 'busy',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context }) => ({ itemId: context.itemId }),
        onDone: [
          {
            guard: not('hasKept'),
            target: 'editing',
            actions: { type: 'setLoaded', ...loaded },
            description: 'The document has loaded, and there is no draft to go on with.',
          },
          {
            guard: { type: 'isKeptCurrent', ...loaded },
            target: 'editing.gathering',
            actions: [{ type: 'setLoaded', ...loaded }, 'restoreKept'],
            description: 'An earlier visit could not save its draft, and nobody else saved the document since: go on with it.',
          },
          {
            target: 'editing.conflict',
            actions: [{ type: 'setLoaded', ...loaded }, 'restoreKept', { type: 'setOther', ...loaded }],
            description: 'An earlier visit could not save its draft, and somebody else saved the document since: compare.',
          },
        ],
        onError: { target: 'unavailable', ...withProblem, description: 'The document does not exist, or there was no answer.' },
      },
    },
    unavailable: {
      description: 'The document could not be loaded. The screen offers Try again.',
      ...failed({ announce: 'common_load_failed', focus: 'draft-problem' }, 'unavailable'),
      on: { 'draft.retried': { target: 'loading', description: 'The author presses Try again.' } },
    },
    editing: {
      description: 'The document is open for writing. Every change can be undone.',
      tags: 'form',
      initial: 'saved',
      states: {
        saved: { description: 'The server has the draft, or the document is new and empty.', on: typingOn },
        gathering: {
          description: 'The author has changed something. It is saved after a pause in typing.',
          tags: 'pending',
          always: { guard: 'isSaved', target: 'saved', description: 'Undone: the draft is as the server has it.' },
          after: { settle: { target: 'saving', description: 'The author pauses.' } },
          on: {
            ...typingOn,
            'save.hurried': { target: 'saving', description: 'The author wants to preview or publish, which waits for the save.' },
          },
        },
        saving: {
          description: 'The draft is on its way to the server. The author can type on.',
          tags: 'saving',
          entry: ['noteSending', 'noteSent'],
          invoke: {
            id: 'saveDraft',
            src: 'saveDraft',
            input: ({ context: { itemId, version, draft, input } }) => ({
              ...{ itemId, version, document: draft, creationKey: input.creationKey },
            }),
            onDone: [
              {
                guard: 'isNewest',
                target: 'saved',
                actions: ['noteContact', { type: 'setSaved', ...stored }, { type: 'announceSaved', ...stored }],
                description: 'The server has the newest draft.',
              },
              {
                target: 'gathering',
                actions: ['noteContact', { type: 'setSaved', ...stored }, { type: 'announceSaved', ...stored }],
                description: 'The server has what was sent, and the author has typed more since.',
              },
            ],
            onError: [
              {
                guard: { type: 'isConflict', ...failure },
                target: 'fetching',
                description: 'Somebody else, or another tab, saved the document.',
              },
              ...delivery.failed,
            ],
          },
          on: typing,
        },
        fetching: {
          description: 'Loading what somebody else saved.',
          tags: 'saving',
          invoke: {
            id: 'loadOther',
            src: 'loadDraft',
            input: ({ context }) => ({ itemId: context.itemId }),
            onDone: { target: 'conflict', actions: ['noteContact', { type: 'setOther', ...loaded }] },
            onError: delivery.failed,
          },
          on: typing,
        },
        conflict: {
          description: 'Somebody else saved the document in the meantime. The author takes that version or keeps the own one.',
          tags: ['conflict', 'unsaved'],
          on: {
            'theirs.taken': {
              target: 'saved',
              actions: 'takeTheirs',
              description: 'The form takes the other version. Undo brings back the own one.',
            },
            'mine.kept': { target: 'saving', actions: 'takeTheirVersion', description: 'The own version replaces the other one.' },
          },
        },
        queued: { ...later.queued, ...connection.watching, on: { ...later.queued.on, ...typing } },
        refused: { ...later.refused, on: { ...later.refused.on, ...typing } },
      },
    },
  },
});
