import type { Row } from '../../server/db/schema.ts';
import type { TestServer } from './testServer.ts';

/** Looks up rows of the district by what a roster calls them. */
export function rosterRows(server: () => TestServer) {
  const bySourcedId =
    <T extends 'class_group' | 'enrollment' | 'roster_org'>(table: T) =>
    (sourced_id: string) =>
      server()
        .db.selectFrom(table as 'class_group')
        .selectAll()
        .where('district_id', '=', 1)
        .where('sourced_id', '=', sourced_id)
        .executeTakeFirstOrThrow() as unknown as Promise<Row<T>>;
  return {
    classOf: bySourcedId('class_group'),
    placeOf: bySourcedId('enrollment'),
    orgOf: bySourcedId('roster_org'),
    /** `user_key`: the username in small letters. */
    userOf: (user_key: string) =>
      server()
        .db.selectFrom('app_user')
        .selectAll()
        .where('district_id', '=', 1)
        .where('user_key', '=', user_key)
        .executeTakeFirstOrThrow(),
  };
}
