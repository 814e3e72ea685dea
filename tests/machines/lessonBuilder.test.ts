import { describe, expect, it } from 'vitest';
import { assignCheckMachine } from '../../src/machines/workspace/assignCheckMachine.ts';
import {
  type Draft,
  draftOf,
  draftProblems,
  emptyDraft,
  withoutResource,
  withPlaylist,
  withResource,
  withResourceChanged,
  withResourceMoved,
} from '../../src/machines/workspace/draft.ts';
import { lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
import { lessonConflictMachine } from '../../src/machines/workspace/lessonConflictMachine.ts';
import type { LessonBuilderInput } from '../../src/machines/workspace/lessonOrders.ts';
import { saveQuestionMachine } from '../../src/machines/workspace/saveQuestionMachine.ts';
import { builderInput, named, newerLesson, savedLesson } from './lessonBuilder.model.ts';
import { ownOrder } from './lessonConflict.model.ts';
import { unusedLesson, usedLesson } from './saveQuestion.model.ts';
import { createTestActor } from './scenario.ts';

const item = (itemId: number, sortOrder = itemId) => ({ itemId, typeId: 1, title: `Item ${itemId}`, minutes: 10, sortOrder });
const open = (input: Partial<LessonBuilderInput> = {}) => createTestActor(lessonBuilderMachine, { ...builderInput, ...input });
const typed = (draft: Draft, field = 'name') => ({ type: 'draft.changed', draft, field, isTyped: true }) as const;

async function openSaved(input: Partial<LessonBuilderInput> = {}) {
  const builder = open({ lessonId: 11, ...input });
  await builder.done('loadLesson', savedLesson);
  return builder;
}
async function inConflict() {
  const builder = await openSaved();
  builder.send(typed(named), { type: 'save.submitted' });
  await builder.done('saveQuestion', { kind: 'unused' });
  await builder.fails('saveLesson', 409, 'This lesson was changed somewhere else in the meantime.');
  return builder;
}

describe('building a lesson', () => {
  it('from the library sorts the playlist by its order', () => {
    const builder = open({ playlist: [item(3), item(1), item(2)] });
    expect(builder.snapshot().context.draft.resources.map(({ itemId }) => itemId)).toEqual([1, 2, 3]);
    expect(builder.snapshot().hasTag('unsaved')).toBe(true);
  });

  it('from the library adds to a draft that was kept, so that nothing is lost', () => {
    const builder = open({ kept: { draft: withResource({ ...emptyDraft, name: 'Kept' }, item(9)), version: null }, playlist: [item(1)] });
    expect(builder.snapshot().context.draft).toMatchObject({ name: 'Kept', resources: [{ itemId: 9 }, { itemId: 1 }] });
  });

  it('is pristine, dirty, saving, saved', async () => {
    const builder = open();
    expect(builder.snapshot().matches({ editing: 'pristine' })).toBe(true);
    builder.send(typed(named));
    expect(builder.snapshot().matches({ editing: { unsaved: 'dirty' } })).toBe(true);
    builder.send({ type: 'save.submitted' });
    expect(builder.inputs('saveLesson')).toMatchObject([{ lessonId: null, version: null, draft: named }]);
    await builder.done('saveLesson', { lessonId: 11, version: 1 });
    expect(builder.snapshot().matches({ editing: 'saved' })).toBe(true);
    expect(builder.snapshot().hasTag('unsaved')).toBe(false);
    expect(builder.emitted).toEqual([{ type: 'lesson.saved', lessonId: 11 }]);
  });

  it('does not take what is typed during a save for saved', async () => {
    const builder = await openSaved();
    builder.send(typed(named), { type: 'save.submitted' });
    await builder.done('saveQuestion', { kind: 'unused' });
    builder.send(typed({ ...named, name: 'Rocks and water' }));
    await builder.done('saveLesson', { lessonId: 11, version: 2 });
    expect(builder.snapshot().matches({ editing: { unsaved: 'dirty' } })).toBe(true);
    builder.send({ type: 'save.submitted' });
    await builder.done('saveQuestion', { kind: 'unused' });
    expect(builder.inputs('saveLesson').at(-1)).toMatchObject({ version: 2, draft: { name: 'Rocks and water' } });
  });

  it('begins a new step with a save, also in the field that was typed in last', async () => {
    const builder = open();
    builder.send(typed(named), { type: 'save.submitted' });
    await builder.done('saveLesson', { lessonId: 11, version: 1 });
    builder.send(typed({ ...named, name: 'Stones' }), { type: 'change.undone' });
    expect(builder.snapshot().context.draft.name).toBe(named.name);
  });
  it('undoes typing in one field as one step, and a change of a resource as another', () => {
    const builder = open();
    for (const name of ['R', 'Ro', 'Rocks']) builder.send(typed({ ...emptyDraft, name }));
    const { draft } = builder.snapshot().context;
    builder.send({ type: 'draft.changed', draft: withResource(draft, item(1)), field: 'resources', isTyped: false });
    builder.send({ type: 'change.undone' });
    expect(builder.snapshot().context.draft).toEqual({ ...emptyDraft, name: 'Rocks' });
    builder.send({ type: 'change.undone' });
    expect(builder.snapshot().context.draft).toEqual(emptyDraft);
    expect(builder.snapshot().hasTag('unsaved')).toBe(false);
    builder.send({ type: 'change.redone' }, { type: 'change.redone' });
    expect(builder.snapshot().context.draft.resources).toHaveLength(1);
  });

  it('asks for a name before it saves', () => {
    const builder = open();
    builder.send(typed({ ...emptyDraft, objective: 'Know rocks' }, 'objective'), { type: 'save.submitted' });
    expect(builder.snapshot().matches({ editing: { unsaved: 'incomplete' } })).toBe(true);
    expect(builder.inputs('saveLesson')).toEqual([]);
  });

  it('goes on with the draft of an earlier visit, and lets go of it when asked', async () => {
    const kept = { draft: named, version: 1 };
    const builder = await openSaved({ kept });
    expect(builder.snapshot().context.draft).toEqual(named);
    builder.send({ type: 'draft.discarded' });
    expect(builder.snapshot().context.draft.name).toBe('Rocks');
    builder.send({ type: 'change.undone' });
    expect(builder.snapshot().context.draft).toEqual(named);
  });

  it('asks which one counts when the lesson was changed since the draft was kept', async () => {
    const builder = open({ lessonId: 11, kept: { draft: named, version: 1 } });
    await builder.done('loadLesson', newerLesson);
    expect(builder.snapshot().matches('conflict')).toBe(true);
    expect(builder.snapshot().context.draft).toEqual(named);
  });
});

describe('two tabs that edit one lesson', () => {
  it('mine: replaces the other, knowing of it', async () => {
    const builder = await inConflict();
    expect(builder.inputs('lessonConflict')).toMatchObject([{ order: { lessonId: 11, draft: named }, newer: null }]);
    await builder.done('lessonConflict', { kind: 'mine', newer: newerLesson, copyName: '' });
    expect(builder.inputs('saveLesson').at(-1)).toMatchObject({ version: 2, draft: named });
  });
  it('theirs: is taken, and mine is one step back', async () => {
    const builder = await inConflict();
    await builder.done('lessonConflict', { kind: 'theirs', newer: newerLesson, copyName: '' });
    expect(builder.snapshot().context.draft.name).toBe('Rocks of the sea');
    builder.send({ type: 'change.undone' });
    expect(builder.snapshot().context.draft).toEqual(named);
  });
  it('both: the form shows theirs, and the copy is announced', async () => {
    const builder = await inConflict();
    await builder.done('lessonConflict', { kind: 'both', newer: newerLesson, copyName: 'Rocks and soil (my version)' });
    expect(builder.snapshot().context).toMatchObject({ lessonId: 11, version: 2, draft: { name: 'Rocks of the sea' } });
    expect(builder.emitted).toEqual([{ type: 'lesson.copied', name: 'Rocks and soil (my version)' }]);
  });
});

describe('two versions of a lesson', () => {
  async function compared() {
    const conflict = createTestActor(lessonConflictMachine, { order: ownOrder, newer: null });
    await conflict.done('loadNewer', newerLesson);
    return conflict;
  }
  it('are compared at once when the other one is here already', () => {
    const conflict = createTestActor(lessonConflictMachine, { order: ownOrder, newer: newerLesson });
    expect(conflict.inputs('loadNewer')).toEqual([]);
    conflict.send({ type: 'conflict.mineChosen' });
    expect(conflict.snapshot().output).toEqual({ kind: 'mine', newer: newerLesson, copyName: '' });
  });
  it('both: mine becomes a copy', async () => {
    const conflict = await compared();
    conflict.send({ type: 'conflict.bothKept', name: 'Rocks and soil (my version)' });
    expect(conflict.inputs('saveCopy')).toMatchObject([
      { lessonId: null, version: null, draft: { name: 'Rocks and soil (my version)' }, sameName: 'keep' },
    ]);
    await conflict.done('saveCopy', { lessonId: 12, version: 1 });
    expect(conflict.snapshot().output).toEqual({ kind: 'both', newer: newerLesson, copyName: 'Rocks and soil (my version)' });
  });
  it('both: keeps both here when the copy cannot be made', async () => {
    const conflict = await compared();
    conflict.send({ type: 'conflict.bothKept', name: 'Mine' });
    await conflict.fails('saveCopy', 503);
    expect(conflict.snapshot().value).toBe('deciding');
    expect(conflict.snapshot().context).toMatchObject({ order: { draft: named }, newer: newerLesson });
    conflict.send({ type: 'conflict.theirsChosen' });
    expect(conflict.snapshot().output?.kind).toBe('theirs');
  });
});

describe('a name that another one in its place has', () => {
  const taken = { reason: 'lessonNameTaken' };
  const orders = (builder: ReturnType<typeof open>) => builder.inputs('saveLesson') as { sameName: string; draft: Draft }[];
  async function refused() {
    const builder = open();
    builder.send(typed(named), { type: 'save.submitted' });
    await builder.fails('saveLesson', 409, 'Taken', taken);
    return builder;
  }
  it('is asked about; kept, it is saved as it is, and not asked about again', async () => {
    const builder = await refused();
    expect(builder.snapshot().hasTag('equal')).toBe(true);
    builder.send({ type: 'both.kept' });
    await builder.done('saveLesson', { lessonId: 11, version: 1 });
    builder.send(typed({ ...named, objective: 'Know rocks' }, 'objective'), { type: 'save.submitted' });
    await builder.done('saveQuestion', { kind: 'unused' });
    expect(orders(builder).map(({ sameName, draft }) => [sameName, draft.name])).toEqual([
      ['ask', named.name],
      ['keep', named.name],
      ['keep', named.name],
    ]);
  });
  it('is changed: all that was typed is there, and the other name is asked about anew', async () => {
    const builder = await refused();
    builder.send({ type: 'name.reconsidered' });
    expect(builder.snapshot().value).toEqual({ editing: { unsaved: 'taken' } });
    expect(builder.snapshot().hasTag('unsaved')).toBe(true);
    expect(builder.snapshot().context.draft).toEqual(named);
    builder.send(typed({ ...named, name: 'Stones' }), { type: 'save.submitted' });
    expect(orders(builder).at(-1)).toMatchObject({ sameName: 'ask', draft: { name: 'Stones' } });
  });
  it('is not asked about when the teacher has typed another one meanwhile', async () => {
    const builder = open();
    builder.send(typed(named), { type: 'save.submitted' }, typed({ ...named, name: 'Stones' }));
    await builder.fails('saveLesson', 409, 'Taken', taken);
    expect(builder.snapshot().value).toEqual({ editing: { unsaved: 'dirty' } });
    expect(builder.snapshot().context.draft.name).toBe('Stones');
  });
  it('is asked about on the way to the classes, too, and the way goes on', async () => {
    const builder = open();
    builder.send(typed(named), { type: 'assign.asked' });
    await builder.fails('saveLesson', 409, 'Taken', taken);
    builder.send({ type: 'both.kept' });
    await builder.done('saveLesson', { lessonId: 11, version: 1 });
    expect(builder.inputs('assignCheck')).toEqual([{ lessonId: 11 }]);
  });
});

describe('the check before assigning', () => {
  const finding = (is_blocking: boolean) => ({ kind: is_blocking ? 'empty' : 'noDueDate', is_blocking, item_id: null, title: 'Rocks' });
  const check = () => createTestActor(assignCheckMachine, { lessonId: 11 });
  it('follows a save', async () => {
    const builder = await openSaved();
    builder.send(typed(named), { type: 'assign.asked' });
    await builder.done('saveQuestion', { kind: 'unused' });
    expect(builder.inputs('assignCheck')).toEqual([]);
    builder.send(typed({ ...named, name: 'Stones' }));
    expect(builder.snapshot().context.draft).toEqual(named);
    await builder.done('saveLesson', { lessonId: 11, version: 2 });
    expect(builder.inputs('assignCheck')).toEqual([{ lessonId: 11 }]);
    await builder.done('assignCheck', { kind: 'closed' });
    expect(builder.snapshot().value).toEqual({ editing: 'saved' });
  });
  it('can be repeated when it fails', async () => {
    const builder = await openSaved();
    builder.send({ type: 'assign.asked' });
    const problem = { code: 503, message: 'Too much to do' };
    await builder.done('assignCheck', { kind: 'unchecked', problem });
    expect(builder.snapshot().value).toEqual({ editing: 'unchecked' });
    expect(builder.snapshot().context.problem).toEqual(problem);
    builder.send({ type: 'assign.asked' });
    expect(builder.waits('assignCheck')).toBe(true);
  });
  it('opens the dialog when nothing was found', async () => {
    const checked = check();
    await checked.done('checkLesson', []);
    expect(checked.snapshot().value).toBe('assigning');
  });
  it('shows what was found; the teacher may go on', async () => {
    const checked = check();
    await checked.done('checkLesson', [finding(false)]);
    expect(checked.snapshot().context.findings).toHaveLength(1);
    checked.send({ type: 'assign.confirmed' });
    expect(checked.snapshot().value).toBe('assigning');
    checked.send({ type: 'classes.closed' });
    expect(checked.snapshot().output).toEqual({ kind: 'closed' });
  });
  it('keeps what cannot be assigned from being assigned', async () => {
    const checked = check();
    await checked.done('checkLesson', [finding(true)]);
    checked.send({ type: 'assign.confirmed' });
    expect(checked.snapshot().value).toBe('findings');
  });
  it('says why it failed', async () => {
    const checked = check();
    await checked.fails('checkLesson', 503, 'Too much to do');
    expect(checked.snapshot().output).toMatchObject({ kind: 'unchecked', problem: { code: 503, message: 'Too much to do' } });
  });
});

describe('a draft', () => {
  const three = withPlaylist(emptyDraft, [item(1), item(2), item(3)]);
  const order = (draft: Draft) => draft.resources.map(({ itemId }) => itemId);
  it('has its resources in an order that can be changed', () => {
    const [first, , third] = three.resources.map(({ key }) => key) as [string, string, string];
    expect(order(withResourceMoved(three, first, 2))).toEqual([2, 3, 1]);
    expect(order(withResourceMoved(three, third, 0))).toEqual([3, 1, 2]);
    for (const to of [-1, 0, 3]) expect(withResourceMoved(three, first, to)).toBe(three);
  });
  it('gives every resource a key of its own, also after others were taken out', () => {
    const fewer = withoutResource(three, three.resources[0]?.key ?? '');
    const again = withResource(withResource(fewer, item(4)), item(5));
    expect(new Set(again.resources.map(({ key }) => key)).size).toBe(4);
  });
  it('takes at most a hundred resources', () => {
    const full = withPlaylist(
      emptyDraft,
      Array.from({ length: 120 }, (_, index) => item(index + 1)),
    );
    expect(full.resources).toHaveLength(100);
  });
  it('says which field is wrong', () => {
    expect(draftProblems(emptyDraft)).toEqual({ name: 'missing' });
    expect(draftProblems({ ...named, name: 'x'.repeat(10_000) })).toEqual({ name: 'tooLong' });
    expect(draftProblems({ ...named, name: '😀'.repeat(100) })).toEqual({});
    expect(draftProblems({ ...named, objective: 'x'.repeat(2_001) })).toEqual({ objective: 'tooLong' });
    const long = withResourceChanged(three, three.resources[0]?.key ?? '', { remarks: 'x'.repeat(2_001), time: 601 });
    expect(draftProblems({ ...long, name: 'Rocks' })).toEqual({ remarks: 'tooLong', time: 'tooMuch' });
  });
});

describe('a lesson that students have', () => {
  const resource = { id: 501, item_id: 5, resource_type_id: 1, time: null, sort_order: 1, remarks: '', title: 'Kinds of rock' };
  const withQuiz = { ...savedLesson, lesson_resources: [resource] };
  async function changed() {
    const builder = open({ lessonId: 11 });
    await builder.done('loadLesson', withQuiz);
    builder.send(typed({ ...draftOf(withQuiz), name: 'Rocks and soil' }), { type: 'save.submitted' });
    return builder;
  }

  it('is changed after a question with numbers, which is asked once', async () => {
    const builder = await changed();
    expect(builder.inputs('saveQuestion')).toEqual([{ lessonId: 11 }]);
    expect(builder.inputs('saveLesson')).toEqual([]);
    await builder.done('saveQuestion', { kind: 'confirmed' });
    await builder.done('saveLesson', { lessonId: 11, version: 2 });
    builder.send(typed({ ...builder.snapshot().context.draft, objective: 'Know rocks' }, 'objective'), { type: 'save.submitted' });
    expect(builder.inputs('saveLesson')).toHaveLength(2);
  });
  it('is asked about again when something is taken out of it', async () => {
    const builder = await changed();
    await builder.done('saveQuestion', { kind: 'confirmed' });
    await builder.done('saveLesson', { lessonId: 11, version: 2 });
    const { draft } = builder.snapshot().context;
    builder.send(
      { type: 'draft.changed', draft: withoutResource(draft, 'saved-501'), field: 'resources', isTyped: false },
      { type: 'assign.asked' },
    );
    expect(builder.inputs('saveQuestion')).toHaveLength(2);
    expect(builder.snapshot().value).toEqual({ storing: { purpose: 'assigning', progress: 'asking' } });
    expect(builder.inputs('saveLesson')).toHaveLength(1);
    await builder.done('saveQuestion', { kind: 'cancelled' });
    expect(builder.snapshot().value).toEqual({ editing: { unsaved: 'dirty' } });
  });
  it('is not saved while nobody knows who has it; what was typed stays', async () => {
    const builder = await changed();
    await builder.done('saveQuestion', { kind: 'failed', problem: { code: 503, message: 'Too much to do' } });
    expect(builder.snapshot().value).toEqual({ editing: { unsaved: 'refused' } });
    expect(builder.snapshot().context.problem?.message).toBe('Too much to do');
    expect(builder.snapshot().context.draft.name).toBe('Rocks and soil');
    builder.send({ type: 'save.submitted' });
    expect(builder.waits('saveQuestion')).toBe(true);
  });
});

describe('the question before a save', () => {
  const ask = () => createTestActor(saveQuestionMachine, { lessonId: 11 });
  it('says how many students have the lesson', async () => {
    const question = ask();
    await question.done('countUse', usedLesson);
    expect(question.snapshot().hasTag('asking')).toBe(true);
    expect(question.snapshot().context.use).toEqual(usedLesson);
    question.send({ type: 'change.confirmed' });
    expect(question.snapshot().output).toEqual({ kind: 'confirmed' });
  });
  it('is not asked when no student has it', async () => {
    const question = ask();
    await question.done('countUse', unusedLesson);
    expect(question.snapshot().output).toEqual({ kind: 'unused' });
  });
  it('cannot be asked while the students cannot be counted', async () => {
    const question = ask();
    await question.fails('countUse', 503, 'Too much to do');
    expect(question.snapshot().output).toMatchObject({ kind: 'failed', problem: { message: 'Too much to do' } });
  });
});
