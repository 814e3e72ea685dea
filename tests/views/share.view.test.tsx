// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { type SharedUser, sharePermission, sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import type { shareMachine } from '../../src/machines/sharing/shareMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import ShareDialog from '../../src/views/sharing/ShareDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { shareModel } from '../machines/share.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { copying, installClipboard } from './kit/copying.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let lessonId: number;
installClipboard();
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const copy = (isAllowed: boolean) => {
  copying.isAllowed = isAllowed;
  press(oneOf(m.sharing_link_copy(), m.teacher_code_copied()));
};
/** tom does not have the lesson; sue does. */
const person = (user_puid: number, first_name: string, is_shared: boolean): SharedUser => ({
  user_puid,
  first_name,
  last_name: 'Person',
  role_id: 2,
  school_name: 'Hill',
  is_shared,
});

describeView<typeof shareMachine>(
  {
    ...shareModel,
    input: { userPuid: ids.tess, lessonId: 11, roleId: 2 },
    events: shareModel.events.flatMap((event): typeof shareModel.events => {
      const { type, userPuid, output } = event as { type: string; userPuid?: number; output?: { users?: unknown } };
      if (output?.users)
        return [{ type, output: { users: [person(ids.sue, 'sue', true), person(ids.tom, 'tom', false)], total: 2 } }] as never;
      if (userPuid === undefined) return [event];
      const wanted = { 'person.toggled': ids.tom, 'unshare.asked': ids.sue }[type];
      return userPuid === (type === 'person.toggled' ? 21 : 22) ? ([{ type, userPuid: wanted }] as never) : [];
    }),
    project: ({ chosen, people, linkId, problem }) => ({
      chosen: chosen.length,
      people: people.users.length,
      isLinked: linkId !== '',
      isTold: problem !== null,
    }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: Object.values(sharing) });
      const { backend } = opened.network;
      await backend.db.updateTable('app_user').set({ role_id: 2 }).where('user_puid', '=', ids.sue).execute();
      const tess = await backend.signIn('tess');
      ({ lesson_id: lessonId } = await tess.ok(workspace.createLesson, { user_puid: ids.tess, lesson_name: 'Rocks' }));
      const order = { lesson_id: lessonId, user_puid_list: [ids.sue], shared_by_puid: ids.tess };
      await tess.ok(sharing.shareLesson, { ...order, permission: sharePermission });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <ShareDialog lessonId={lessonId} lessonName="Rocks" isPrebuilt={false} dueDate={null} onClose={() => {}} />
        </Around>,
      );
    },
    can: (event, snapshot) =>
      // People who are not found cannot be pressed. While the server processes one, the other waits.
      !(event.type === 'unshare.asked' || event.type === 'person.toggled') || snapshot.context.people.users.length > 0,
    drive: {
      'filters.changed': ({ filters }) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: filters.search } }),
      'list.retried': () => press(m.common_try_again()),
      'person.toggled': () => fireEvent.click(screen.getByRole('checkbox', { name: /^tom Person/ })),
      'share.submitted': () => press(/^Share($| with)/),
      'unshare.asked': () => press('Stop sharing with sue Person'),
      'link.asked': () => press(m.sharing_colleague_link_ask()),
      'link.copied': () => copy(true),
      'copy.failed': () => copy(false),
      'link.revoked': () => press(m.sharing_link_revoke()),
      'xstate.done.actor.findPeople': () => opened.network.release(sharing.sharedUsers),
      'xstate.error.actor.findPeople': ({ error }) => opened.network.fail(sharing.sharedUsers, error),
      'xstate.done.actor.shareLesson': () => opened.network.release(sharing.shareLesson),
      'xstate.error.actor.shareLesson': ({ error }) => opened.network.fail(sharing.shareLesson, error),
      'xstate.done.actor.unshareLesson': () => opened.network.release(sharing.unshareLesson),
      'xstate.error.actor.unshareLesson': ({ error }) => opened.network.fail(sharing.unshareLesson, error),
      'xstate.done.actor.makeLink': () => opened.network.release(sharing.createShareLink),
      'xstate.error.actor.makeLink': ({ error }) => opened.network.fail(sharing.createShareLink, error),
      'xstate.done.actor.revokeLink': () => opened.network.release(sharing.revokeShareLink),
      'xstate.error.actor.revokeLink': ({ error }) => opened.network.fail(sharing.revokeShareLink, error),
    },
    see: {
      people: () => expect(screen.getByRole('searchbox')).toBeTruthy(),
      'people.unavailable': ({ context }) => {
        shown(m.common_load_failed());
        shown(context.problem?.message ?? '');
      },
      'people.found': ({ context }) =>
        expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^tom Person/ }).checked).toBe(context.chosen.length > 0),
      'people.found.withoutPerson': () => shown(m.sharing_choose_colleague()),
      'people.found.refused': () => shown(m.sharing_failed()),
      'people.sharing': () => expect(opened.network.waiting(sharing.shareLesson)).toBe(1),
      'people.unsharing': () => expect(opened.network.waiting(sharing.unshareLesson)).toBe(1),
      link: () => {},
      'link.shown': ({ context }) => shown(new RegExp(`/workspace/sharedLesson/${context.linkId}$`)),
      'link.shown.copied': () => screen.findByRole('button', { name: 'Copied' }).then(() => {}),
      'link.shown.uncopied': () => waitFor(() => shown(/copy it by hand/)),
      'link.failed': ({ context }) => shown(context.linkProblem?.message ?? ''),
    },
  },
);
