import type { SnapshotFrom } from 'xstate';
import { emptyQuiz } from '../../common/authoring/emptyQuiz.ts';
import type { AuthoredQuiz } from '../../contract/authoring.ts';
import { type DraftEditorInput, draftEditorMachine, type LoadedDraft } from '../../src/machines/authoring/draftEditorMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { authored } from '../server/ownQuiz.ts';
import { retryCases } from './retryCases.ts';

const truth = authored('truth', 'true_false', { is_true: true });
export const empty = emptyQuiz(101);
/** Complete, and as the server has it. */
export const complete: AuthoredQuiz = { ...empty, title: 'Heat', questions: [truth] };
export const renamed: AuthoredQuiz = { ...complete, title: 'Heat and matter' };
export const untitled: AuthoredQuiz = { ...complete, title: '' };
export const savedQuiz: LoadedDraft = { item_id: 11, version: 1, published_version: null, document: complete };
/** Saved somewhere else. */
export const otherQuiz: LoadedDraft = { ...savedQuiz, version: 5, document: { ...complete, title: 'Theirs' } };

export const editorInput: DraftEditorInput = { itemId: null, creationKey: 'device-1', document: empty, kept: null, chance: 0.5 };
export const keptQuiz = { version: 1, document: { ...complete, title: 'Kept' } };

const unanswered = { code: 0, message: 'Network Error' };
/** A school's filter, for example. */
export const blocked = { code: 403, message: 'This site is blocked.' };
export const quizChanged = { code: 409, message: 'Changed', refused: true as const, reason: 'quizChanged' as const };
const change = (draft: AuthoredQuiz) => ({ type: 'draft.changed' as const, draft, field: 'title', isTyped: true });
const saved = { item_id: 11, version: 2, published_version: null };

/** A failed save is shown, unless what could not be saved was undone meanwhile. What was typed meanwhile goes along. */
const isShown = (snapshot: SnapshotFrom<typeof draftEditorMachine>) =>
  (['unsaved', 'saving', 'pending'] as const).some((tag) => snapshot.hasTag(tag)) || snapshot.context.draft === snapshot.context.saved;

export const draftEditorModel = defineModel({
  machine: draftEditorMachine,
  inputs: {
    new: editorInput,
    edited: { ...editorInput, itemId: 11 },
    kept: { ...editorInput, itemId: 11, kept: keptQuiz },
    newKept: { ...editorInput, kept: { ...keptQuiz, version: null } },
  },
  events: [
    change(renamed),
    change(untitled),
    { type: 'change.undone' },
    { type: 'change.redone' },
    { type: 'draft.retried' },
    { type: 'save.hurried' },
    { type: 'theirs.taken' },
    { type: 'mine.kept' },
    { type: 'delivery.retried' },
    { type: 'connection.restored' },
    { type: 'xstate.done.actor.loadDraft', output: savedQuiz },
    { type: 'xstate.done.actor.loadDraft', output: otherQuiz },
    { type: 'xstate.error.actor.loadDraft', error: { code: 404, message: 'The quiz was not found.' } },
    { type: 'xstate.done.actor.loadOther', output: otherQuiz },
    { type: 'xstate.error.actor.loadOther', error: unanswered },
    { type: 'xstate.error.actor.loadOther', error: blocked },
    { type: 'xstate.done.actor.saveDraft', output: saved },
    { type: 'xstate.error.actor.saveDraft', error: unanswered },
    { type: 'xstate.error.actor.saveDraft', error: blocked },
    { type: 'xstate.error.actor.saveDraft', error: quizChanged },
  ],
  project: ({ draft, saved: base, sent, past, future, itemId, failures, hasNews, other }) => ({
    title: draft.title,
    isSaved: draft === base,
    isSent: draft === sent,
    past: past.length > 0,
    future: future.length > 0,
    isNew: itemId === null,
    failed: failures > 0,
    hasNews,
    other: other !== null,
  }),
  // More steps of the same kind lead to nothing new.
  until: ({ context }) => context.past.length + context.future.length > 1 || context.failures > 1,
  delays: { retry: retryCases, settle: 1_000 },
  keeps: {
    'draft.changed': { draft: 'draft', field: 'field' },
    'xstate.done.actor.saveDraft': { 'output.item_id': 'itemId', 'output.version': 'version' },
    'xstate.done.actor.loadOther': { output: 'other' },
    'xstate.done.actor.loadDraft': {
      output: { as: 'other', in: ['editing.conflict'] },
      'output.version': 'version',
      'output.document': 'saved',
    },
  },
  tags: {
    busy: 'loadDraft',
    saving: ['saveDraft', 'loadOther'],
    pending: 'settle',
    unavailable: 'draft.retried',
    conflict: 'theirs.taken',
    unsaved: ['delivery.retried', 'theirs.taken'],
    refused: ({ value }) => Object(value).editing === 'refused',
    form: (snapshot) => snapshot.matches('editing'),
  },
  takes: {
    'draft.changed': ['editing.saved', 'editing.gathering', 'editing.saving', 'editing.fetching', 'editing.queued', 'editing.refused'],
    'change.undone': ['editing.saved', 'editing.gathering', 'editing.saving', 'editing.fetching', 'editing.queued', 'editing.refused'],
    'change.redone': ['editing.saved', 'editing.gathering', 'editing.saving', 'editing.fetching', 'editing.queued', 'editing.refused'],
  },
  leads: {
    'draft.changed': ['editing.gathering', 'editing.saved'],
    'change.undone': ['editing.gathering', 'editing.saved'],
    'save.hurried': ['editing.saving'],
    settle: ['editing.saving'],
    'change.redone': ['editing.gathering', 'editing.saved'],
    'xstate.done.actor.saveDraft': ['editing.saved', 'editing.gathering'],
    'xstate.error.actor.saveDraft': ['editing.queued', 'editing.refused', 'editing.gathering', 'editing.fetching', 'editing.saved'],
    'delivery.retried': ['editing.saving'],
    'connection.restored': ['editing.saving'],
    retry: ['editing.saving'],
    'xstate.done.actor.loadOther': ['editing.conflict'],
    'xstate.error.actor.loadOther': ['editing.queued', 'editing.refused', 'editing.saved', 'editing.gathering'],
    'theirs.taken': ['editing.saved'],
    'mine.kept': ['editing.saving'],
    'xstate.done.actor.loadDraft': ['editing', 'editing.gathering', 'editing.conflict'],
    'draft.retried': ['loading'],
  },
  runs: {
    watchConnection: ['editing.queued'],
  },
  tells: {
    'draft.saved': 'xstate.done.actor.saveDraft',
  },
  oldProblems: [
    'editing.refused',
    'editing.gathering',
    'loading',
    'editing.saved',
    'editing.saving',
    'editing.queued',
    'editing.fetching',
    'editing.conflict',
  ],
  failures: {
    saveDraft: isShown,
    loadOther: isShown,
  },
  invariants: {
    'what is saved is what was sent': ({ context }) => context.saved === null || context.version !== null,
    'a conflict shows the other version': (snapshot) => !snapshot.hasTag('conflict') || snapshot.context.other !== null,
  },
  stepInvariants: {
    'a save that got through ends the count of failures': (_before, { type }, { context }) =>
      type !== 'xstate.done.actor.saveDraft' || context.failures === 0,
    'what is typed after a save set out is a change of its own': (before, _event, after) =>
      before.hasTag('saving') || !after.hasTag('saving') || after.context.field === null,
    'no answer to a save changes the draft': ({ context: before }, { type }, { context: after }) =>
      !/^xstate\.\w+\.actor\.(saveDraft|loadOther)$/.test(type) || after.draft === before.draft,
    'what the server does not have is never called saved': (_, { type }, after) =>
      type !== 'xstate.error.actor.saveDraft' || !after.matches({ editing: 'saved' }) || after.context.draft === after.context.saved,
  },
});
