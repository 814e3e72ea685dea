import { describe, expect, it } from 'vitest';
import { type ReleaseEvent, releaseMachine } from '../../src/machines/reports/releaseMachine.ts';
import { createTestActor } from './scenario.ts';

/** The state after these events. */
const stateAfter = (...events: ReleaseEvent['type'][]) => {
  const chart = createTestActor(releaseMachine);
  chart.send(...events.map((type) => ({ type })));
  return chart.snapshot().value;
};

describe('release', () => {
  it('goes from work to report', () => {
    expect(stateAfter()).toBe('unsubmitted');
    expect(stateAfter('work.submitted')).toBe('submitted');
    expect(stateAfter('work.submitted', 'work.graded')).toBe('graded');
    expect(stateAfter('work.submitted', 'work.graded', 'report.released')).toBe('released');
    expect(stateAfter('work.submitted', 'report.released', 'report.recalled')).toBe('recalled');
  });
  it('releases nothing that was not handed in', () => {
    for (const event of ['report.released', 'report.scheduled', 'release.cameDue', 'report.recalled', 'work.reassigned'] as const)
      expect(stateAfter(event)).toBe('unsubmitted');
  });
  it('waits for its day, which can change, be skipped or be taken back', () => {
    expect(stateAfter('work.submitted', 'report.scheduled', 'report.scheduled', 'release.cameDue')).toBe('released');
    expect(stateAfter('work.submitted', 'report.scheduled', 'report.released')).toBe('released');
    expect(stateAfter('work.submitted', 'report.scheduled', 'report.recalled')).toBe('recalled');
  });
  it('can be scheduled with all points or without', () => {
    expect(stateAfter('work.submitted', 'report.scheduled')).toBe('scheduled');
    expect(stateAfter('work.submitted', 'work.graded', 'report.scheduled')).toBe('scheduled');
    expect(stateAfter('work.submitted', 'report.released', 'report.recalled', 'report.scheduled')).toBe('scheduled');
  });
  it('does not come back by itself once it is recalled', () => {
    expect(stateAfter('work.submitted', 'report.released', 'report.recalled', 'release.cameDue')).toBe('recalled');
    expect(stateAfter('work.submitted', 'report.released', 'report.recalled', 'report.released')).toBe('released');
  });
  it('begins anew when the work is given once more', () => {
    expect(stateAfter('work.submitted', 'report.released', 'work.reassigned')).toBe('unsubmitted');
    expect(stateAfter('work.submitted', 'report.recalled', 'work.reassigned', 'work.submitted')).toBe('submitted');
  });
});
