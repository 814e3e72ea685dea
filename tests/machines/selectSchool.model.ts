import type { SchoolAccount } from '../../contract/sso.ts';
import { selectSchoolMachine } from '../../src/machines/sso/selectSchoolMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

const account = (user_puid: number, school_name: string): SchoolAccount => ({
  user_puid,
  district_id: 25_251,
  district_name: 'Sample District',
  school_name,
  role: 2,
  name: 'Ada Example',
});
/** The current account, and one at another school. */
export const [own, other] = [account(7, 'Hill'), account(8, 'Coast')] as const;

export const selectSchoolModel = defineModel({
  machine: selectSchoolMachine,
  input: { own: { userPuid: 7, districtID: 25_251 } },
  events: [
    { type: 'school.chosen', account: own },
    { type: 'school.chosen', account: other },
    { type: 'schools.retried' },
    { type: 'xstate.done.actor.loadAccounts', output: [own, other] },
    { type: 'xstate.done.actor.loadAccounts', output: [] },
    { type: 'xstate.error.actor.loadAccounts', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.openAccount', output: sessionOf(8) },
    { type: 'xstate.error.actor.openAccount', error: { code: 404, message: 'The account was not found.' } },
  ],
  project: ({ accounts, chosen, problem }) => ({ count: accounts.length, chosen: chosen?.user_puid, problem: problem?.code }),
  keeps: {
    'school.chosen': { account: { as: 'chosen', in: ['opening'] } },
    'xstate.done.actor.loadAccounts': { output: 'accounts' },
  },
  tags: {
    loading: 'loadAccounts',
    opening: 'openAccount',
    unloaded: 'schools.retried',
    alone: (snapshot) => snapshot.matches('alone'),
  },
  leads: {
    'schools.retried': ['loading'],
  },
  tells: {
    'school.opened': 'xstate.done.actor.openAccount',
    'school.kept': (_before, _event, after) => after.matches('kept'),
  },
  oldProblems: ['loading'],
  invariants: {
    'only another account than the own is opened': ({ value, context: { own: open, chosen } }) =>
      value !== 'opening' || (chosen !== null && chosen.user_puid !== open.userPuid),
    'whoever chooses has what to choose from': (snapshot) => !snapshot.matches('choosing') || snapshot.context.accounts.length > 0,
  },
});
