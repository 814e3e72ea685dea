import { describe, expect, it } from 'vitest';
import { changePasswordMachine } from '../../src/machines/profile/changePasswordMachine.ts';
import { feedbackMachine } from '../../src/machines/profile/feedbackMachine.ts';
import { profileMachine } from '../../src/machines/profile/profileMachine.ts';
import { hintMachine } from '../../src/machines/shell/hintMachine.ts';
import { change } from './changePassword.model.ts';
import { mark, training, words } from './feedback.model.ts';
import { detail, entry, huge, page, photo, picture } from './profile.model.ts';
import { createTestActor } from './scenario.ts';

describe('one’s own account', () => {
  const open = async () => {
    const chart = createTestActor(profileMachine);
    await chart.done('loadProfile', { detail, photo: null });
    return chart;
  };
  const shown = (chart: Awaited<ReturnType<typeof open>>) => chart.snapshot().context.profile;

  it('is saved once, and then shown as the server has it', async () => {
    const chart = await open();
    chart.send({ type: 'details.submitted', entry }, { type: 'details.submitted', entry });
    expect(chart.inputs('saveDetails')).toEqual([entry]);
    await chart.done('saveDetails', { ...detail, last_name: 'Lovelace' });
    expect(shown(chart)?.detail.last_name).toBe('Lovelace');
    expect(chart.emitted).toEqual([{ type: 'details.saved' }]);
  });
  it.each([
    ['without an address', { ...entry, email: ' ' }, true],
    ['with an address', entry, true],
    ['with what is no address', { ...entry, email: 'ada@school' }, false],
    ['without a first name', { ...entry, first_name: '' }, false],
    ['without a last name', { ...entry, last_name: ' ' }, false],
  ])('may be sent %s: %s', async (_how, typed, isSent) => {
    const chart = await open();
    chart.send({ type: 'details.submitted', entry: typed });
    expect(chart.waits('saveDetails')).toBe(isSent);
  });
  it.each([
    [413, 'photoRefused'],
    [415, 'photoRefused'],
    [0, 'unreachable'],
    [503, 'unreachable'],
  ])('keeps its photo after status %i', async (code, state) => {
    const chart = createTestActor(profileMachine);
    await chart.done('loadProfile', { detail, photo });
    chart.send({ type: 'photo.chosen', picture });
    await chart.fails('savePhoto', code);
    expect(chart.snapshot().value).toEqual({ showing: state });
    expect(shown(chart)?.photo).toEqual(photo);
  });
  it.each([page, huge])('takes no file that cannot be a photo', async (chosen) => {
    const chart = await open();
    chart.send({ type: 'photo.chosen', picture: chosen });
    expect(chart.snapshot().value).toEqual({ showing: 'noPicture' });
    expect(chart.inputs('savePhoto')).toEqual([]);
  });
  it('shows a new photo, and initials again when it is taken away', async () => {
    const chart = await open();
    chart.send({ type: 'photo.chosen', picture });
    await chart.done('savePhoto', photo);
    expect(shown(chart)?.photo).toEqual(photo);
    chart.send({ type: 'photo.removed' });
    await chart.done('removePhoto', null);
    expect(shown(chart)).toEqual({ detail, photo: null });
    expect(chart.emitted).toEqual([{ type: 'photo.changed' }, { type: 'photo.changed' }]);
  });
});

describe('another password', () => {
  it.each([
    [{}, 'saving'],
    [{ current: '' }, { editing: 'incomplete' }],
    [{ password: '1234567', repeated: '1234567' }, { editing: 'tooShort' }],
    [{ repeated: 'a new passwort' }, { editing: 'different' }],
  ])('with %j leads to %j', (part, state) => {
    const chart = createTestActor(changePasswordMachine);
    chart.send({ type: 'password.submitted', typed: { ...change, ...part } });
    expect(chart.snapshot().value).toEqual(state);
  });
  it.each([
    [400, { editing: 'refused' }],
    [429, { editing: 'refused' }],
    [403, 'blocked'],
    [0, { editing: 'unreachable' }],
  ])('is not there after status %i, and nothing typed is kept', async (code, state) => {
    const chart = createTestActor(changePasswordMachine);
    chart.send({ type: 'password.submitted', typed: change });
    await chart.fails('changePassword', code);
    expect(chart.snapshot().value).toEqual(state);
    expect(chart.snapshot().context.typed).toBeNull();
    expect(chart.emitted).toEqual([]);
  });
  it('is good at once, and can be changed again', async () => {
    const chart = createTestActor(changePasswordMachine);
    chart.send({ type: 'password.submitted', typed: change }, { type: 'password.submitted', typed: change });
    expect(chart.inputs('changePassword')).toEqual([change]);
    await chart.done('changePassword', null);
    expect(chart.emitted).toEqual([{ type: 'password.changed' }]);
    chart.send({ type: 'password.submitted', typed: change });
    expect(chart.waits('changePassword')).toBe(true);
  });
});

describe('a hint', () => {
  it('shows nothing before it is known to be new, and goes at once when it is put away', async () => {
    const chart = createTestActor(hintMachine);
    expect(chart.snapshot().hasTag('shown')).toBe(false);
    await chart.done('loadHint', { isSeen: false });
    expect(chart.snapshot().hasTag('shown')).toBe(true);
    chart.send({ type: 'hint.dismissed' });
    expect(chart.snapshot().hasTag('shown')).toBe(false);
    expect(chart.waits('putAway')).toBe(true);
  });
});

describe('feedback', () => {
  it.each([
    [words, true],
    [{ ...words, text: '' }, false],
    [mark, true],
    [{ ...mark, rating: 0 }, false],
    [training, true],
    [{ ...training, schoolId: 0 }, false],
    [{ ...training, grades: [] }, false],
    [{ ...training, uses: [] }, false],
  ])('%j is sent: %s', (entry, isSent) => {
    const chart = createTestActor(feedbackMachine);
    chart.send({ type: 'feedback.submitted', entry });
    expect(chart.waits('sendFeedback')).toBe(isSent);
  });
  it('ends with a notice for success and one for failure', async () => {
    const chart = createTestActor(feedbackMachine);
    chart.send({ type: 'feedback.submitted', entry: words });
    await chart.fails('sendFeedback', 500);
    chart.send({ type: 'feedback.submitted', entry: words });
    await chart.done('sendFeedback', { feedback_id: 1 });
    expect(chart.emitted).toEqual([{ type: 'feedback.failed' }, { type: 'feedback.sent' }]);
  });
});
