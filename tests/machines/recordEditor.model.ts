import type { Rules } from '../../common/recordValues.ts';
import type { RecordRow } from '../../contract/resource.ts';
import { recordEditorMachine } from '../../src/machines/records/recordEditorMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const subjectRules: Rules = {
  name: { kind: 'text', most: 100, isRequired: true, isUnique: true },
  active: { kind: 'truth', initial: true },
  classes: { kind: 'computed' },
};
export const science: RecordRow = { subject_id: 7, version: 1, place: 1, name: 'Science', active: true, classes: 2 };

export const recordEditorModel = defineModel({
  machine: recordEditorMachine,
  events: [
    { type: 'editor.opened', row: null, rules: subjectRules },
    { type: 'editor.opened', row: science, rules: subjectRules },
    { type: 'field.edited', field: 'name', value: 'Biology' },
    { type: 'field.edited', field: 'name', value: 'Science' },
    { type: 'field.edited', field: 'name', value: '' },
    { type: 'form.submitted' },
    { type: 'form.left' },
    { type: 'changes.discarded' },
    { type: 'changes.kept' },
    { type: 'conflict.mineChosen' },
    { type: 'conflict.theirsChosen' },
    { type: 'conflict.retried' },
    { type: 'xstate.done.actor.saveRecord', output: { ...science, version: 2 } },
    {
      type: 'xstate.error.actor.saveRecord',
      error: { code: 409, message: 'Someone else changed this.', refused: true, reason: 'recordChanged' },
    },
    { type: 'xstate.error.actor.saveRecord', error: { code: 409, message: 'Taken.', refused: true, reason: 'valueTaken' } },
    { type: 'xstate.error.actor.saveRecord', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.loadNewest', output: { ...science, version: 3, name: 'Ciencias' } },
    { type: 'xstate.error.actor.loadNewest', error: { code: 404, message: 'Not found.', refused: true } },
  ],
  project: ({ row, values, newest, problem }) => [row?.version, values, newest?.version, problem?.code],
  keeps: {
    'editor.opened': { row: 'row', rules: 'rules' },
    'xstate.done.actor.loadNewest': { output: 'newest' },
  },
  tags: {
    open: ({ value }) => value !== 'closed',
    conflict: ['loadNewest', 'conflict.retried', 'conflict.mineChosen'],
    editable: 'form.submitted',
    leaving: 'changes.kept',
    compared: 'conflict.mineChosen',
    unsaved: (snapshot) =>
      snapshot.matches({ editing: 'dirty' }) ||
      snapshot.matches({ editing: 'incomplete' }) ||
      snapshot.matches({ editing: 'taken' }) ||
      snapshot.matches({ editing: 'refused' }) ||
      snapshot.matches('leaving') ||
      snapshot.matches('saving') ||
      snapshot.matches('comparing') ||
      snapshot.matches('incomparable') ||
      snapshot.matches('conflict'),
    marked: (snapshot) => snapshot.matches({ editing: 'incomplete' }),
    taken: (snapshot) => snapshot.matches({ editing: 'taken' }),
    refused: (snapshot) => snapshot.matches({ editing: 'refused' }),
  },
  takes: {
    'form.left': ['editing', 'incomparable', 'conflict'],
  },
  leads: {
    'field.edited': ['editing.dirty', 'editing.pristine'],
    'form.submitted': ['editing.incomplete', 'closed', 'saving'],
    'form.left': ['closed', 'leaving'],
    'xstate.done.actor.saveRecord': ['closed'],
    'xstate.error.actor.saveRecord': ['editing.refused', 'editing.taken', 'comparing'],
    'changes.discarded': ['closed'],
    'changes.kept': ['editing.dirty'],
    'conflict.mineChosen': ['saving'],
    'conflict.theirsChosen': ['editing.pristine'],
    'conflict.retried': ['comparing'],
  },
  tells: {
    'record.saved': 'xstate.done.actor.saveRecord',
  },
  ownWords: ['editing.incomplete'],
  oldProblems: ['leaving', 'closed', 'editing.dirty'],
  failures: { saveRecord: 'conflict' },
  invariants: {
    'what is wrong or unchanged is never sent': (snapshot) =>
      !snapshot.matches('saving') || (snapshot.context.values.name !== '' && snapshot.context.problem === null),
    'a new record meets no newer version': (snapshot) => !snapshot.hasTag('conflict') || snapshot.context.row !== null,
    'both versions are there to compare': (snapshot) => !snapshot.matches('conflict') || snapshot.context.newest !== null,
  },
});
