// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { Scoring } from '../../src/views/autograde/ScoringPage.tsx';
import { ids, questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const asked = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz, question_id: questionIdAt(0), user_puid: ids.tess };
const isUndone = async () =>
  (await opened.network.backend.db.selectFrom('regrade').select('undone_at').executeTakeFirstOrThrow()).undone_at !== null;

describeCommand({
  name: 'undoRegrade',
  orders: ['the change'],
  // What is undone cannot be undone again.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.undoRegrade] });
    await makeOddClass(opened.network.backend);
    const tess = await opened.network.backend.signIn('tess');
    await tess.ok(calls.applyRegrade, {
      ...{ ...asked, group_puids: [ids.class], settings: { outcome: 'full' }, is_rule: false, regrade_key: 'regrade-1' },
      seen_versions: [{ group_puid: ids.class, version: 0 }],
    });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <Scoring asked={asked} />
      </Around>,
    );
    await screen.findByRole('button', { name: m.autograde_regrade_undo() });
  },
  network: () => opened.network,
  calls: { run: autograde.undoRegrade },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: new RegExp(m.autograde_regrade_undo()) })) },
  see: {
    saving: () => waitFor(() => expect(opened.network.waiting(autograde.undoRegrade)).toBe(1)),
    'ready.fresh': async () => expect(await isUndone()).toBe(false),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    'ready.done': async () => {
      await screen.findByText(new RegExp(m.autograde_regrade_undone_by({ name: 'tess Person' })));
      expect(await isUndone()).toBe(true);
    },
  },
});
