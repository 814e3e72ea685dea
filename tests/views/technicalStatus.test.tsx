// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { integrationCauses, integrationKinds } from '../../contract/technicalStatus.ts';
import { m } from '../../src/paraglide/messages.js';
import { setLocale } from '../../src/paraglide/runtime.js';
import { ltiConsumer } from '../../src/views/lti/ltiConsumer.screen.ts';
import { filterLabels } from '../../src/views/reports/reportScreen.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { adviceFor } from '../../src/views/technicalStatus/advice.ts';
import Page from '../../src/views/technicalStatus/technicalStatus.report.tsx';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';
import { addIntegrations } from './kit/technicalPage.tsx';

installNetwork();

const campus = m.technical_named({ kind: m.technical_kind_lti(), name: 'Campus' });
const records = m.technical_named({ kind: m.technical_kind_rosterService(), name: 'Records' });
const missing = '–';

describeReport(Page, {
  as: 'dan',
  prepare: async (backend) => {
    await addIntegrations(backend);
    return [];
  },
  heading: m.technical_title(),
  table: [
    [
      ...[m.technical_name(), m.technical_state(), m.technical_cause(), m.technical_todo()],
      ...[m.technical_worked(), m.technical_failed(), m.technical_failures(), m.technical_ends()],
    ],
    [
      ...[campus, m.technical_state_failed(), m.lti_cause_deployment(), m.technical_do_compare()],
      ...[missing, 'Tue, Jan 15, 9:00 AM', '1', missing],
    ],
    [
      ...[records, m.technical_state_warning(), m.roster_why_apiDown(), m.roster_do_apiDown()],
      ...['Tue, Jan 15, 8:59 AM', 'Tue, Jan 15, 8:58 AM', '1', missing],
    ],
    [
      ...[m.technical_kind_mail(), m.technical_state_off(), m.technical_why_notSetUp(), m.technical_do_operator()],
      ...[missing, missing, '0', missing],
    ],
  ],
  filed: [[m.technical_hosts()], ['campus.example'], ['sis.example'], [missing]],
  figures: { [m.technical_state_failed()]: '1', [m.technical_state_warning()]: '1', [m.technical_state_works()]: '0' },
  leadsTo: () => addressOf(ltiConsumer),
  refused: { 'a school administrator': { as: 'sue' } },
});

it('lets the provider’s administrators choose the district', async () => {
  const opened = await openScreen();
  await addIntegrations(opened.network.backend);
  await opened.signIn('max');
  const { district_id, name } = await opened.network.backend.db
    .selectFrom('district')
    .select(['district_id', 'name'])
    .where('district_id', '=', 1)
    .executeTakeFirstOrThrow();
  const address = addressOf(Page.declaration);
  render(
    <AtRoute app={opened.app} address={`${address}?district=${district_id}`} path={address}>
      <Page />
    </AtRoute>,
  );
  expect((await screen.findByLabelText<HTMLSelectElement>(filterLabels.district())).selectedOptions[0]?.textContent).toBe(name);
  await screen.findByText(campus);
});

it.each(['en', 'es'] as const)('has a reason and an advice for each cause: %s', async (locale) => {
  setLocale(locale, { reload: false });
  for (const kind of integrationKinds)
    for (const cause of integrationCauses[kind]) {
      const [why, todo] = adviceFor({ kind, ref: '', cause }) ?? [];
      expect(why?.(), `${kind} ${cause}`).toMatch(/\.$/);
      expect(todo?.(), `${kind} ${cause}`).toMatch(/\.$/);
    }
  setLocale('en', { reload: false });
});
