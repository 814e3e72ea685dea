import type { ExternalResource } from '../../contract/library.ts';
import { type ExternalInput, externalResourceMachine } from '../../src/machines/library/externalResourceMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const attachment = { attachment_id: 8, file_name: 'tides.pdf', media_type: 'application/pdf', size: 3 };
const resource: ExternalResource = {
  resource_id: 5,
  title: 'Tides',
  description: '',
  url: null,
  attachment,
  updated_at: '2030-01-07T00:00:00.000Z',
};
const file = new File(['%PDF-1.7'], 'tides.pdf');

export const externalResourceModel = defineModel({
  machine: externalResourceMachine,
  inputs: { added: { userPuid: 3, resource: null } as ExternalInput, changed: { userPuid: 3, resource } as ExternalInput },
  events: [
    { type: 'draft.changed', draft: { title: 'Tides', description: '', url: 'https://tides.example/' } },
    { type: 'draft.changed', draft: { title: 'Tides', description: '', url: '' } },
    { type: 'draft.changed', draft: { title: '', description: '', url: '' } },
    { type: 'file.chosen', file },
    { type: 'file.removed' },
    { type: 'form.submitted' },
    { type: 'both.kept' },
    { type: 'resource.reconsidered' },
    { type: 'xstate.done.actor.upload', output: attachment },
    { type: 'xstate.error.actor.upload', error: { code: 415, message: 'This kind of file cannot be kept.' } },
    { type: 'xstate.done.actor.save', output: resource },
    { type: 'xstate.error.actor.save', error: { code: 409, message: 'Too many' } },
    { type: 'xstate.error.actor.save', error: { code: 409, message: 'Taken', refused: true, reason: 'sameAddress' } },
  ],
  project: ({ draft, attachment: has, file: chosen, problem }) => ({
    draft,
    has: has !== null,
    chosen: chosen !== null,
    problem: problem?.code,
  }),
  keeps: {
    'draft.changed': { draft: 'draft' },
    'file.chosen': { file: 'file' },
    'xstate.done.actor.upload': { output: 'attachment' },
  },
  tags: {
    equal: 'both.kept',
    untitled: (snapshot) => snapshot.matches({ editing: 'untitled' }),
    without: (snapshot) => snapshot.matches({ editing: 'without' }),
    refused: (snapshot) => snapshot.matches({ editing: 'refused' }),
  },
  leads: {
    'draft.changed': ['editing.ready'],
    'file.chosen': ['editing.ready'],
    'form.submitted': ['editing.untitled', 'saving', 'editing.without', 'uploading'],
    'file.removed': ['editing.ready'],
    'xstate.error.actor.save': ['editing.refused', 'equal'],
    'xstate.done.actor.upload': ['saving'],
    'xstate.error.actor.upload': ['editing.refused'],
    'both.kept': ['saving'],
    'resource.reconsidered': ['editing.ready'],
  },
  tells: {
    'resource.saved': 'xstate.done.actor.save',
  },
  ownWords: ['editing.untitled', 'editing.without'],
  oldProblems: ['equal', 'editing.ready', 'saving'],
  failures: { save: 'equal' },
  invariants: {
    'a question says what is equal': (snapshot) => !snapshot.hasTag('equal') || snapshot.context.problem?.reason !== undefined,
    'nothing is kept without a title': (snapshot) => !snapshot.matches('saving') || snapshot.context.draft.title !== '',
    'nothing is kept with neither address nor file': (snapshot) =>
      !snapshot.matches('saving') || snapshot.context.draft.url !== '' || snapshot.context.attachment !== null,
    'a file is on the server before the resource names it': (snapshot) => !snapshot.matches('saving') || snapshot.context.file === null,
  },
});
