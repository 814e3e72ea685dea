import { describe, expect, it } from 'vitest';
import { linkSharingMachine } from '../../src/machines/sharing/linkSharingMachine.ts';
import { shareMachine } from '../../src/machines/sharing/shareMachine.ts';
import { timeline } from '../../src/views/assigning/timeline.ts';
import { createTestActor } from './scenario.ts';

const tom = { user_puid: 21, first_name: 'Tom', last_name: 'P', role_id: 2, school_name: null, is_shared: false };

describe('sharing with colleagues', () => {
  const start = async () => {
    const share = createTestActor(shareMachine, { userPuid: 3, lessonId: 11, roleId: 2 });
    await share.done('findPeople', { users: [tom], total: 1 });
    return share;
  };
  it('always sends the role id when it looks for people', async () => {
    const share = await start();
    share.send({ type: 'filters.changed', filters: { roleId: 6, search: 'ada' } });
    expect(share.inputs('findPeople'), 'it waits for a pause').toHaveLength(1);
    share.pass(250);
    expect(share.inputs('findPeople')).toEqual([
      { userPuid: 3, lessonId: 11, roleId: 2, search: '' },
      { userPuid: 3, lessonId: 11, roleId: 6, search: 'ada' },
    ]);
  });
  it('keeps who was chosen while the list shows others', async () => {
    const share = await start();
    share.send({ type: 'person.toggled', userPuid: 21 }, { type: 'filters.changed', filters: { roleId: 6, search: '' } });
    share.pass(250);
    await share.done('findPeople', { users: [], total: 0 });
    share.send({ type: 'share.submitted' });
    expect(share.inputs('shareLesson')).toEqual([{ userPuid: 3, lessonId: 11, userPuids: [21] }]);
    await share.done('shareLesson', null);
    expect(share.emitted).toEqual([{ type: 'lesson.shared', count: 1 }]);
    expect(share.snapshot().context.chosen).toEqual([]);
  });
});

describe('a lesson link', () => {
  it('needs an end that is still to come, or none at all', async () => {
    const link = createTestActor(linkSharingMachine, { lessonId: 11, timeZone: 'UTC', today: '2030-01-07' });
    await link.done('findLink', null);
    link.send({ type: 'link.requested' });
    expect(link.snapshot().value).toEqual({ asking: 'endless' });
    link.send({ type: 'end.changed', end: { day: '2030-01-06', isPerpetual: false } }, { type: 'link.requested' });
    expect(link.snapshot().value).toEqual({ asking: 'endless' });
    link.send({ type: 'end.changed', end: { day: '', isPerpetual: true } }, { type: 'link.requested' });
    expect(link.inputs('makeLink')).toEqual([{ lessonId: 11, timeZone: 'UTC', day: '', isPerpetual: true }]);
    await link.fails('makeLink', 0);
    expect(link.snapshot().context.problem).not.toBeNull();
    link.send({ type: 'link.requested' });
    await link.done('makeLink', { link_id: 'l1' });
    expect(link.snapshot().context).toMatchObject({ link: { link_id: 'l1' }, problem: null });
  });
});

describe('what a student sees, and when', () => {
  const day = 24 * 3_600_000;
  const seen = (...args: Parameters<typeof timeline>) => timeline(...args).map(({ key, visibility }) => [key, visibility.value]);
  const times = { now: 0, from: day, to: 4 * day - 1000 };
  it('is announced, opens, becomes overdue and stays so when nothing is done', () => {
    expect(seen(times, 'nothing')).toEqual([
      ['now', 'upcoming'],
      ['opens', { toDo: { due: 'inTime', work: 'notStarted' } }],
      ['due', { toDo: { due: 'overdue', work: 'notStarted' } }],
    ]);
  });
  it('ends with the released result when the work is done in time', () => {
    expect(seen(times, 'inTime')).toEqual([
      ['now', 'upcoming'],
      ['opens', { toDo: { due: 'inTime', work: 'notStarted' } }],
      ['begins', { toDo: { due: 'inTime', work: 'inProgress' } }],
      ['completes', 'completed'],
      ['due', 'completed'],
      ['released', 'released'],
    ]);
  });
  it('can be done late', () => {
    expect(seen(times, 'late').slice(2)).toEqual([
      ['due', { toDo: { due: 'overdue', work: 'notStarted' } }],
      ['begins', { toDo: { due: 'overdue', work: 'inProgress' } }],
      ['completes', 'completed'],
      ['released', 'released'],
    ]);
  });
  it('is open at once and never overdue without a due date', () => {
    expect(seen({ now: 10, from: 5, to: null }, 'nothing')).toEqual([['now', { toDo: { due: 'inTime', work: 'notStarted' } }]]);
  });
});
