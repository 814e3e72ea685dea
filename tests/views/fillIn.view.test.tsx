// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { glossary } from '../../contract/glossary.ts';
import type { fillInMachine } from '../../src/machines/glossary/fillInMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { FillIn } from '../../src/views/glossary/FillInPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { fillInModel } from '../machines/fillIn.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.getByLabelText<HTMLInputElement>(m.glossary_answer());

/** Makes the next round what the model expects: a cell and mitosis in this order, or nothing. */
async function setRound(isEmpty: boolean): Promise<void> {
  const { db } = opened.network.backend;
  const subject = isEmpty ? 'space' : 'life';
  await db.updateTable('glossary_term').set({ subject }).where('term', 'in', ['cell', 'mitosis']).execute();
  await db
    .updateTable('catalogue')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
  await db.deleteFrom('glossary_practice').execute();
  const own = { district_id: ids.district, user_puid: ids.ana, language_id: 101, box: 0, last_at: 1 };
  await db
    .insertInto('glossary_practice')
    .values([
      { ...own, term_id: termId('cell'), due_day: '2030-01-01' },
      { ...own, term_id: termId('mitosis'), due_day: '2030-01-02' },
    ])
    .execute();
}

describeView<typeof fillInMachine>(fillInModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [glossary.glossaryFillIn, glossary.glossaryHint, glossary.checkFillIn] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <FillIn subject="life" />
      </Around>,
    );
  },
  drive: {
    'mode.changed': ({ mode }) =>
      fireEvent.click(screen.getByRole('radio', { name: mode === 'choose' ? m.glossary_mode_choose() : m.glossary_mode_type() })),
    'round.started': () => fireEvent.click(screen.getByRole('button', { name: /^(Start a|Another) round$/ })),
    'round.left': () => press(m.glossary_round_end()),
    'answer.typed': ({ answer }) => fireEvent.change(field(), { target: { value: answer } }),
    'answer.submitted': () => fireEvent.submit(field().form as HTMLFormElement),
    'answer.chosen': ({ answer }) => press(answer),
    'hint.asked': () => press(m.glossary_hint()),
    'question.continued': () => press(m.glossary_next()),
    'xstate.done.actor.loadRound': ({ output }) => opened.network.release(glossary.glossaryFillIn, () => setRound(output.length === 0)),
    'xstate.error.actor.loadRound': ({ error }) => opened.network.fail(glossary.glossaryFillIn, error),
    'xstate.done.actor.loadHint': () => opened.network.release(glossary.glossaryHint),
    'xstate.error.actor.loadHint': ({ error }) => opened.network.fail(glossary.glossaryHint, error),
    'xstate.done.actor.checkAnswer': () => opened.network.release(glossary.checkFillIn),
    'xstate.error.actor.checkAnswer': ({ error }) => opened.network.fail(glossary.checkFillIn, error),
  },
  see: {
    'choosing.fresh': () => {
      screen.getByRole('button', { name: m.glossary_round_start() });
      expect(screen.queryByRole('alert')).toBeNull();
    },
    'choosing.empty': () => shown(m.glossary_round_empty()),
    'choosing.failed': ({ context }) => shown(context.problem?.message ?? ''),
    loading: () => waitFor(() => expect(opened.network.waiting(glossary.glossaryFillIn)).toBe(1)),
    'asking.open': ({ context: { mode, answer, queue } }) => {
      shown(m.glossary_left({ count: queue.length }));
      if (mode === 'type') expect(field().value).toBe(answer);
      else expect(screen.getAllByRole('button', { name: /^(cell|mitosis)$/ })).toHaveLength(2);
      expect(screen.queryByRole('alert')).toBeNull();
    },
    'asking.hinting': () => waitFor(() => expect(opened.network.waiting(glossary.glossaryHint)).toBe(1)),
    'asking.hinted': ({ context: { mode, hint } }) => {
      if (mode === 'type') shown(new RegExp(`“${hint?.firstLetter}”${hint?.lengths ? `.*${hint.lengths[0]}` : '.$'}`));
    },
    'asking.failed': ({ context: { mode, answer } }) => {
      shown(m.glossary_check_failed());
      if (mode === 'type') expect(field().value).toBe(answer);
    },
    checking: () => waitFor(() => expect(opened.network.waiting(glossary.checkFillIn)).toBe(1)),
    right: ({ context }) => {
      shown(m.glossary_right());
      shown(context.checked?.definition ?? '');
    },
    wrong: ({ context }) => {
      shown(m.glossary_wrong_term({ term: context.checked?.term ?? '' }));
      shown(context.checked?.definition ?? '');
    },
    roundOver: ({ context: { total, missed } }) => {
      shown(m.glossary_score({ right: total - missed.length, total }));
      for (const { definition } of missed) shown(definition);
    },
  },
});
