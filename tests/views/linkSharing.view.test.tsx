// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { lessonLink } from '../../contract/lessonLink.ts';
import type { linkSharingMachine } from '../../src/machines/sharing/linkSharingMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import LinkDialog from '../../src/views/lessonLink/LinkDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { linkSharingModel } from '../machines/linkSharing.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days, startOfClock } from '../server/testServer.ts';
import { copying, installClipboard } from './kit/copying.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
installClipboard();
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const [today, yesterday] = [day(startOfClock), day(startOfClock - days(1))];
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const copy = (isAllowed: boolean) => {
  copying.isAllowed = isAllowed;
  press(oneOf(m.sharing_link_copy(), m.teacher_code_copied()));
};
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: m.sharing_link_never() });
const address = () => document.querySelector('[data-focus="lesson-link"]')?.textContent ?? '';

describeView<typeof linkSharingMachine>(
  {
    ...linkSharingModel,
    input: { lessonId: ids.freeLesson, timeZone: 'America/Chicago', today },
    events: linkSharingModel.events.map((event) => {
      const { type, end } = event as { type: string; end?: { day: string; isPerpetual: boolean } };
      return end && !end.isPerpetual ? { type, end: { day: end.day === '2030-01-06' ? yesterday : today, isPerpetual: false } } : event;
    }) as typeof linkSharingModel.events,
    project: ({ end, link, problem }) => ({ end, isMade: link !== null, problem: problem?.code }),
  },
  {
    mount: async (stage) => {
      copying.texts = [];
      opened = await openScreen({ ...stage, held: Object.values(lessonLink) });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <LinkDialog lessonId={ids.freeLesson} lessonName="Waves" isPrebuilt dueDate={null} onClose={() => {}} />
        </Around>,
      );
    },
    drive: {
      'end.changed': ({ end }) => {
        if (box().checked !== end.isPerpetual) fireEvent.click(box());
        if (!end.isPerpetual) fireEvent.change(screen.getByLabelText(m.sharing_link_day()), { target: { value: end.day } });
      },
      'link.requested': () => press(m.sharing_link_make()),
      'link.retried': () => press(m.common_try_again()),
      'link.copied': () => copy(true),
      'copy.failed': () => copy(false),
      'link.replaceAsked': () => press(m.sharing_link_replace()),
      'link.revokeAsked': () => press(m.sharing_link_revoke()),
      'revoke.confirmed': () => press(m.sharing_link_revoke()),
      'revoke.cancelled': () => press(m.sharing_link_keep()),
      'xstate.done.actor.findLink': async ({ output }) => {
        const { backend } = opened.network;
        if (output !== null) {
          const tess = await backend.signIn('tess');
          await tess.ok(lessonLink.createLessonLink, { lesson_id: ids.freeLesson, is_perpectual_expiry: true, assignment_no: 1 });
        }
        return opened.network.release(lessonLink.lessonLinkId);
      },
      'xstate.error.actor.findLink': ({ error }) => opened.network.fail(lessonLink.lessonLinkId, error),
      'xstate.done.actor.makeLink': () => opened.network.release(lessonLink.createLessonLink),
      'xstate.error.actor.makeLink': ({ error }) => opened.network.fail(lessonLink.createLessonLink, error),
      'xstate.done.actor.revokeLink': () => opened.network.release(lessonLink.revokeLessonLink),
      'xstate.error.actor.revokeLink': ({ error }) => opened.network.fail(lessonLink.revokeLessonLink, error),
    },
    can: (event) => {
      const { end } = event as { end?: { day: string; isPerpetual: boolean } };
      return end?.isPerpetual !== true || end.day === '';
    },
    see: {
      looking: () => expect(opened.network.waiting(lessonLink.lessonLinkId)).toBe(1),
      unavailable: () => shown('The lesson was not found.'),
      asking: () => expect(screen.getByRole('button', { name: m.sharing_link_make() })).toBeTruthy(),
      'asking.endless': () => shown(m.sharing_link_end_wrong()),
      'asking.refused': () => shown(m.sharing_link_failed()),
      making: () => expect(opened.network.waiting(lessonLink.createLessonLink)).toBe(1),
      showing: ({ context }) => {
        expect(address()).toMatch(/\/studentDashboard\/lessonLink\/[\w-]{22}$/);
        expect(address()).toContain(context.link?.link_id);
        expect(screen.getByRole('img', { name: m.sharing_link_picture() })).toBeTruthy();
      },
      'showing.copied': async () => {
        await waitFor(() => expect(copying.texts.at(-1)).toBe(address()));
        await screen.findByRole('button', { name: 'Copied' });
      },
      'showing.uncopied': () => waitFor(() => shown(/copy it by hand/)),
      confirming: ({ context }) => {
        shown(m.sharing_link_revoke_title());
        shown(context.problem ? 'Too much to do' : m.sharing_link_revoke_text());
      },
      revoking: () => expect(opened.network.waiting(lessonLink.revokeLessonLink)).toBe(1),
    },
  },
);
