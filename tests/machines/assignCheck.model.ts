import { assignCheckMachine } from '../../src/machines/workspace/assignCheckMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { tooBusy } from './lessonBuilder.model.ts';

export const assignCheckModel = defineModel({
  machine: assignCheckMachine,
  input: { lessonId: 11 },
  events: [
    { type: 'assign.confirmed' },
    { type: 'findings.closed' },
    { type: 'classes.closed' },
    { type: 'xstate.done.actor.checkLesson', output: [] },
    { type: 'xstate.done.actor.checkLesson', output: [{ kind: 'noDueDate', is_blocking: false, item_id: null, title: 'Rocks' }] },
    { type: 'xstate.done.actor.checkLesson', output: [{ kind: 'empty', is_blocking: true, item_id: null, title: 'Rocks' }] },
    { type: 'xstate.error.actor.checkLesson', error: tooBusy },
  ],
  project: ({ findings, end }) => [findings[0]?.kind, end.kind],
  keeps: {
    'xstate.done.actor.checkLesson': { output: 'findings' },
  },
  leads: {
    'xstate.done.actor.checkLesson': ['assigning', 'findings'],
    'xstate.error.actor.checkLesson': ['ended'],
    'classes.closed': ['ended'],
    'assign.confirmed': ['assigning'],
    'findings.closed': ['ended'],
  },
  ends: {
    'xstate.error.actor.checkLesson': 'unchecked',
    'classes.closed': 'closed',
    'findings.closed': 'closed',
  },
  tags: { findings: 'findings.closed', assigning: 'classes.closed' },
  invariants: {
    'a dialog with findings has some': (snapshot) => !snapshot.hasTag('findings') || snapshot.context.findings.length > 0,
    'what blocks a lesson keeps it from being assigned': (snapshot) =>
      !snapshot.hasTag('assigning') || !snapshot.context.findings.some((finding) => finding.is_blocking),
  },
});
