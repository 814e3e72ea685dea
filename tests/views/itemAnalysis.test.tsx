// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { itemFlags } from '../../contract/usageReports.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import districtReport from '../../src/views/usageReports/districtItems.report.tsx';
import { ownDistrictItems } from '../../src/views/usageReports/districtItems.screen.ts';
import { flagWords, letterOf } from '../../src/views/usageReports/flagWords.ts';
import groupReport from '../../src/views/usageReports/groupItems.report.tsx';
import { groupItems } from '../../src/views/usageReports/groupItems.screen.ts';
import schoolReport from '../../src/views/usageReports/schoolItems.report.tsx';
import { schoolItems } from '../../src/views/usageReports/schoolItems.screen.ts';
import stateReport from '../../src/views/usageReports/stateItems.report.tsx';
import studentReport from '../../src/views/usageReports/studentItems.report.tsx';
import { studentItems } from '../../src/views/usageReports/studentItems.screen.ts';
import { makeAnsweredQuiz } from '../server/answeredQuiz.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

const prepare = (id: number) => async (backend: Parameters<typeof makeAnsweredQuiz>[0]) => {
  await makeAnsweredQuiz(backend);
  return [id];
};
describeReport(groupReport, {
  as: 'tess',
  prepare: prepare(ids.class),
  heading: m.usageReports_items_of({ name: 'Science 6, Period 2' }),
  figures: {},
  table: [],
  sections: {},
  leadsTo: () => '',
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
