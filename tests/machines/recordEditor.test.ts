import { describe, expect, it } from 'vitest';
import { recordEditorMachine } from '../../src/machines/records/recordEditorMachine.ts';
import { science, subjectRules } from './recordEditor.model.ts';
import { createTestActor } from './scenario.ts';

const rename = { type: 'field.edited', field: 'name', value: 'Biology' } as const;
const mine = { name: 'Biology', active: true };
/** The form, open for a record. */
function editing(row: typeof science | null = science) {
  const editor = createTestActor(recordEditorMachine);
  editor.send({ type: 'editor.opened', row, rules: subjectRules });
  return editor;
}

describe('a record in a form', () => {
  it('is saved with what was edited, once, and the list hears of it', async () => {
    const editor = editing();
    editor.send(rename);
    expect(editor.snapshot().context.values).toEqual(mine);
    editor.send({ type: 'form.submitted' }, { type: 'form.submitted' });
    expect(editor.inputs('saveRecord')).toEqual([{ row: science, values: mine }]);
    const saved = { ...science, name: 'Biology', version: 2 };
    await editor.done('saveRecord', saved);
    expect(editor.emitted).toEqual([{ type: 'record.saved', row: saved, isNew: false }]);
    expect(editor.snapshot().value).toBe('closed');
  });

  it('is not saved when nothing has changed, or has been changed back', () => {
    const editor = editing();
    editor.send(rename);
    expect(editor.snapshot().hasTag('unsaved')).toBe(true);
    editor.send({ ...rename, value: 'Science' });
    expect(editor.snapshot().hasTag('unsaved')).toBe(false);
    editor.send({ type: 'form.submitted' });
    expect(editor.snapshot().value).toBe('closed');
    expect(editor.inputs('saveRecord')).toEqual([]);
  });

  it('is left at once without changes, and after a question with them', () => {
    const editor = editing();
    editor.send({ type: 'form.left' });
    expect(editor.snapshot().value).toBe('closed');
    editor.send({ type: 'editor.opened', row: science, rules: subjectRules }, rename, { type: 'form.left' }, { type: 'changes.kept' });
    expect(editor.snapshot().value).toEqual({ editing: 'dirty' });
    expect(editor.snapshot().context.values).toEqual(mine);
    editor.send({ type: 'form.left' }, { type: 'changes.discarded' });
    expect(editor.snapshot().value).toBe('closed');
    editor.send({ type: 'editor.opened', row: null, rules: subjectRules });
    expect(editor.snapshot().context).toMatchObject({ row: null, values: { name: '', active: true } });
  });

  it('keeps everything after a refusal, and hides the reason with the next edit', async () => {
    const editor = editing();
    editor.send(rename, { type: 'form.submitted' });
    await editor.fails('saveRecord', 503, 'Too much to do');
    expect(editor.snapshot().context).toMatchObject({ values: mine, problem: { code: 503 } });
    editor.send({ ...rename, value: 'Botany' });
    expect(editor.snapshot().context).toMatchObject({ values: { name: 'Botany' }, problem: null });
  });

  describe('that somebody else changed meanwhile', () => {
    const newest = { ...science, version: 3, name: 'Ciencias' };
    async function conflict() {
      const editor = editing();
      editor.send(rename, { type: 'form.submitted' });
      await editor.fails('saveRecord', 409, 'Someone else changed this.', { reason: 'recordChanged' });
      expect(editor.inputs('loadNewest')).toEqual([{ row: science }]);
      return editor;
    }

    it('is saved over it, or taken over', async () => {
      const editor = await conflict();
      await editor.done('loadNewest', newest);
      expect(editor.snapshot().context).toMatchObject({ newest, values: mine });
      editor.send({ type: 'conflict.mineChosen' });
      expect(editor.inputs('saveRecord').at(-1)).toEqual({ row: newest, values: mine });
      expect(editor.snapshot().context.newest).toBeNull();
      const other = await conflict();
      await other.done('loadNewest', newest);
      other.send({ type: 'conflict.theirsChosen' });
      expect(other.snapshot().value).toEqual({ editing: 'pristine' });
      expect(other.snapshot().context).toMatchObject({ row: newest, newest: null, values: { name: 'Ciencias', active: true } });
    });

    it('is compared on another try, and keeps what was typed', async () => {
      const editor = await conflict();
      await editor.fails('loadNewest', 503, 'Too much to do');
      expect(editor.snapshot().context).toMatchObject({ values: mine, problem: { code: 503 } });
      editor.send({ type: 'conflict.retried' });
      expect(editor.snapshot().context.problem).toBeNull();
      await editor.done('loadNewest', newest);
      editor.send({ type: 'form.left' }, { type: 'changes.kept' });
      expect(editor.snapshot().context.values).toEqual(mine);
    });
  });
});
