import { describe, expect, it } from 'vitest';
import { selectSchoolMachine } from '../../src/machines/sso/selectSchoolMachine.ts';
import { createTestActor } from './scenario.ts';
import { other, own } from './selectSchool.model.ts';
import { sessionOf } from './session.model.ts';

const open = async () => {
  const chart = createTestActor(selectSchoolMachine, { own: { userPuid: 7, districtID: 25_251 } });
  await chart.done('loadAccounts', [own, other]);
  return chart;
};

describe('choosing a school after single sign-on', () => {
  it('opens the account of another school, once, however often the button is pressed', async () => {
    const chart = await open();
    chart.send({ type: 'school.chosen', account: other }, { type: 'school.chosen', account: other });
    expect(chart.inputs('openAccount')).toEqual([other]);
    await chart.done('openAccount', sessionOf(8));
    expect(chart.emitted).toEqual([{ type: 'school.opened', session: sessionOf(8) }]);
  });

  it('asks nobody for the account that is open already', async () => {
    const chart = await open();
    chart.send({ type: 'school.chosen', account: own });
    expect(chart.inputs('openAccount')).toEqual([]);
    expect(chart.emitted).toEqual([{ type: 'school.kept' }]);
  });

  it('knows an account by user and district: the same number in another district is another one', async () => {
    const chart = await open();
    const namesake = { ...other, user_puid: 7, district_id: 2 };
    chart.send({ type: 'school.chosen', account: namesake });
    expect(chart.inputs('openAccount')).toEqual([namesake]);
  });

  it.each([404, 0, 500])('keeps the session and the choice after status %i', async (code) => {
    const chart = await open();
    chart.send({ type: 'school.chosen', account: other });
    await chart.fails('openAccount', code);
    expect(chart.snapshot().value).toEqual({ choosing: 'again' });
    expect(chart.emitted).toEqual([]);
    chart.send({ type: 'school.chosen', account: other });
    expect(chart.waits('openAccount')).toBe(true);
  });
});
