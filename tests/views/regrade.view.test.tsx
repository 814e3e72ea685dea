// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import { isFinalRefusal } from '../../src/machines/problem.ts';
import { m } from '../../src/paraglide/messages.js';
import type { ScoringOrder } from '../../src/services/scoring.ts';
import { RegradeQuestion, useRegrade } from '../../src/views/autograde/RegradeQuestion.tsx';
import { ids, questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let changes: number;
const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name }));
const order: ScoringOrder = {
  asked: { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz, question_id: questionIdAt(0), user_puid: ids.tess },
  ...{ group_puids: [ids.class], settings: { outcome: 'full' }, is_rule: false, key: 'regrade-1' },
  seen: [{ group_puid: ids.class, version: 0 }],
};
const scored = async () =>
  (await opened.network.backend.db.selectFrom('response').select('result_id').where('scored_by', '=', 'rule').execute()).length;

/** A screen that can give full points. */
function Regraded({ onChanged }: { onChanged: () => void }) {
  const command = useRegrade(onChanged);
  return (
    <>
      <button type="button" onClick={() => command.give(order)}>
        Ask
      </button>
      <RegradeQuestion command={command} onReload={onChanged} />
    </>
  );
}

describeCommand({
  name: 'regrade',
  orders: ['full credit'],
  // The same change under the same key is made once, and what was refused is not offered again.
  can: ({ type }, snapshot) =>
    (type !== 'command.given' || snapshot.matches({ ready: 'fresh' })) &&
    ((type !== 'question.retried' && type !== 'question.confirmed') || !isFinalRefusal(snapshot.context.problem)),
  question: 'counted',
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    changes = 0;
    opened = await openScreen({ ...stage, held: [autograde.previewRegrade, autograde.applyRegrade, autograde.undoRegrade] });
    await makeOddClass(opened.network.backend);
    await opened.signIn('tess');
    const tell = () => {
      changes++;
    };
    stage.render(
      <Around app={opened.app}>
        <Regraded onChanged={tell} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: autograde.applyRegrade, count: autograde.previewRegrade, undo: autograde.undoRegrade },
  press: {
    give: press('Ask'),
    confirm: press(m.autograde_regrade_apply()),
    dismissQuestion: press(m.common_cancel()),
    recount: press(m.common_try_again()),
    undo: press(m.autograde_regrade_undo()),
    dismiss: press(m.ui_dismiss()),
  },
  see: {
    'asking.counting': () => shown(m.autograde_regrade_counting()),
    'asking.uncounted': ({ context }) => {
      shown(m.autograde_regrade_uncounted());
      if (context.problem?.message) shown(context.problem.message);
    },
    'asking.confirming': async () => {
      await screen.findByText(m.autograde_regrade_numbers({ changed: 4, attempts: 4, more: 0, less: 0 }));
      expect(await scored()).toBe(0);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(autograde.applyRegrade)).toBe(1)),
    'ready.fresh': () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'ready.undoable': async () => {
      shown(m.autograde_regraded({ count: 4 }));
      expect(changes).toBeGreaterThan(0);
      expect(await scored()).toBe(4);
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.autograde_regraded({ count: 4 })),
    'ready.undone': async () => expect(await scored()).toBe(0),
  },
});
