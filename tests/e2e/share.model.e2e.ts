import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lessonLink } from '../../contract/lessonLink.ts';
import { sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import type { linkSharingMachine } from '../../src/machines/sharing/linkSharingMachine.ts';
import type { shareMachine } from '../../src/machines/sharing/shareMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { linkSharingModel } from '../machines/linkSharing.model.ts';
import { shareModel } from '../machines/share.model.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';
import { lessonsOnScreen } from './lessonsOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;

/** Length of the pause after typing, ms. */
const pause = 250;

const open = async () => {
  const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  gates = new Gates(page);
  return page;
};
/** Opens one of a lesson's dialogs from its menu, with its calls held. */
async function openDialog(page: Page, item: string, ...held: Parameters<Gates['hold']>): Promise<void> {
  await gates.open();
  if (page.url() === 'about:blank') {
    // The test decides whether the browser allows copying.
    await page.addInitScript(() => {
      const writeText = async () => {
        if ((globalThis as unknown as { mayNotCopy?: boolean }).mayNotCopy) throw new Error('not allowed');
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    });
    await stretch(page, pause);
    await signIn(page, 'rivera');
  }
  await gates.always(workspace.allLessons, lessonsOnScreen);
  await gates.hold(...held);
  await page.goto(viewPath({ tab: 'assignment', place: 'all' }));
  await page.getByRole('button', { name: 'Actions for Rocks', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true });
const press =
  (name: string | RegExp) =>
  (_event: unknown, { page }: { page: Page }) =>
    button(page, name).first().click();
const says =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: { page: Page }) =>
    dialog(page).getByText(text).first().waitFor();
const copy =
  (isAllowed: boolean) =>
  async (_event: unknown, { page }: { page: Page }) => {
    await page.evaluate((mayNotCopy) => Object.assign(globalThis, { mayNotCopy }), !isAllowed);
    await button(page, oneOf(m.sharing_link_copy(), m.teacher_code_copied())).click();
  };

describeBrowser<typeof shareMachine>(shareModel, {
  open,
  isKept: true,
  mount: ({ page }) => openDialog(page, m.sharing_menu_share(), ...Object.values(sharing)),
  can: (event, { context }) => {
    // People who are not found cannot be pressed, and those who have the lesson cannot be checked. The same text again is no change.
    if (event.type === 'person.toggled') return event.userPuid === 21 && context.people.users.length > 0;
    if (event.type === 'unshare.asked') return event.userPuid === 22 && context.people.users.length > 0;
    if (event.type === 'filters.changed') return context.filters.search !== event.filters.search;
    return true;
  },
  drive: {
    'filters.changed': ({ filters }, { page }) => dialog(page).getByRole('searchbox').fill(filters.search),
    'xstate.after.typing.share.people.typing': (_event, { page }) => passStretched(page, pause),
    'list.retried': press(m.common_try_again()),
    'person.toggled': (_event, { page }) => dialog(page).getByRole('checkbox').first().click(),
    'share.submitted': press(/^Share($| with)/),
    'unshare.asked': press('Stop sharing with tom Person'),
    'link.asked': press(m.sharing_colleague_link_ask()),
    'link.copied': copy(true),
    'copy.failed': copy(false),
    'link.revoked': press(m.sharing_link_revoke()),
    'xstate.done.actor.findPeople': ({ output }) => gates.answer(sharing.sharedUsers, output),
    'xstate.error.actor.findPeople': ({ error }) => gates.fail(sharing.sharedUsers, error),
    'xstate.done.actor.shareLesson': () => gates.answer(sharing.shareLesson, null),
    'xstate.error.actor.shareLesson': ({ error }) => gates.fail(sharing.shareLesson, error),
    'xstate.done.actor.unshareLesson': () => gates.answer(sharing.unshareLesson, null),
    'xstate.error.actor.unshareLesson': ({ error }) => gates.fail(sharing.unshareLesson, error),
    'xstate.done.actor.makeLink': ({ output }) => gates.answer(sharing.createShareLink, output),
    'xstate.error.actor.makeLink': ({ error }) => gates.fail(sharing.createShareLink, error),
    'xstate.done.actor.revokeLink': () => gates.answer(sharing.revokeShareLink, null),
    'xstate.error.actor.revokeLink': ({ error }) => gates.fail(sharing.revokeShareLink, error),
  },
  see: {
    people: (_snapshot, { page }) => dialog(page).getByRole('searchbox').waitFor(),
    'people.unavailable': says(m.common_load_failed()),
    'people.found': async ({ context }, { page }) =>
      expect(await dialog(page).getByRole('checkbox').first().isChecked()).toBe(context.chosen.length > 0),
    'people.found.withoutPerson': says(m.sharing_choose_colleague()),
    'people.found.refused': says(m.sharing_failed()),
    link: () => {},
    'link.shown': says(/\/workspace\/sharedLesson\/A{22}$/),
    'link.shown.copied': (_snapshot, { page }) => button(page, 'Copied').waitFor(),
    'link.shown.uncopied': says(/copy it by hand/),
    'link.failed': says(m.sharing_failed()),
  },
});

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Days that are past and future in every time zone. */
const [past, coming] = [dayOf(Date.now() - 2 * day), dayOf(Date.now() + 2 * day)];

describeBrowser<typeof linkSharingMachine>(
  {
    ...linkSharingModel,
    input: { lessonId: 11, timeZone: 'America/Chicago', today: dayOf(Date.now()) },
    events: linkSharingModel.events.map((event) => {
      const { type, end } = event as { type: string; end?: { day: string; isPerpetual: boolean } };
      return end && !end.isPerpetual ? { type, end: { day: end.day === '2030-01-06' ? past : coming, isPerpetual: false } } : event;
    }) as typeof linkSharingModel.events,
  },
  {
    open,
    isKept: true,
    mount: ({ page }) => openDialog(page, m.sharing_menu_link(), ...Object.values(lessonLink)),
    // The day can be chosen if the link expires. The same day again is no change.
    can: (event, { context }) => {
      if (event.type !== 'end.changed') return true;
      return event.end.isPerpetual ? !context.end.isPerpetual && context.end.day === '' : event.end.day !== context.end.day;
    },
    drive: {
      'end.changed': async ({ end }, { page }) => {
        const box = dialog(page).getByRole('checkbox', { name: m.sharing_link_never() });
        if ((await box.isChecked()) !== end.isPerpetual) await box.click();
        if (!end.isPerpetual) await dialog(page).getByLabel(m.sharing_link_day()).fill(end.day);
      },
      'link.requested': press(m.sharing_link_make()),
      'link.retried': press(m.common_try_again()),
      'link.copied': copy(true),
      'copy.failed': copy(false),
      'link.replaceAsked': press(m.sharing_link_replace()),
      'link.revokeAsked': press(m.sharing_link_revoke()),
      'revoke.confirmed': press(m.sharing_link_revoke()),
      'revoke.cancelled': press(m.sharing_link_keep()),
      'xstate.done.actor.findLink': ({ output }) => gates.answer(lessonLink.lessonLinkId, output),
      'xstate.error.actor.findLink': ({ error }) => gates.fail(lessonLink.lessonLinkId, error),
      'xstate.done.actor.makeLink': ({ output }) => gates.answer(lessonLink.createLessonLink, output),
      'xstate.error.actor.makeLink': ({ error }) => gates.fail(lessonLink.createLessonLink, error),
      'xstate.done.actor.revokeLink': () => gates.answer(lessonLink.revokeLessonLink, null),
      'xstate.error.actor.revokeLink': ({ error }) => gates.fail(lessonLink.revokeLessonLink, error),
    },
    see: {
      looking: (_snapshot, { page }) => dialog(page).waitFor(),
      unavailable: says('The lesson was not found.'),
      asking: (_snapshot, { page }) => button(page, m.sharing_link_make()).waitFor(),
      'asking.endless': says(m.sharing_link_end_wrong()),
      'asking.refused': says(m.sharing_link_failed()),
      making: (_snapshot, { page }) => dialog(page).waitFor(),
      showing: async ({ context }, { page }) => {
        await dialog(page)
          .locator('[data-focus="lesson-link"]')
          .getByText(`/studentDashboard/lessonLink/${context.link.link_id}`)
          .waitFor();
        await dialog(page).getByRole('img', { name: m.sharing_link_picture() }).waitFor();
      },
      'showing.copied': (_snapshot, { page }) => button(page, 'Copied').waitFor(),
      'showing.uncopied': says(/copy it by hand/),
      confirming: async ({ context }, { page }) => {
        await dialog(page).getByText(m.sharing_link_revoke_title()).first().waitFor();
        await dialog(page)
          .getByText(context.problem ? 'Too much to do' : m.sharing_link_revoke_text())
          .first()
          .waitFor();
      },
      revoking: (_snapshot, { page }) => dialog(page).waitFor(),
    },
  },
);
