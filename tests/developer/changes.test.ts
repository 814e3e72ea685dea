import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock, setup } from 'xstate';
import { modelOf } from '../../scripts/models.ts';
import { changesOf } from '../../src/developer/changes.ts';
import { createRecorder, type Frame } from '../../src/developer/recorder.ts';
import { subjectOf, subjects } from '../../src/developer/subjects.ts';
import { charts } from '../../src/machines/index.ts';
import { loggedSteps, matchingSteps, withoutRepeats } from '../../src/views/developer/statecharts/steps.ts';
import { exploreModel } from '../kit/modelKit.ts';

const frame = (value: Frame['value'], context: object): Frame => ({ value, status: 'active', tags: [], context, history: {} });

describe('what a step changed', () => {
  it('is the states entered and left, and the fields with their values', () => {
    const before = frame({ playing: { page: 'first', saving: 'idle' } }, { count: 1, same: { a: 1 }, gone: 'x' });
    const after = frame({ playing: { page: 'second', saving: 'idle' } }, { count: 2, same: { a: 1 }, found: true });
    expect(changesOf(before, after)).toEqual({
      left: ['playing.page.first'],
      entered: ['playing.page.second'],
      fields: [
        { name: 'count', before: '1', after: '2' },
        { name: 'gone', before: '"x"', after: '–' },
        { name: 'found', before: '–', after: 'true' },
      ],
    });
  });

  it('shows no secret, but that it changed', () => {
    expect(changesOf(frame('a', { token: 'one' }), frame('a', { token: 'two' })).fields).toEqual([
      { name: 'token', before: '"•••"', after: '"•••"' },
    ]);
  });

  it('is where it began, for a start', () => {
    expect(changesOf(undefined, frame({ a: 'b' }, { count: 1 }))).toEqual({ left: [], entered: ['a', 'a.b'], fields: [] });
  });
});

describe('the log', () => {
  const ticking = setup({ types: { context: {} as object }, delays: { second: 1_000 } }).createMachine({
    id: 'ticking',
    initial: 'on',
    context: {},
    states: { on: { after: { second: { target: 'on', reenter: true } }, on: { 'clock.read': {} } } },
  });

  it('makes one row of a timer that fires again and again, and is found by event, state and actor', () => {
    const recorder = createRecorder({ now: () => 0 });
    const clock = new SimulatedClock();
    const actor = createActor(ticking, { inspect: recorder.observe, clock, id: 'kitchen' }).start();
    for (let second = 0; second < 3; second++) clock.increment(1_000);
    actor.send({ type: 'clock.read' });
    clock.increment(1_000);
    const steps = loggedSteps(recorder.log(), recorder.actors());
    expect(steps).toHaveLength(6);
    expect(withoutRepeats(steps).map(({ event, times, step }) => [event, times, step])).toEqual([
      ['', 1, 1],
      ['after second', 3, 4],
      ['clock.read', 1, 5],
      ['after second', 1, 6],
    ]);
    for (const [text, count] of [
      ['second', 4],
      ['on', 6],
      ['KITCHEN', 6],
      ['read', 1],
      ['nothing', 0],
    ] as const) {
      expect(matchingSteps(steps, text), text).toHaveLength(count);
    }
  });
});

describe('actors', () => {
  it('that were created and never started are told apart, and stop being so with their first event', () => {
    const recorder = createRecorder({ now: () => 0 });
    const machine = setup({}).createMachine({ id: 'm' });
    createActor(machine, { inspect: recorder.observe });
    const used = createActor(machine, { inspect: recorder.observe }).start();
    expect(recorder.actors().map(({ isIdle }) => isIdle)).toEqual([true, false]);
    const later = createRecorder({ now: () => 0 });
    later.adopt(used);
    later.adopt(createActor(machine));
    expect(later.actors().map(({ isIdle }) => isIdle)).toEqual([false, true]);
  });

  it.each(Object.keys(subjects))('of %s say what they are for', async (chart) => {
    expect(charts[chart]).toBeDefined();
    const model = await modelOf(chart);
    const contexts = model ? [...exploreModel(model).positions.values()].map(({ snapshot }) => snapshot.context) : [];
    expect(contexts.some((context) => subjectOf(chart, context) !== '')).toBe(true);
    expect(subjectOf(chart, {})).toBe('');
  });
});
