import type { Db } from '../../kit/access.ts';

/** The schools `s`, with the number of their people who have an account. */
export const schoolsWithPeople = (db: Db) =>
  db
    .selectFrom('school as s')
    .select(['s.school_id', 's.name'])
    .select((eb) =>
      eb
        .selectFrom('app_user as u')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('u.school_id', '=', 's.school_id')
        .where('u.active', '=', 1)
        .as('people'),
    );
