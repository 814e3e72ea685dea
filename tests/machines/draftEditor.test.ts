import { describe, expect, it } from 'vitest';
import type { AuthoredQuiz } from '../../contract/authoring.ts';
import { draftEditorMachine } from '../../src/machines/authoring/draftEditorMachine.ts';
import { complete, editorInput, keptQuiz, otherQuiz, quizChanged, renamed, savedQuiz, untitled } from './draftEditor.model.ts';
import { createTestActor } from './scenario.ts';

const change = (draft: AuthoredQuiz, isTyped = true) => ({ type: 'draft.changed' as const, draft, field: 'title', isTyped });
const saved = (version: number) => ({ item_id: 11, version, published_version: null });
/** With a saved quiz in the form. */
const opened = async () => {
  const actor = createTestActor(draftEditorMachine, { ...editorInput, itemId: 11 });
  await actor.done('loadDraft', savedQuiz);
  return actor;
};

describe('the editor of a quiz', () => {
  it('saves after a pause in typing, all that was typed at once', async () => {
    const { send, pass, waits, done, inputs, snapshot, emitted } = await opened();
    send(change(untitled));
    pass(900);
    send(change(renamed));
    pass(900);
    expect(waits('saveDraft')).toBe(false);
    pass(100);
    await done('saveDraft', saved(2));
    expect(inputs('saveDraft')).toEqual([{ itemId: 11, version: 1, creationKey: 'device-1', document: renamed }]);
    expect(snapshot().matches({ editing: 'saved' })).toBe(true);
    expect(emitted).toEqual([{ type: 'draft.saved', itemId: 11 }]);
    // Typing in one field is one step back.
    send({ type: 'change.undone' });
    expect(snapshot().context.draft).toBe(complete);
  });

  it('creates a new quiz under the same key, however often it is sent', async () => {
    const { send, pass, fails, done, inputs, snapshot } = createTestActor(draftEditorMachine, editorInput);
    send(change(renamed));
    pass(1_000);
    await fails('saveDraft', 0);
    expect(snapshot().hasTag('unsaved')).toBe(true);
    send(change(untitled));
    pass(15_000);
    await done('saveDraft', saved(1));
    expect(inputs('saveDraft')).toEqual([
      { itemId: null, version: null, creationKey: 'device-1', document: renamed },
      { itemId: null, version: null, creationKey: 'device-1', document: untitled },
    ]);
    expect(snapshot().context).toMatchObject({ itemId: 11, version: 1 });
  });

  it('saves at once what something else waits for', async () => {
    const { send, waits } = await opened();
    send(change(renamed));
    send({ type: 'save.hurried' });
    expect(waits('saveDraft')).toBe(true);
  });

  it('tells the later of two tabs, and loses neither version', async () => {
    const { send, pass, fails, done, snapshot } = await opened();
    send(change(renamed));
    pass(1_000);
    await fails('saveDraft', quizChanged.code, quizChanged.message, quizChanged);
    await done('loadOther', otherQuiz);
    expect(snapshot().hasTag('conflict')).toBe(true);
    send({ type: 'theirs.taken' });
    expect(snapshot().context).toMatchObject({ draft: otherQuiz.document, version: 5 });
    send({ type: 'change.undone' });
    expect(snapshot().context.draft).toBe(renamed);
  });

  it('goes on with what an earlier visit could not save, and asks if somebody else saved since', async () => {
    const input = { ...editorInput, itemId: 11, kept: keptQuiz };
    const first = createTestActor(draftEditorMachine, input);
    await first.done('loadDraft', savedQuiz);
    expect(first.snapshot().context.draft).toBe(keptQuiz.document);
    expect(first.snapshot().matches({ editing: 'gathering' })).toBe(true);
    const second = createTestActor(draftEditorMachine, input);
    await second.done('loadDraft', otherQuiz);
    expect(second.snapshot().hasTag('conflict')).toBe(true);
    second.send({ type: 'mine.kept' });
    expect(second.inputs('saveDraft')).toMatchObject([{ version: 5, document: keptQuiz.document }]);
  });
});
