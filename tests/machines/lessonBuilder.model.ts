import type { LessonDetail } from '../../contract/workspace.ts';
import { type Draft, draftOf, emptyDraft } from '../../src/machines/workspace/draft.ts';
import { lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
import type { ConflictEnd } from '../../src/machines/workspace/lessonConflictMachine.ts';
import type { LessonBuilderInput } from '../../src/machines/workspace/lessonOrders.ts';
import { defineModel } from '../kit/modelKit.ts';
import { holds } from '../kit/tags.ts';

export const savedLesson: LessonDetail = {
  lesson_id: 11,
  lesson_name: 'Rocks',
  lesson_objective: '',
  instructions: '',
  total_time: null,
  due_date: null,
  product_id: null,
  unit_id: null,
  subunit_id: null,
  level3_id: null,
  is_custom_unit_folder: null,
  is_custom_subunit_folder: null,
  is_custom_level3_folder: null,
  is_assignment: 'no',
  enforce_order: false,
  version: 1,
  updated_at: '2030-01-15T15:00:00.000Z',
  lesson_resources: [],
};
/** A version saved by someone else. */
export const newerLesson: LessonDetail = { ...savedLesson, lesson_name: 'Rocks of the sea', version: 2 };
export const named: Draft = { ...draftOf(savedLesson), name: 'Rocks and soil' };
export const nameless: Draft = { ...named, name: ' ' };
const kept = { draft: { ...named, objective: 'Kept' }, version: 1 };

export const builderInput: LessonBuilderInput = {
  userPuid: 3,
  lessonId: null,
  isAssignment: false,
  place: null,
  kept: null,
  playlist: [],
};

export const tooBusy = { code: 503, message: 'Too much to do' };
const conflictEnd = (kind: ConflictEnd['kind'], copyName = ''): ConflictEnd => ({ kind, newer: newerLesson, copyName });

export const lessonBuilderModel = defineModel({
  machine: lessonBuilderMachine,
  inputs: {
    new: builderInput,
    playlist: { ...builderInput, playlist: [{ itemId: 5, typeId: 1, title: 'Reading', minutes: 10, sortOrder: 1 }] },
    edited: { ...builderInput, lessonId: 11 },
    kept: { ...builderInput, lessonId: 11, kept },
  },
  events: [
    { type: 'lesson.retried' },
    { type: 'draft.changed', draft: named, field: 'name', isTyped: true },
    { type: 'draft.changed', draft: nameless, field: 'name', isTyped: true },
    { type: 'draft.changed', draft: draftOf(savedLesson), field: 'name', isTyped: true },
    { type: 'draft.discarded' },
    { type: 'change.undone' },
    { type: 'change.redone' },
    { type: 'save.submitted' },
    { type: 'both.kept' },
    { type: 'name.reconsidered' },
    { type: 'xstate.done.actor.saveQuestion', output: { kind: 'unused' } },
    { type: 'xstate.done.actor.saveQuestion', output: { kind: 'confirmed' } },
    { type: 'xstate.done.actor.saveQuestion', output: { kind: 'cancelled' } },
    { type: 'xstate.done.actor.saveQuestion', output: { kind: 'failed', problem: tooBusy } },
    { type: 'xstate.done.actor.lessonConflict', output: conflictEnd('mine') },
    { type: 'xstate.done.actor.lessonConflict', output: conflictEnd('theirs') },
    { type: 'xstate.done.actor.lessonConflict', output: conflictEnd('both', 'Rocks and soil (my version)') },
    { type: 'assign.asked' },
    { type: 'xstate.done.actor.loadLesson', output: savedLesson },
    { type: 'xstate.done.actor.loadLesson', output: newerLesson },
    { type: 'xstate.error.actor.loadLesson', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.saveLesson', output: { lessonId: 11, version: 3 } },
    { type: 'xstate.error.actor.saveLesson', error: { code: 409, message: 'This lesson was changed somewhere else in the meantime.' } },
    { type: 'xstate.error.actor.saveLesson', error: { code: 409, message: 'Taken', refused: true, reason: 'lessonNameTaken' } },
    { type: 'xstate.error.actor.saveLesson', error: tooBusy },
    { type: 'xstate.done.actor.assignCheck', output: { kind: 'closed' } },
    { type: 'xstate.done.actor.assignCheck', output: { kind: 'unchecked', problem: tooBusy } },
  ],
  project: ({ draft, base, past, future, sent, newer, wasRestored, lessonId, isAgreed }) => ({
    isAgreed,
    draft: [draft.name, draft.resources.length],
    base: base.name,
    isNewer: newer !== null,
    past: past.length > 0,
    future: future.length > 0,
    isSent: sent !== base && sent === draft,
    wasRestored,
    lessonId,
  }),
  // More steps of the same kind lead to nothing new.
  until: ({ context }) => context.past.length + context.future.length > 1,
  keeps: {
    'draft.changed': { draft: 'draft', field: 'field' },
    'xstate.done.actor.saveLesson': { 'output.lessonId': 'lessonId', 'output.version': 'version' },
    'xstate.done.actor.assignCheck': { 'output.problem': 'problem' },
    'xstate.done.actor.loadLesson': { output: { as: 'newer', in: ['conflict'] }, 'output.version': 'version' },
    'xstate.done.actor.saveQuestion': { 'output.problem': 'problem' },
  },
  tags: {
    busy: 'loadLesson',
    saving: 'saveLesson',
    toAssign: (snapshot) => snapshot.matches({ storing: { purpose: 'assigning' } }),
    // While the form is saved, it depends on what for.
    editable: (snapshot) => holds('draft.changed', snapshot) && !holds('saveLesson', snapshot),
    equal: 'both.kept',
    conflict: 'lessonConflict',
    form: (snapshot) =>
      snapshot.matches('editing') || snapshot.matches('storing') || snapshot.matches('assigning') || snapshot.matches('conflict'),
    unsaved: (snapshot) => snapshot.matches({ editing: 'unsaved' }) || snapshot.matches('storing') || snapshot.matches('conflict'),
    incomplete: (snapshot) => snapshot.matches({ editing: { unsaved: 'incomplete' } }),
    taken: (snapshot) => snapshot.matches({ editing: { unsaved: 'taken' } }),
    refused: (snapshot) => snapshot.matches({ editing: { unsaved: 'refused' } }),
    unchecked: (snapshot) => snapshot.matches({ editing: 'unchecked' }),
  },
  takes: {
    'draft.changed': ['editing', 'storing.progress.saving'],
    'assign.asked': (snapshot) => snapshot.matches('editing'),
  },
  leads: {
    'draft.changed': ['editing.unsaved', 'editing.pristine'],
    'change.undone': ['editing.pristine', 'editing.unsaved'],
    'save.submitted': ['storing', 'storing.progress.saving', 'editing.unsaved.incomplete', 'storing.progress.asking'],
    'assign.asked': [
      'storing.purpose.assigning',
      'storing.progress.saving',
      'editing.unsaved.incomplete',
      'assigning',
      'storing.progress.asking',
    ],
    'change.redone': ['editing.unsaved', 'editing.pristine'],
    'xstate.done.actor.saveLesson': ['editing.saved', 'assigning', 'editing.unsaved'],
    'xstate.error.actor.saveLesson': ['editing.unsaved.refused', 'storing.progress.equal', 'conflict', 'editing.unsaved'],
    'both.kept': ['storing.progress.saving'],
    'xstate.done.actor.assignCheck': ['editing.saved', 'editing.unchecked'],
    'xstate.done.actor.loadLesson': ['editing.pristine', 'editing.unsaved', 'conflict'],
    'lesson.retried': ['loading'],
    'xstate.done.actor.saveQuestion': ['storing.progress.saving', 'editing.unsaved', 'editing.unsaved.refused'],
    'xstate.done.actor.lessonConflict': ['storing.progress.saving', 'editing.pristine', 'editing.unsaved.incomplete'],
    'draft.discarded': ['editing.pristine'],
  },
  tells: {
    'lesson.saved': 'xstate.done.actor.saveLesson',
    'lesson.copied': (_before, { type, output }) => type === 'xstate.done.actor.lessonConflict' && output.kind === 'both',
  },
  ownWords: ['editing.unsaved.incomplete', 'editing.unsaved.taken'],
  oldProblems: ['storing.progress.asking', 'loading', 'editing.unsaved.dirty', 'editing.pristine', 'assigning', 'editing.saved'],
  failures: { saveLesson: ['equal', 'conflict', 'unsaved'] },
  invariants: {
    'what is incomplete, taken, refused or unchecked has failed': (snapshot) =>
      !['incomplete', 'taken', 'refused', 'unchecked'].some((tag) => snapshot.tags.has(tag)) || snapshot.hasTag('failed'),
    'nothing is saved that is not complete': (snapshot) => !snapshot.hasTag('saving') || snapshot.context.sent.name.trim() !== '',
    'a save shows no earlier problem': (snapshot) => !snapshot.hasTag('saving') || snapshot.context.problem === null,
    'a name that is asked about could be saved': (snapshot) => !snapshot.hasTag('equal') || snapshot.context.draft.name.trim() !== '',
    'what is checked, compared, or asked about is saved': (snapshot) =>
      !(snapshot.matches('assigning') || snapshot.matches('conflict') || snapshot.matches({ storing: { progress: 'asking' } })) ||
      snapshot.context.lessonId !== null,
    'an empty draft is the only one with no name at all': ({ context }) =>
      context.draft.name !== '' || context.draft.resources.length > 0 || JSON.stringify(context.draft) === JSON.stringify(emptyDraft),
  },
  stepInvariants: {
    'their version is on the screen once it was chosen': (_before, { type, output }, { context }) =>
      type !== 'xstate.done.actor.lessonConflict' || output.kind !== 'theirs' || context.draft.name === newerLesson.lesson_name,
    'no answer to a save changes the draft': ({ context: before }, event, { context: after }) =>
      !/^xstate\.\w+\.actor\.(saveLesson|saveQuestion|assignCheck)$/.test(event.type) || after.draft === before.draft,
    'what was saved as one lesson is never saved as another': ({ context: before }, event, { context: after }) =>
      before.lessonId === null || before.lessonId === after.lessonId || event.type === 'xstate.done.actor.lessonConflict',
    'what is undone can be done again': ({ context: before }, event, { context: after }) =>
      event.type !== 'change.undone' || before.past.length === after.past.length || after.future.length === before.future.length + 1,
  },
});
