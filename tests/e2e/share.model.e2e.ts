import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lessonLink } from '../../contract/lessonLink.ts';
import { sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import type { linkSharingMachine } from '../../src/machines/sharing/linkSharingMachine.ts';
import type { shareMachine } from '../../src/machines/sharing/shareMachine.ts';
import { viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { linkSharingModel } from '../machines/linkSharing.model.ts';
import { shareModel } from '../machines/share.model.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';
import { lessonsOnScreen } from './lessonsOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;

/** How long the pause after typing is. */
const pause = 250;

const open = async () => {
  const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  gates = new Gates(page);
  return page;
};
/** Opens one of the dialogs of a lesson from its menu, with its calls held back. */
async function openDialog(page: Page, item: string, ...held: Parameters<Gates['hold']>): Promise<void> {
  await gates.open();
  if (page.url() === 'about:blank') {
    // Whether the browser lets a page copy is the test's to say.
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
    await button(page, /^(Copy the link|Copied)$/).click();
  };

describeBrowser<typeof shareMachine>(shareModel, {
  open,
  isKept: true,
  mount: ({ page }) => openDialog(page, 'Share with colleagues', ...Object.values(sharing)),
  can: (event, { context }) => {
    // Who is found by nobody cannot be pressed, nor who has the lesson be ticked; the same words again are no change.
    if (event.type === 'person.toggled') return event.userPuid === 21 && context.people.users.length > 0;
    if (event.type === 'unshare.asked') return event.userPuid === 22 && context.people.users.length > 0;
    if (event.type === 'filters.changed') return context.filters.search !== event.filters.search;
    return true;
  },
  drive: {
    'filters.changed': ({ filters }, { page }) => dialog(page).getByRole('searchbox').fill(filters.search),
    'xstate.after.typing.share.people.typing': (_event, { page }) => passStretched(page, pause),
    'list.retried': press('Try again'),
    'person.toggled': (_event, { page }) => dialog(page).getByRole('checkbox').first().click(),
    'share.submitted': press(/^Share($| with)/),
    'unshare.asked': press('Stop sharing with tom Person'),
    'link.asked': press('Get a link for colleagues'),
    'link.copied': copy(true),
    'copy.failed': copy(false),
    'link.revoked': press('Take it back'),
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
    'people.unavailable': says('This could not be loaded'),
    'people.found': async ({ context }, { page }) =>
      expect(await dialog(page).getByRole('checkbox').first().isChecked()).toBe(context.chosen.length > 0),
    'people.found.withoutPerson': says('Choose at least one colleague.'),
    'people.found.refused': says('That did not work'),
    link: () => {},
    'link.shown': says(/\/workspace\/sharedLesson\/A{22}$/),
    'link.shown.copied': (_snapshot, { page }) => button(page, 'Copied').waitFor(),
    'link.shown.uncopied': says(/copy it by hand/),
    'link.failed': says('That did not work'),
  },
});

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Days on which every zone agrees: one is over, one is to come. */
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
    mount: ({ page }) => openDialog(page, 'Link for students', ...Object.values(lessonLink)),
    // The day can be chosen where the link does not last for ever; the same again is no change.
    can: (event, { context }) => {
      if (event.type !== 'end.changed') return true;
      return event.end.isPerpetual ? !context.end.isPerpetual && context.end.day === '' : event.end.day !== context.end.day;
    },
    drive: {
      'end.changed': async ({ end }, { page }) => {
        const box = dialog(page).getByRole('checkbox', { name: 'It never ends' });
        if ((await box.isChecked()) !== end.isPerpetual) await box.click();
        if (!end.isPerpetual) await dialog(page).getByLabel('Good until the end of').fill(end.day);
      },
      'link.requested': press('Make a link'),
      'link.retried': press('Try again'),
      'link.copied': copy(true),
      'copy.failed': copy(false),
      'link.replaceAsked': press('Change its end'),
      'link.revokeAsked': press('Take it back'),
      'revoke.confirmed': press('Take it back'),
      'revoke.cancelled': press('Keep it'),
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
      asking: (_snapshot, { page }) => button(page, 'Make a link').waitFor(),
      'asking.endless': says('Choose a day from today on, or let the link never end.'),
      'asking.refused': says('No link was made'),
      making: (_snapshot, { page }) => dialog(page).waitFor(),
      showing: async ({ context }, { page }) => {
        await dialog(page)
          .locator('[data-focus="lesson-link"]')
          .getByText(`/studentDashboard/lessonLink/${context.link.link_id}`)
          .waitFor();
        await dialog(page).getByRole('img', { name: 'Picture of the link, for cameras' }).waitFor();
      },
      'showing.copied': (_snapshot, { page }) => button(page, 'Copied').waitFor(),
      'showing.uncopied': says(/copy it by hand/),
      confirming: async ({ context }, { page }) => {
        await dialog(page).getByText('Take the link back?').first().waitFor();
        await dialog(page)
          .getByText(context.problem ? 'Too much to do' : 'Whoever has opened it keeps the lesson. Nobody else gets it.')
          .first()
          .waitFor();
      },
      revoking: (_snapshot, { page }) => dialog(page).waitFor(),
    },
  },
);
