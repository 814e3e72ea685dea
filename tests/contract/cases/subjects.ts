import type { subjects } from '../../../contract/subjects.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const of = { subject_id: ids.subject };
const fields = { name: 'Geology', active: true };

export const subjectsCases: Cases<keyof typeof subjects> = {
  subjectList: { as: 'dan', input: () => ({}), lenient: ['search'], inOtherDistrict: 200 },
  subjectGet: { as: 'dan', input: () => of },
  subjectAdd: { as: 'dan', input: () => fields, inOtherDistrict: 200 },
  subjectUpdate: { as: 'dan', input: () => ({ ...of, ...fields, name: 'Biology', version: 1 }) },
  subjectOrder: { as: 'dan', input: () => ({ ...of, place: 1 }) },
  subjectUses: { as: 'dan', input: () => of },
  subjectRemove: { as: 'dan', input: () => of },
  subjectRestore: { as: 'dan', input: ({ roster }) => ({ subject_id: roster.removedSubject }) },
};
