import { expect, it } from 'vitest';
import { type ExternalInput, externalResourceMachine } from '../../src/machines/library/externalResourceMachine.ts';
import { externalResourceModel } from './externalResource.model.ts';
import { createTestActor } from './scenario.ts';

const inputs = externalResourceModel.inputs as unknown as Record<'added' | 'changed', ExternalInput>;
const open = (input: ExternalInput) => createTestActor(externalResourceMachine, input);
const draft = { title: 'Tides', description: '', url: '' };
const file = new File(['%PDF-1.7'], 'tides.pdf');
const attachment = { attachment_id: 8, file_name: 'tides.pdf', media_type: 'application/pdf', size: 3 };

it('sends the file first, and the resource with what came back', async () => {
  const form = open(inputs.added);
  form.send({ type: 'draft.changed', draft }, { type: 'file.chosen', file }, { type: 'form.submitted' });
  expect(form.inputs('upload')).toEqual([{ userPuid: 3, file }]);
  expect(form.inputs('save')).toEqual([]);
  await form.done('upload', attachment);
  expect(form.inputs('save')).toEqual([{ userPuid: 3, resourceId: null, draft, attachmentId: 8, sameResource: 'ask' }]);
  await form.done('save', inputs.changed.resource);
  expect(form.emitted).toEqual([{ type: 'resource.saved', isNew: true }]);
});
it('does not send the file again when only the resource was refused', async () => {
  const form = open(inputs.added);
  form.send({ type: 'draft.changed', draft }, { type: 'file.chosen', file }, { type: 'form.submitted' });
  await form.done('upload', attachment);
  await form.fails('save', 409, 'Too many');
  form.send({ type: 'form.submitted' });
  expect(form.inputs('upload')).toHaveLength(1);
  expect(form.inputs('save')).toHaveLength(2);
});
it('keeps the message of a failure for display, and everything that was typed', async () => {
  const form = open(inputs.changed);
  form.send({ type: 'form.submitted' });
  await form.fails('save', 503, 'Busy');
  expect(form.snapshot().context).toMatchObject({ problem: { code: 503, message: 'Busy' }, draft: { title: 'Tides' } });
});
it('asks about one that is there already, keeps it beside the other when told to, and asks anew the next time', async () => {
  const form = open(inputs.added);
  form.send({ type: 'draft.changed', draft }, { type: 'file.chosen', file }, { type: 'form.submitted' });
  await form.done('upload', attachment);
  await form.fails('save', 409, 'Taken', { reason: 'sameFile' });
  expect(form.snapshot().hasTag('equal')).toBe(true);
  form.send({ type: 'resource.reconsidered' });
  expect(form.snapshot().value).toEqual({ editing: 'ready' });
  expect(form.snapshot().context, 'nothing is lost').toMatchObject({ draft, attachment });
  form.send({ type: 'form.submitted' });
  await form.fails('save', 409, 'Taken', { reason: 'sameFile' });
  form.send({ type: 'both.kept' });
  await form.fails('save', 503, 'Busy');
  form.send({ type: 'form.submitted' });
  expect(form.inputs('upload'), 'the file is sent once').toHaveLength(1);
  expect(form.inputs('save').map((one) => (one as { sameResource: string }).sameResource)).toEqual(['ask', 'ask', 'keep', 'ask']);
});
it('changes a resource under its own id, and says that it was updated', async () => {
  const form = open(inputs.changed);
  form.send({ type: 'form.submitted' });
  expect(form.inputs('save')).toMatchObject([{ resourceId: 5, attachmentId: 8 }]);
  await form.done('save', inputs.changed.resource);
  expect(form.emitted).toEqual([{ type: 'resource.saved', isNew: false }]);
});
it('needs a title, and an address or a file', () => {
  const form = open(inputs.added);
  form.send({ type: 'form.submitted' });
  expect(form.snapshot().value).toEqual({ editing: 'untitled' });
  form.send({ type: 'draft.changed', draft }, { type: 'form.submitted' });
  expect(form.snapshot().value).toEqual({ editing: 'without' });
  expect(form.inputs('save')).toEqual([]);
});
