import { describe, expect, it } from 'vitest';
import { spinnerMachine } from '../../src/machines/app/spinnerMachine.ts';
import { createTestActor } from './scenario.ts';

describe('the spinner', () => {
  it('shows while calls run, however many, and hides with the last of them', () => {
    const spinner = createTestActor(spinnerMachine);
    const seen = (['call.started', 'call.started', 'call.ended', 'call.ended'] as const).map((type) => {
      spinner.send({ type });
      return [spinner.snapshot().context.count, spinner.snapshot().hasTag('busy')];
    });
    expect(seen).toEqual([
      [1, true],
      [2, true],
      [1, true],
      [0, false],
    ]);
  });

  it('never counts below 0', () => {
    const spinner = createTestActor(spinnerMachine);
    spinner.send({ type: 'call.ended' }, { type: 'call.ended' }, { type: 'call.started' });
    expect(spinner.snapshot().context.count).toBe(1);
  });
});
