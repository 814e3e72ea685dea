import type { LessonDetail, LessonUse } from '../../contract/workspace.ts';
import { type Draft, draftOf, emptyDraft } from '../../src/machines/workspace/draft.ts';
import { type LessonBuilderInput, lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
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

const used = { groups: 2, students: 17, not_started: 9, in_progress: 5, completed: 3, shared_with: 0 };
/** Counts of who has the lesson. */
export const usedLesson: LessonUse = { ...used, quizzes: [{ item_id: 5, title: 'Kinds of rock', in_progress: 1, submitted: 3 }] };
export const unusedLesson: LessonUse = {
  groups: 0,
  students: 0,
  not_started: 0,
  in_progress: 0,
  completed: 0,
  shared_with: 0,
  quizzes: [],
};

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
    { type: 'change.confirmed' },
    { type: 'change.cancelled' },
    { type: 'both.kept' },
    { type: 'name.reconsidered' },
    { type: 'xstate.done.actor.countUse', output: unusedLesson },
    { type: 'xstate.done.actor.countUse', output: usedLesson },
    { type: 'xstate.error.actor.countUse', error: { code: 503, message: 'Too much to do' } },
    { type: 'conflict.mineChosen' },
    { type: 'conflict.theirsChosen' },
    { type: 'conflict.bothKept', name: 'Rocks and soil (my version)' },
    { type: 'conflict.retried' },
    { type: 'assign.asked' },
    { type: 'assign.confirmed' },
    { type: 'findings.closed' },
    { type: 'classes.closed' },
    { type: 'xstate.done.actor.loadLesson', output: savedLesson },
    { type: 'xstate.done.actor.loadLesson', output: newerLesson },
    { type: 'xstate.error.actor.loadLesson', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.saveLesson', output: { lessonId: 11, version: 3 } },
    { type: 'xstate.error.actor.saveLesson', error: { code: 409, message: 'This lesson was changed somewhere else in the meantime.' } },
    { type: 'xstate.error.actor.saveLesson', error: { code: 409, message: 'Taken', refused: true, reason: 'lessonNameTaken' } },
    { type: 'xstate.error.actor.saveLesson', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.saveCopy', output: { lessonId: 12, version: 1 } },
    { type: 'xstate.error.actor.saveCopy', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.checkLesson', output: [] },
    {
      type: 'xstate.done.actor.checkLesson',
      output: [{ kind: 'noDueDate', is_blocking: false, item_id: null, title: 'Rocks' }],
    },
    { type: 'xstate.done.actor.checkLesson', output: [{ kind: 'empty', is_blocking: true, item_id: null, title: 'Rocks' }] },
    { type: 'xstate.error.actor.checkLesson', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ draft, base, past, future, sent, newer, findings, wasRestored, lessonId, isAgreed }) => ({
    isAgreed,
    draft: [draft.name, draft.resources.length],
    base: base.name,
    isNewer: newer !== null,
    past: past.length > 0,
    future: future.length > 0,
    isSent: sent !== base && sent === draft,
    findings: findings[0]?.kind,
    wasRestored,
    lessonId,
  }),
  // More steps of the same kind lead to nothing new.
  until: ({ context }) => context.past.length + context.future.length > 1,
  tags: {
    busy: (snapshot) => holds(['checkLesson', 'loadLesson', 'countUse', 'saveCopy'], snapshot) || snapshot.matches('savingToCheck'),
    counting: 'countUse',
    saving: 'saveLesson',
    editable: 'draft.changed',
    asking: 'change.confirmed',
    equal: 'both.kept',
    findings: 'findings.closed',
    assigning: 'classes.closed',
  },
  failures: { saveLesson: ['equal', 'conflict', 'unsaved'], saveCopy: 'conflict' },
  invariants: {
    'a question has its numbers': (snapshot) => !snapshot.hasTag('asking') || (snapshot.context.use?.students ?? 0) > 0,
    'nothing is saved that is not complete': (snapshot) => !snapshot.hasTag('saving') || snapshot.context.sent.name.trim() !== '',
    'a conflict has both versions': (snapshot) => !snapshot.matches('conflict') || snapshot.context.newer !== null,
    'a name that is asked about could be saved': (snapshot) => !snapshot.hasTag('equal') || snapshot.context.draft.name.trim() !== '',
    'what is checked or assigned is saved': (snapshot) =>
      !(snapshot.matches('checking') || snapshot.matches('assigning')) || snapshot.context.lessonId !== null,
    'an empty draft is the only one with no name at all': ({ context }) =>
      context.draft.name !== '' || context.draft.resources.length > 0 || JSON.stringify(context.draft) === JSON.stringify(emptyDraft),
  },
  stepInvariants: {
    'no answer to a save changes the draft': ({ context: before }, event, { context: after }) =>
      !/^xstate\.\w+\.actor\.(saveLesson|countUse|checkLesson)$/.test(event.type) || after.draft === before.draft,
    'what was saved as one lesson is never saved as another': ({ context: before }, event, { context: after }) =>
      before.lessonId === null || before.lessonId === after.lessonId || event.type === 'xstate.done.actor.saveCopy',
    'what is undone can be done again': ({ context: before }, event, { context: after }) =>
      event.type !== 'change.undone' || before.past.length === after.past.length || after.future.length === before.future.length + 1,
  },
});
