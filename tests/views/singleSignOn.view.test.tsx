// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sso } from '../../contract/sso.ts';
import type { SignOnInput, singleSignOnMachine } from '../../src/machines/sso/singleSignOnMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import SingleSignOnPage from '../../src/views/sso/SingleSignOnPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { singleSignOnModel } from '../machines/singleSignOn.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let left: string[] = [];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const labels = { roster: m.login_sso_roster(), classroom: m.login_sso_classroom() };

const isRefused = () => {
  expect(screen.getByRole('alert').textContent).toMatch(/^Invalid Credentials/);
  expect(opened.notices(), 'it is told once').toEqual([]);
};

// The other service does not exist here. The page's own calls answer for both its ends, with the backend's responses.
describeView<typeof singleSignOnMachine>(singleSignOnModel, {
  mount: async (stage) => {
    left = [];
    const { code, hasFailed } = stage.input as SignOnInput;
    opened = await openScreen(stage);
    const waits = new Map<string, { resolve: (data: unknown) => void; reject: (error: unknown) => void }>();
    const send = ((call: { path: string }) =>
      call === sso.isCleverSsoEnable
        ? Promise.resolve({ roster: true, classroom: true, learningTools: false })
        : call === sso.samlSignOns || call === sso.signOns
          ? Promise.resolve([])
          : new Promise((resolve, reject) => waits.set(call.path, { resolve, reject }))) as unknown as Screen['app']['send'];
    ends = waits;
    const address = `/account/singleSignOn${code ? `?code=${code}` : hasFailed ? '?error=invalid' : ''}`;
    stage.render(
      <AtAddress app={{ ...opened.app, send }} address={address}>
        <SingleSignOnPage onLeave={(url) => left.push(url)} />
      </AtAddress>,
    );
  },
  drive: {
    'provider.chosen': async ({ provider }) => {
      await waitFor(() => screen.getByRole('button', { name: labels[provider] }));
      press(labels[provider]);
    },
    'signOn.retried': () => press(m.common_try_again()),
    'replacement.confirmed': () => press(m.login_replace_confirm()),
    'replacement.declined': () => press('Cancel'),
    'xstate.done.actor.beginSignOn': async ({ output }) => (await end(/RosterLogin|ClassroomLogin/)).resolve(output),
    'xstate.error.actor.beginSignOn': async ({ error }) => (await end(/RosterLogin|ClassroomLogin/)).reject(error),
    'xstate.done.actor.exchangeCode': async ({ output }) => {
      const { mustSelectSchool } = output;
      const answer = await opened.network.backend.signIn('ana');
      (await end(/getAccessCode/)).resolve({ token: answer.token, userData: answer.user, mustSelectSchool, opens: null });
    },
    'xstate.error.actor.exchangeCode': async ({ error }) => (await end(/getAccessCode/)).reject(error),
  },
  see: {
    'choosing.fresh': () => waitFor(() => screen.getByRole('button', { name: labels.roster })),
    'choosing.again': async ({ context }) => {
      await waitFor(() => screen.getByRole('button', { name: labels.roster }));
      if (context.problem) shown(/^The other service cannot be reached/);
    },
    leaving: () => waitFor(() => expect(screen.getByRole('button', { name: labels.roster }).getAttribute('aria-disabled')).toBe('true')),
    away: () => expect(left.at(-1)).toBe('https://roster.example/authorize'),
    exchanging: () => shown(m.login_sso_lead()),
    asking: ({ context }) => expect(screen.getByRole('alert').textContent).toContain(context.problem?.message),
    unreachable: () => expect(screen.getByRole('alert').textContent).toMatch(/^The server did not answer/),
    turnedAway: () => isRefused(),
    refused: () => isRefused(),
    declined: () => waitFor(() => expect(place.path).toBe('/')),
    signedIn: async () => {
      expect(opened.session().getSnapshot().context.user?.userPuid).toBe(ids.ana);
      await waitFor(() => expect(place.path).toMatch(/^\/authenticated\//));
    },
  },
});

let ends = new Map<string, { resolve: (data: unknown) => void; reject: (error: unknown) => void }>();
const end = async (path: RegExp) => {
  const find = () => [...ends].find(([key]) => path.test(key));
  await waitFor(() => expect(find()).toBeDefined());
  const [key, found] = find() as [string, { resolve: (data: unknown) => void; reject: (error: unknown) => void }];
  ends.delete(key);
  return found;
};

it('names the districts where several have a school roster, and begins with the chosen one', async () => {
  opened = await openScreen();
  const sent: object[] = [];
  const districts = [
    { kind: 'roster', district_id: 1, district_name: 'North' },
    { kind: 'roster', district_id: 2, district_name: 'South' },
    { kind: 'classroom', district_id: 2, district_name: 'South' },
  ];
  const send = (async (call: { path: string }, input: object) => {
    if (call === sso.isCleverSsoEnable) return { roster: true, classroom: true, learningTools: false };
    if (call === sso.signOns) return districts;
    if (call === sso.samlSignOns) return [];
    sent.push(input);
    return { url: 'https://south.example/authorize' };
  }) as unknown as Screen['app']['send'];
  left = [];
  render(
    <AtAddress app={{ ...opened.app, send }} address="/account/singleSignOn">
      <SingleSignOnPage onLeave={(url) => left.push(url)} />
    </AtAddress>,
  );
  await screen.findByRole('button', { name: `${labels.roster} · North` });
  screen.getByRole('button', { name: labels.classroom });
  press(`${labels.roster} · South`);
  await waitFor(() => expect(left).toEqual(['https://south.example/authorize']));
  expect(sent).toEqual([{ district_id: 2 }]);
});
