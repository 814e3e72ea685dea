// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { lessonCode } from '../../contract/lessonCode.ts';
import { login } from '../../contract/login.ts';
import type { LessonCode, lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import CodeDialog from '../../src/views/lessonCode/CodeDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { lessonCodeModel } from '../machines/lessonCode.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { copying, installClipboard } from './kit/copying.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
installClipboard();
const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const copy = (isAllowed: boolean) => {
  copying.isAllowed = isAllowed;
  press(oneOf(m.teacher_code_copy(), m.teacher_code_copied()));
};

/** Creates the model's code with its guests. */
async function makeCode({ code, guests }: LessonCode): Promise<void> {
  const { backend } = opened.network;
  const tess = await backend.signIn('tess');
  const made = await tess.ok(lessonCode.generateCode, { lesson_id: ids.freeLesson });
  await backend.db.updateTable('assignment_code').set({ code }).where('code', '=', made.code).execute();
  for (let guest = 0; guest < guests; guest++) await backend.call(login.loginWithAssignmentCode, { code });
}

// The server's codes are random.
const project = ({ codes, made, doomed, endGuests, until, problem }: ContextFrom<typeof lessonCodeMachine>) => ({
  codes: codes.length,
  isMade: made !== null,
  doomed: doomed?.code,
  endGuests,
  until,
  problem: problem?.code,
});

describeView<typeof lessonCodeMachine>(
  { ...lessonCodeModel, project },
  {
    mount: async (stage) => {
      copying.texts = [];
      opened = await openScreen({ ...stage, held: [lessonCode.lessonCodes, lessonCode.generateCode, lessonCode.revokeCode] });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <CodeDialog lessonId={ids.freeLesson} lessonName="Waves" onClose={() => {}} />
        </Around>,
      );
    },
    drive: {
      'codes.retried': () => press(m.common_try_again()),
      'codes.wanted': () => press(m.teacher_codes_all()),
      'day.changed': ({ until }) => fireEvent.change(screen.getByLabelText(m.teacher_code_day()), { target: { value: until } }),
      'code.requested': () => press(m.teacher_code_make()),
      'code.copied': () => copy(true),
      'copy.failed': () => copy(false),
      'code.wantedAnew': () => press(m.teacher_code_another()),
      'code.chosen': ({ code }) => press(`Show ${grouped(code.code)}`),
      'revocation.asked': ({ code }) => press(`Revoke ${grouped(code.code)}`),
      'guests.changed': () => fireEvent.click(screen.getByRole('checkbox')),
      'revocation.confirmed': () => press('Revoke'),
      'revocation.cancelled': () => press(m.teacher_code_keep()),
      'xstate.done.actor.loadCodes': ({ output }) =>
        opened.network.release(lessonCode.lessonCodes, async () => {
          for (const one of output) await makeCode(one);
        }),
      'xstate.error.actor.loadCodes': ({ error }) => opened.network.fail(lessonCode.lessonCodes, error),
      'xstate.done.actor.generateCode': () => opened.network.release(lessonCode.generateCode),
      'xstate.error.actor.generateCode': ({ error }) => opened.network.fail(lessonCode.generateCode, error),
      'xstate.done.actor.revokeCode': () => opened.network.release(lessonCode.revokeCode),
      'xstate.error.actor.revokeCode': ({ error }) => opened.network.fail(lessonCode.revokeCode, error),
    },
    see: {
      loading: () => expect(opened.network.waiting(lessonCode.lessonCodes)).toBe(1),
      unknown: ({ context }) => shown(context.problem?.message ?? ''),
      listing: ({ context }) =>
        expect(screen.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 9))).toEqual(
          context.codes.map(({ code }) => grouped(code)),
        ),
      asking: ({ context }) => expect(screen.getByLabelText<HTMLInputElement>(m.teacher_code_day()).value).toBe(context.until),
      'asking.fresh': () => shown(m.teacher_code_day_hint()),
      'asking.failed': ({ context }) => shown(context.problem?.message ?? ''),
      making: () => expect(opened.network.waiting(lessonCode.generateCode)).toBe(1),
      showing: ({ context }) => {
        const code = document.querySelector('[data-focus="lesson-code"]')?.textContent ?? '';
        expect(code).toBe(grouped(context.made?.code ?? ''));
        expect(screen.getByRole('img').getAttribute('aria-label')).toContain(code);
        shown(/^Valid until /);
      },
      'showing.copied': async () => {
        await waitFor(() => expect(copying.texts.at(-1)).toMatch(/\/account\/code\?code=[0-9A-Z]{8}$/));
        expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
      },
      'showing.uncopied': () => waitFor(() => shown(/^Copy it by hand: http/)),
      'revoking.question': ({ context }) => {
        shown(`Revoke the code ${grouped(context.doomed?.code ?? '')}?`);
        if (context.problem) shown(new RegExp(context.problem.message));
        if (context.doomed?.guests) expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(context.endGuests);
      },
      'revoking.sending': () => expect(opened.network.waiting(lessonCode.revokeCode)).toBe(1),
    },
  },
);
