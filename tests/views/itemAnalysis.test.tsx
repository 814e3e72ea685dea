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
const few = m.reports_not_enough();
const header = [
  ...['No.', 'Question', m.usageReports_check(), m.reports_facility(), m.usageReports_facility_error(), 'Discrimination', 'Efficiency'],
  ...[m.usageReports_weight(), 'Asked', 'Answered', 'Correct', 'Standards'],
];
const hard = m.usageReports_flag_hard();
const skipped = (share: string) => m.usageReports_flag_skipped({ share });
const nobody = `${hard} ${skipped('100%')}`;
const wrongKey = `${m.usageReports_flag_key({ option: 'A' })} ${m.usageReports_flag_negative()}`;
const ofClass = [
  header,
  ['1', 'A single_choice question', wrongKey, '33%', '14%', '-64', '-69', '–', '12', '12', '4', 'MS-PS1-4'],
  ['2', 'A multiple_choice question', '–', '58%', '12%', '66', '77', '28%', '12', '12', '5', 'MS-PS1-4, MS-PS3-3'],
  ['3', 'A true_false question', m.usageReports_flag_easy(), '100%', '0%', few, few, '0%', '12', '12', '12', '–'],
  ['4', 'A short_text question', hard, '17%', '11%', '58', '84', '17%', '12', '12', '2', '–'],
  ['5', 'A numeric question', '–', '45%', '16%', '17', '19', '15%', '11', '11', '5', '–'],
  ['6', 'A ordering question', skipped('64%'), '36%', '15%', '60', '77', '40%', '11', '4', '4', '–'],
  ['7', 'A matching question', nobody, '0%', '0%', few, few, '0%', '11', '0', '0', '–'],
  ['8', 'A label_diagram question', nobody, '0%', '0%', few, few, '0%', '11', '0', '0', '–'],
];
const top = m.reports_upper({ share: '27%' });
const bottom = m.reports_lower({ share: '27%' });
const optionHeader = ['No.', 'Option', 'Correct', m.reports_misconception(), 'Chosen', m.usageReports_share(), top, 'Middle', bottom];
const optionsOfClass = [
  optionHeader,
  ['1', 'A. ice', 'no', 'MISCONCEPTION ice', '8', '67%', '100%', '63%', '40%'],
  ['1', 'B. steam', 'yes', '–', '4', '33%', '0%', '37%', '60%'],
  ['1', 'C. water', 'no', 'MISCONCEPTION water', '0', '0%', '0%', '0%', '0%'],
  ['2', 'A. gold', 'yes', '–', '9', '75%', '100%', '80%', '40%'],
  ['2', 'B. air', 'no', 'MISCONCEPTION air', '3', '25%', '0%', '20%', '60%'],
  ['2', 'C. iron', 'yes', '–', '5', '42%', '100%', '33%', '0%'],
  ['2', 'D. soup', 'no', 'MISCONCEPTION soup', '3', '25%', '0%', '20%', '60%'],
  ['3', 'A. True', 'no', 'MISCONCEPTION True', '0', '0%', '0%', '0%', '0%'],
  ['3', 'B. False', 'yes', '–', '12', '100%', '100%', '100%', '100%'],
];
const ofDistrict = [
  header,
  ['1', 'A single_choice question', wrongKey, '33%', '13%', '-61', '-65', '–', '15', '15', '5', 'MS-PS1-4'],
  ['2', 'A multiple_choice question', '–', '57%', '11%', '63', '72', '27%', '15', '15', '6', 'MS-PS1-4, MS-PS3-3'],
  ['3', 'A true_false question', m.usageReports_flag_easy(), '100%', '0%', few, few, '0%', '15', '15', '15', '–'],
  ['4', 'A short_text question', hard, '20%', '11%', '68', '89', '18%', '15', '15', '3', '–'],
  ['5', 'A numeric question', '–', '50%', '14%', '23', '28', '16%', '14', '14', '7', '–'],
  ['6', 'A ordering question', skipped('64%'), '36%', '13%', '68', '83', '39%', '14', '5', '5', '–'],
  ['7', 'A matching question', nobody, '0%', '0%', few, few, '0%', '14', '0', '0', '–'],
  ['8', 'A label_diagram question', nobody, '0%', '0%', few, few, '0%', '14', '0', '0', '–'],
];
const optionsOfDistrict = [
  optionHeader,
  ['1', 'A. ice', 'no', 'MISCONCEPTION ice', '10', '67%', '100%', '57%', '50%'],
  ['1', 'B. steam', 'yes', '–', '5', '33%', '0%', '43%', '50%'],
  ['1', 'C. water', 'no', 'MISCONCEPTION water', '0', '0%', '0%', '0%', '0%'],
  ['2', 'A. gold', 'yes', '–', '11', '73%', '100%', '71%', '50%'],
  ['2', 'B. air', 'no', 'MISCONCEPTION air', '4', '27%', '0%', '29%', '50%'],
  ['2', 'C. iron', 'yes', '–', '6', '40%', '100%', '29%', '0%'],
  ['2', 'D. soup', 'no', 'MISCONCEPTION soup', '4', '27%', '0%', '29%', '50%'],
  ['3', 'A. True', 'no', 'MISCONCEPTION True', '0', '0%', '0%', '0%', '0%'],
  ['3', 'B. False', 'yes', '–', '15', '100%', '100%', '100%', '100%'],
];
const figures = (students: string, mean: string, alpha: string, error: string, check: string) => ({
  ...{ [m.usageReports_submitted()]: students, [m.reports_mean()]: mean, [m.reports_alpha()]: alpha },
  ...{ [m.usageReports_standard_error()]: error, [m.usageReports_to_check()]: check },
});
const figuresOfClass = figures('12', '4.08 of 13', '0.39', '1.81', '6');
const figuresOfDistrict = figures('15', '4.13 of 13', '0.44', '1.78', '6');

describeReport(groupReport, {
  as: 'tess',
  prepare: prepare(ids.class),
  heading: m.usageReports_items_of({ name: 'Science 6, Period 2' }),
  figures: figuresOfClass,
  table: ofClass,
  sections: {
    [m.usageReports_options()]: optionsOfClass,
    [m.usageReports_students()]: [
      ['Student', 'Score'],
      ['Abbott, Sam', '7 of 13'],
      ['Brandt, Sam', '6 of 13'],
      ['Castro, Sam', '4 of 13'],
      ['Diaz, Sam', '2 of 13'],
      ['Ekberg, Sam', '3 of 13'],
      ['Flores, Sam', '2 of 13'],
      ['Garcia, Sam', '4 of 13'],
      ['Haddad, Sam', '2 of 13'],
      ['Ito, Sam', '2 of 13'],
      ['Jensen, Sam', '2 of 13'],
      ['Person, ana', '8 of 13'],
      ['Person, ben', '7 of 13'],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

describeReport(schoolReport, {
  as: 'sue',
  prepare: prepare(ids.school),
  heading: m.usageReports_items_of({ name: 'Hill' }),
  figures: figuresOfClass,
  table: ofClass,
  sections: {
    [m.usageReports_options()]: optionsOfClass,
    [m.usageReports_classes()]: [
      ['Class', m.usageReports_submitted(), 'Average'],
      ['Science 6, Period 2', '12', '4.08 of 13'],
    ],
  },
  refused: {
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

describeReport(districtReport, {
  as: 'dan',
  prepare: prepare(ids.district),
  heading: m.usageReports_items_of({ name: 'North' }),
  figures: figuresOfDistrict,
  table: ofDistrict,
  sections: {
    [m.usageReports_options()]: optionsOfDistrict,
    [m.usageReports_schools()]: [
      ['School', m.usageReports_submitted(), 'Average'],
      ['Hill', '12', '4.08 of 13'],
      ['Lake', '3', few],
    ],
  },
  refused: { 'an administrator of another district': { as: 'dora' } },
});

describeReport(stateReport, {
  as: 'pam',
  prepare: prepare(48),
  heading: m.usageReports_items_of({ name: 'Texas' }),
  figures: figuresOfDistrict,
  table: ofDistrict,
  sections: { [m.usageReports_options()]: optionsOfDistrict },
  refused: { 'anyone, of a state without districts': { as: 'pam', ids: [49] } },
});

describeReport(studentReport, {
  as: 'tess',
  prepare: prepare(ids.ana),
  heading: m.usageReports_items_of({ name: 'Person, ana' }),
  figures: { [m.reports_score()]: '8 of 13', [m.usageReports_others_mean()]: '4.08 of 13' },
  table: [
    ['No.', 'Question', 'Answer', m.reports_key(), 'Points', 'Student', 'Class', 'Standards'],
    ['1', 'A single_choice question', 'ice', 'steam', '0 of 1', '0%', '33%', 'MS-PS1-4'],
    ['2', 'A multiple_choice question', 'gold; iron', 'gold; iron', '2 of 2', '100%', '58%', 'MS-PS1-4, MS-PS3-3'],
    ['3', 'A true_false question', 'False', 'False', '1 of 1', '100%', '100%', '–'],
    ['4', 'A short_text question', 'Evaporation', 'Evaporation', '1 of 1', '100%', '17%', '–'],
    ['5', 'A numeric question', '150 kPa', '150 kPa', '1 of 1', '100%', '45%', '–'],
    ['6', 'A ordering question', 'first → second → third', 'first → second → third', '3 of 3', '100%', '36%', '–'],
    ['7', 'A matching question', '–', 'Solid: rows; Gas: apart', '–', '–', '0%', '–'],
    ['8', 'A label_diagram question', '–', '1: heart; 2: lung', '–', '–', '0%', '–'],
  ],
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

describe('what a flag says', () => {
  it('is a sentence of its own, in both languages’ numbers', () => {
    const all = itemFlags.map((flag) => flagWords({ flag, option: 1, share: 0.4 }, 'en'));
    expect(new Set(all).size).toBe(itemFlags.length);
    expect(all[0]).toBe(m.usageReports_flag_key({ option: 'B' }));
    expect(flagWords({ flag: 'misconception', option: 0, share: 0.4 }, 'es')).toContain('40\u00a0%');
    expect([0, 3].map(letterOf)).toEqual(['A', 'D']);
  });
});

/** Opens a report as somebody. */
async function opened(Page: React.ComponentType, address: string, path: string, as: string) {
  const page = await openScreen();
  await makeAnsweredQuiz(page.network.backend);
  await page.signIn(as);
  render(
    <AtRoute app={page.app} address={address} path={`/authenticated/${path}`}>
      <Page />
    </AtRoute>,
  );
  return page;
}

describe('an item analysis', () => {
  it('without a value is the reader’s own', async () => {
    const { network } = await opened(districtReport, addressOf(ownDistrictItems), ownDistrictItems.path, 'dan');
    await screen.findByRole('heading', { level: 1, name: m.usageReports_items_of({ name: 'North' }) });
    expect(network.made(calls.itemAnalysis)[0]).not.toHaveProperty('id');
  });

  it('leads from a school to its class and on to a student, with the same quiz', async () => {
    await opened(schoolReport, addressOf(schoolItems, ids.school), schoolItems.path, 'sue');
    const link = await screen.findByRole('link', { name: 'Science 6, Period 2' });
    expect(link.getAttribute('href')).toBe(`${addressOf(groupItems, ids.class)}?quiz=${quiz_id}`);
    fireEvent.click(link);
    await waitFor(() => expect(route.path).toBe(`${addressOf(groupItems, ids.class)}?quiz=${quiz_id}`));
  });

  it('of a class leads to each student', async () => {
    await opened(groupReport, addressOf(groupItems, ids.class), groupItems.path, 'tess');
    const link = await screen.findByRole('link', { name: 'Person, ana' });
    expect(link.getAttribute('href')).toBe(`${addressOf(studentItems, ids.ana)}?quiz=${quiz_id}`);
  });

  it('of fewer than five students says why it has no figures', async () => {
    await opened(groupReport, addressOf(groupItems, ids.otherClass), groupItems.path, 'tom');
    await waitFor(() => shown(m.usageReports_few_named({ count: 5 })));
    const [, first] = cellsOf(m.reports_by_question());
    expect(first?.slice(0, 5)).toEqual(['1', 'A single_choice question', '–', few, few]);
    expect(first?.slice(8, 11)).toEqual(['3', few, few]);
    expect(screen.queryByRole('table', { name: m.usageReports_options() })).toBeNull();
  });
});
