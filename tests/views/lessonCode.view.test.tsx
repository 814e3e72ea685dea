// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import type { lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import CodeDialog from '../../src/views/teacher/CodeDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { lessonCodeModel } from '../machines/lessonCode.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let clipboard: string[] = [];
let mayCopy = true;
Object.defineProperty(navigator, 'clipboard', {
  configurable: true,
  value: { writeText: async (text: string) => (mayCopy ? void clipboard.push(text) : Promise.reject(new Error('not allowed'))) },
});
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const copy = (isAllowed: boolean) => {
  mayCopy = isAllowed;
  press(/^(Copy the address|Copied)$/);
};

describeView<typeof lessonCodeMachine>(
  { ...lessonCodeModel, project: ({ made, problem }) => ({ isMade: made !== null, problem: problem?.code }) },
  {
    mount: async (stage) => {
      clipboard = [];
      opened = await openScreen({ ...stage, held: [login.generateCode] });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <CodeDialog lessonId={ids.freeLesson} lessonName="Waves" onClose={() => {}} />
        </Around>,
      );
    },
    drive: {
      'code.requested': () => press('Make a code'),
      'code.copied': () => copy(true),
      'copy.failed': () => copy(false),
      'code.wantedAnew': () => press('Make another one'),
      'xstate.done.actor.generateCode': () => opened.network.release(login.generateCode),
      'xstate.error.actor.generateCode': ({ error }) => opened.network.fail(login.generateCode, error),
    },
    see: {
      'asking.fresh': () => shown('Left empty: two weeks.'),
      'asking.failed': ({ context }) => shown(context.problem?.message ?? ''),
      making: () => expect(opened.network.waiting(login.generateCode)).toBe(1),
      showing: async () => {
        const code = document.querySelector('[data-focus="lesson-code"]')?.textContent ?? '';
        expect(code).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
        const known = await opened.network.backend.db.selectFrom('assignment_code').select('code').execute();
        expect(known.map((one) => one.code)).toContain(code.replace(' ', ''));
        expect(screen.getByRole('img').getAttribute('aria-label')).toContain(code);
        shown(/^Good until /);
      },
      'showing.copied': async () => {
        await waitFor(() => expect(clipboard.at(-1)).toMatch(/\/account\/code\?code=[0-9A-Z]{8}$/));
        expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
      },
      'showing.uncopied': () => waitFor(() => shown(/^Copy it by hand: http/)),
    },
  },
);
