// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import type { gradeDeliveryMachine } from '../../src/machines/autograde/gradeDeliveryMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Grading } from '../../src/views/autograde/Grading.tsx';
import { describeView } from '../kit/describeView.ts';
import { gradeDeliveryModel } from '../machines/gradeDelivery.model.ts';
import { questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const resource = { itemId: idOf('course/unit/sub/quiz'), itemTypeId: ResourceType.quiz, groupPuid: null };

/** The state of saving stands there twice: for readers, and for screen readers. */
const says = (text: string | RegExp) => expect(screen.getAllByText(text).length).toBeGreaterThan(0);

describeView<typeof gradeDeliveryMachine>(gradeDeliveryModel, {
  mount: async (stage) => {
    const opened = await openScreen(stage);
    await makeOddClass(opened.network.backend);
    await opened.signIn('tess');
    stage.render(
      <Around app={{ ...opened.app, chance: () => 0.5 }}>
        <Grading input={{ resource, questionId: questionIdAt(3), isNavigatorOpen: false }} deliveryLogic={stage.stubbed} />
      </Around>,
    );
    await screen.findByRole('listbox');
  },
  outside: {
    'conflict.settled': 'Sent with the same event to the list of answers, whose conflicts the stubbed chart does not deliver.',
    'connection.restored': 'Sent by the page itself when the connection is back.',
  },
  drive: {
    'decision.made': () => fireEvent.click(screen.getByRole('button', { name: m.autograde_give({ points: '1' }) })),
    'delivery.retried': () => fireEvent.click(screen.getByRole('button', { name: m.ui_save_retry() })),
    'conflict.settled': (event, { send }) => send(event),
    'connection.restored': (event, { send }) => send(event),
  },
  see: {
    device: ({ context, value }) =>
      expect(screen.queryByText(m.autograde_unkept()) !== null).toBe(
        Object(value).device === 'unkept' && context.unsent.length + context.refused.length > 0,
      ),
    'server.restoring': () => {},
    'server.delivered': ({ context }) => {
      if (context.unsent.length + context.refused.length === 0) says(m.ui_save_saved());
    },
    'server.sending': () => says(m.ui_save_saving()),
    'server.queued': () => says(m.ui_save_offline_here()),
    'server.refused': ({ context }) => says(new RegExp(context.problem?.message ?? '')),
  },
});
