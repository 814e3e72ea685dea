// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { fetchOutcomes } from '../../contract/provider.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import FetchResults from '../../src/views/studentReports/FetchResults.tsx';
import StudentLearnoReportView from '../../src/views/studentReports/studentLearnoReportView.report.tsx';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { providedAttempt } from './kit/providedAttempt.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let result_id = 0;
const button = () => screen.findByRole('button', { name: m.studentReports_fetch() });
const press = async () => fireEvent.click(await button());

describeCommand({
  name: 'fetchResults',
  // What `give` presses is the attempt of the page.
  orders: [1],
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.fetchProviderResults] });
    result_id = await providedAttempt(opened.network.backend);
    await opened.signIn('tess');
    const { declaration } = StudentLearnoReportView;
    stage.render(
      <AtRoute app={opened.app} address={addressOf(declaration, result_id)} path={`/authenticated/${declaration.path}`}>
        <StudentLearnoReportView />
      </AtRoute>,
    );
    await button();
  },
  network: () => opened.network,
  calls: { run: calls.fetchProviderResults },
  press: { give: press },
  see: {
    'ready.fresh': () => shown(m.studentReports_scored_here()),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(calls.fetchProviderResults)).toBe(1)),
    'ready.done': () => shown(m.studentReports_fetched()),
  },
});

/** What the server answers is told, and only new results load the page again. */
it.each(fetchOutcomes)('says what %s means', async (outcome) => {
  const { app, signIn } = await openScreen();
  await signIn('tess');
  let fetched = 0;
  const send = (async () => ({ outcome })) as unknown as typeof app.send;
  render(
    <Around app={{ ...app, send }}>
      <FetchResults resultId={1} isLearnosity fetchedAt={null} onFetched={() => fetched++} />
    </Around>,
  );
  shown(m.studentReports_waiting());
  await press();
  const words = {
    fetched: m.studentReports_fetched,
    notReady: m.studentReports_not_ready,
    notSetUp: m.studentReports_not_set_up,
    dataSignIn: m.technical_why_dataSignIn,
    dataBusy: m.technical_why_dataBusy,
    dataDown: m.technical_why_dataDown,
    dataAnswer: m.technical_why_dataAnswer,
    unmatched: m.technical_why_unmatched,
    missing: m.studentReports_lost,
  }[outcome];
  await waitFor(() => shown(words()));
  expect(fetched).toBe(outcome === 'fetched' ? 1 : 0);
});
