// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { assignments } from '../../contract/assignments.ts';
import { classTransfers } from '../../contract/groups.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { fieldReason } from '../../server/kit/fieldReasons.ts';
import { m } from '../../src/paraglide/messages.js';
import AssignDialog from '../../src/views/assigning/AssignDialog.tsx';
import { HandOver } from '../../src/views/groups/HandOver.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { NewLesson } from './kit/newLesson.tsx';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const button = (name: string) => screen.findByRole('button', { name });
/** What a screen reader adds to the name of a control. */
const described = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
/** The control can be focused although it is locked, and says why. */
function expectLocked(control: HTMLElement, why: string) {
  control.focus();
  expect(document.activeElement).toBe(control);
  expect(control.getAttribute('aria-disabled')).toBe('true');
  expect(described(control)).toContain(why);
}
const expectFree = (control: HTMLElement) => expect(control.getAttribute('aria-disabled')).toBeNull();

describe('a control that a guard refuses can be focused, and says why', () => {
  it('in the transfer of classes: both teachers and a class are needed', async () => {
    const opened = await openScreen();
    const { db } = opened.network.backend;
    const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.tess).executeTakeFirstOrThrow();
    await insertAll(db, 'app_user', [{ ...model, user_puid: 1190, user_name: 'tim', user_key: 'tim', first_name: 'tim' }]);
    await opened.signIn('sue');
    render(
      <AtAddress app={opened.app} address={`/?teacher=${ids.tess}`}>
        <HandOver />
      </AtAddress>,
    );
    const move = await button(m.groups_hand_move());
    expectLocked(move, m.groups_hand_missing());
    fireEvent.click(move);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const table = await screen.findByRole('table', { name: m.groups_transfer_classes() });
    fireEvent.click((await within(table).findAllByRole('checkbox', { name: /Period/ }))[0] as HTMLElement);
    expectLocked(await button(m.groups_hand_go({ count: 1 })), m.groups_hand_missing());
    fireEvent.change(screen.getByLabelText(m.groups_hand_to()), { target: { value: '1190' } });
    expectFree(await button(m.groups_hand_go({ count: 1 })));
    expect(opened.network.made(classTransfers.transferClasses)).toEqual([]);
  });

  it('in the form of a lesson: there is nothing to undo, to redo, to assign or to save', async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    render(<NewLesson app={opened.app} />);
    expectLocked(await button(m.builder_undo()), m.builder_nothing_to_undo());
    expectLocked(await button(m.builder_redo()), m.builder_nothing_to_redo());
    expectLocked(await button(m.builder_assign()), m.builder_save_first());
    expectLocked(await button(m.builder_save()), m.builder_saved_already());
    fireEvent.change(await screen.findByLabelText(m.builder_name()), { target: { value: 'Tides' } });
    for (const name of [m.builder_undo(), m.builder_assign(), m.builder_save()]) expectFree(await button(name));
    expectLocked(await button(m.builder_redo()), m.builder_nothing_to_redo());
  });

  it('in the dialog with the classes: they have not loaded, and a class that has the lesson says so', async () => {
    const opened = await openScreen({ held: [assignments.classesForLesson] });
    await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <AssignDialog lessonId={ids.freeLesson} lessonName="Waves" isPrebuilt={false} dueDate={null} onClose={() => {}} />
      </Around>,
    );
    expectLocked(await button(m.teacher_assign()), m.teacher_classes_first());
    await opened.network.release(assignments.classesForLesson);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(m.teacher_has_it()) });
    box.focus();
    expect(document.activeElement).toBe(box);
    expect(box.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
    expectFree(await button(m.teacher_assign()));
  });
});

describe('the dialog with the classes', () => {
  it('says what is wrong until it is put right', async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <AssignDialog lessonId={ids.freeLesson} lessonName="Waves" isPrebuilt={false} dueDate={null} onClose={() => {}} />
      </Around>,
    );
    const shown = (text: string) => within(screen.getByRole('dialog')).queryByText(text) !== null;
    const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    const [box] = await screen.findAllByRole('checkbox', { name: /Period/ });
    fireEvent.click(await button(m.teacher_assign()));
    expect(shown(m.sharing_choose_somebody())).toBe(true);
    fireEvent.click(box as HTMLElement);
    expect(shown(m.sharing_choose_somebody())).toBe(false);
    type(m.teacher_to(), '2020-01-01');
    fireEvent.click(await button(m.teacher_assign()));
    expect(shown(m.teacher_dates_inverted())).toBe(true);
    type(m.teacher_to(), '');
    expect(shown(m.teacher_dates_inverted())).toBe(false);
    // Another wrong day is not marked before Assign is pressed again.
    type(m.teacher_to(), '2020-01-02');
    expect(shown(m.teacher_dates_inverted())).toBe(false);
  });

  it('shows what the server says of a date beside it, until the date changes', async () => {
    const opened = await openScreen({ held: [assignments.assign] });
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <AssignDialog lessonId={ids.freeLesson} lessonName="Waves" isPrebuilt={false} dueDate={null} onClose={() => {}} />
      </Around>,
    );
    fireEvent.click((await screen.findAllByRole('checkbox', { name: /Period/ }))[0] as HTMLElement);
    fireEvent.click(await button(m.teacher_assign()));
    await waitFor(() => expect(opened.network.waiting(assignments.assign)).toBe(1));
    const named = [fieldReason('to_date', 'endTooEarly')];
    await opened.network.fail(assignments.assign, { code: 400, message: 'Server words', reason: 'endBeforeStart', named });
    const due = screen.getByLabelText(m.teacher_to());
    await waitFor(() => expect(due.getAttribute('aria-invalid')).toBe('true'));
    expect(described(due)).toBe(m.reason_endTooEarly());
    fireEvent.change(due, { target: { value: '2030-02-02' } });
    await waitFor(() => expect(due.getAttribute('aria-invalid')).toBeNull());
  });
});
