import type { Checked } from '../../../common/roster/reading.ts';
import type { Plan, Step } from '../planning.ts';
import { Classes } from './classes.ts';
import { ClosingSchools } from './closingSchools.ts';
import { Enrollments } from './enrollments.ts';
import { Orgs } from './orgs.ts';
import { Roles } from './roles.ts';
import { Sessions } from './sessions.ts';
import { allStored, bySourcedId } from './stored.ts';
import { type OneRoster, Upload } from './upload.ts';
import { Users } from './users.ts';

/**
 * Plans the changes of a OneRoster set, batch by batch, in dependency order. A bulk table is complete: rows missing from it are
 * deactivated. Applied changes come out as unchanged, so a stopped import resumes by planning again. Accounts that did not come from a
 * roster are left alone. A delta may reference rows from earlier imports. Delta rows older than the last imported version of the row are
 * reported and skipped.
 */
export async function* planOneRoster(plan: Plan, roster: OneRoster, pending: Checked['pending']): AsyncGenerator<Step> {
  const upload = new Upload(plan, roster, pending);
  const closing = new ClosingSchools();
  const orgs = await Orgs.load(upload, closing);
  yield* orgs.steps();
  const sessions = await Sessions.load(upload);
  yield* sessions.steps();
  const classes = await Classes.load(upload, { orgs, sessions, closing });
  yield* classes.steps();

  const all = await allStored(plan, 'users');
  closing.count('people', all);
  const before = bySourcedId(all);
  const hasPeople = upload.has('users') || upload.has('roles');
  if (hasPeople) for (const row of before.values()) plan.hadUser(row);
  const roles = await Roles.load(upload, orgs, before);
  yield* roles.steps();
  const users = new Users(upload, { all, before }, { orgs, roles, closing });
  yield* users.steps();

  roles.reportStrangers(users.ids);
  if (hasPeople) plan.keepAdministrators(all, upload.has('users') ? 'users.csv' : 'roles.csv');
  plan.losers = plan.lowered(all);
  closing.report(plan.findings);
  reportPending(upload, { orgs, classes, users });
  if (upload.has('enrollments')) yield* new Enrollments(upload, classes, users.ids, all).steps();
}

/** Files that report references to unknown rows of a table row by row. */
const reportThemselves = { classes: ['enrollments.csv'], users: ['enrollments.csv'], orgs: ['classes.csv', 'users.csv'] };

/** Reports the upload's references to rows that are neither in it nor stored, and to organizations that the source has deleted. */
function reportPending(upload: Upload, { orgs, classes, users }: { orgs: Orgs; classes: Classes; users: Users }): void {
  const isKnown = {
    classes: (id: string) => classes.ids.has(id),
    users: (id: string) => users.ids.has(id),
    orgs: (id: string) => orgs.isKnown(id),
  };
  for (const table of ['classes', 'users', 'orgs'] as const)
    for (const [value, { file, row, column }] of upload.pending.get(table) ?? []) {
      const where = { row, column, value };
      if (isKnown[table](value)) {
        if (table === 'orgs' && orgs.isClosed(value)) upload.plan.findings.warn('orgGoneNamed', file, where);
      } else if (file !== 'roles.csv' && !reportThemselves[table].includes(file) && (table !== 'orgs' || orgs.isComplete))
        upload.reportUnknown(table, file, where);
    }
}
