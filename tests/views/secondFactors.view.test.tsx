// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { FactorDeed, secondFactorsMachine } from '../../src/machines/secondFactor/secondFactorsMachine.ts';
import SecondFactors from '../../src/views/profile/SecondFactors.tsx';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { secondFactorsModel } from '../machines/secondFactors.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const { secondFactors, beginEnrollment, renameSecondFactor, removeSecondFactor, renewRecoveryCodes } = secondFactor;
const callOf = { add: beginEnrollment, rename: renameSecondFactor, remove: removeSecondFactor, codes: renewRecoveryCodes };
const buttonOf = { add: 'Add an app or a passkey', rename: 'Rename App', remove: 'Remove App', codes: 'Make new recovery codes' };
const confirmOf = { add: 'Continue', rename: 'Save the name', remove: 'Remove', codes: 'Make new recovery codes' };

let opened: Screen;
let kind: FactorDeed['kind'];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.getByRole('dialog');
const field = () => dialog().querySelector('input[name=typed]') as HTMLInputElement;
const alert = () => within(dialog()).getByRole('alert').textContent;
/** What a walk has renamed or removed is there again. */
const factorAsBefore = async () => {
  const { db } = opened.network.backend;
  const [there] = await db.updateTable('second_factor').set({ name: 'App' }).where('user_puid', '=', ids.dan).returningAll().execute();
  const row = { district_id: 1, user_puid: ids.dan, factor_id: 77, kind: 'passkey', name: 'App', created_at: 0 } as const;
  if (!there) await db.insertInto('second_factor').values(row).execute();
};

describeView<typeof secondFactorsMachine>(
  {
    ...secondFactorsModel,
    project: ({ deed, typed, outcome, problem }) => ({
      deed: deed?.kind,
      isTyped: typed !== '',
      outcome: outcome && Object.keys(outcome),
      problem: problem?.code,
    }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [secondFactors, ...Object.values(callOf)] });
      await setUpAuthenticator(opened.network.backend, 'dan', ids.dan);
      await opened.signIn('dan');
      stage.render(
        <Around app={opened.app}>
          <SecondFactors />
        </Around>,
      );
    },
    drive: {
      'factors.retried': () => press('Try again'),
      'deed.chosen': ({ deed }) => {
        ({ kind } = deed);
        press(buttonOf[kind]);
      },
      'deed.confirmed': ({ typed }) => {
        fireEvent.change(field(), { target: { value: typed } });
        fireEvent.click(within(dialog()).getByRole('button', { name: confirmOf[kind] }));
      },
      'deed.cancelled': () => fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' })),
      'field.edited': () => fireEvent.change(field(), { target: { value: 'x' } }),
      'codes.kept': () => press('I have kept them'),
      'enrollment.closed': async () => fireEvent.click(await screen.findByRole('button', { name: 'Cancel' })),
      'xstate.done.actor.loadFactors': () => opened.network.release(secondFactors, factorAsBefore),
      'xstate.error.actor.loadFactors': ({ error }) => opened.network.fail(secondFactors, error),
      'xstate.done.actor.carryOut': () => opened.network.release(callOf[kind]),
      'xstate.error.actor.carryOut': ({ error }) => opened.network.fail(callOf[kind], error),
    },
    see: {
      loading: () => expect(screen.queryByRole('button', { name: buttonOf.add })).toBeNull(),
      unloaded: () => expect(screen.getByRole('alert').textContent).toContain('This could not be loaded'),
      listing: async () => {
        expect(screen.getByText('App')).toBeTruthy();
        expect(screen.queryByRole('dialog')).toBeNull();
      },
      confirming: () => expect(dialog()).toBeTruthy(),
      'confirming.edited': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
      'confirming.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
      'confirming.refused': ({ context }) => expect(alert()).toContain(context.problem?.message),
      'confirming.unreachable': () => expect(alert()).toContain('The server did not answer'),
      doing: () => expect(dialog()).toBeTruthy(),
      enrolling: async () => {
        await screen.findByRole('heading', { name: 'Set up an authenticator app' });
      },
      showingCodes: () => expect(screen.getAllByRole('listitem')).toHaveLength(10),
    },
  },
);
