import type { grades } from '../../../contract/grades.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const of = { grade_id: ids.freeGrade };

export const gradesCases: Cases<keyof typeof grades> = {
  gradeList: { as: 'dan', input: () => ({}), lenient: ['search'], inOtherDistrict: 200 },
  gradeGet: { as: 'dan', input: () => of },
  gradeAdd: { as: 'dan', input: () => ({ name: 'Pre-K' }), inOtherDistrict: 200 },
  gradeUpdate: { as: 'dan', input: () => ({ ...of, name: 'TK', version: 1 }) },
  gradeOrder: { as: 'dan', input: () => ({ ...of, place: 2 }) },
  gradeUses: { as: 'dan', input: () => of },
  gradeRemove: { as: 'dan', input: () => of },
  gradeRestore: { as: 'dan', input: ({ roster }) => ({ grade_id: roster.removedGrade }) },
};
