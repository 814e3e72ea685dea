import { fireEvent, render, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import Students from '../../../src/views/rostering/students.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

/** The students' list of a staff member, once its rows have loaded. */
export async function openStudents(
  stage: Pick<Stage<never>, 'clock' | 'inspect' | 'render'> | null,
  held: readonly Call[] = [],
  as = 'tess',
): Promise<Screen> {
  const opened = await openScreen({ ...(stage ? { clock: stage.clock, inspect: stage.inspect } : {}), held });
  await opened.signIn(as);
  const address = addressOf(Students.declaration);
  const page = (
    <AtRoute app={opened.app} address={address} path={address}>
      <Students />
    </AtRoute>
  );
  if (stage) stage.render(page);
  else render(page);
  await screen.findByRole('table', { name: m.rostering_students() });
  return opened;
}

/** Chooses an action of a student's menu. */
export async function chooseFor(name: string, item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name }) }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

/** Whether the list has a student, also behind a dialog. */
export const isListed = (name: string): boolean => screen.queryByRole('rowheader', { name, hidden: true }) !== null;

export const question = (): HTMLElement => screen.getByRole('alertdialog');
export const pressIn = (box: () => HTMLElement, name: string) => () => {
  const button = [...box().querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name));
  expect(button, name).toBeTruthy();
  fireEvent.click(button as HTMLElement);
};
