import { Role } from '../../contract/kit.ts';
import { partsOf } from '../db/parts.ts';
import type { Tenant } from '../kit/tenant.ts';
import { type SignOnProvider, signOnRegistration } from '../sso/signOnProviders.ts';

/** An account that a subject of the classroom service opens here. */
export interface Account {
  user_puid: number;
  role_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
}

const columns = ['u.user_puid', 'u.role_id', 'u.school_id', 'u.first_name', 'u.last_name'] as const;

/**
 * The active accounts that subjects of the classroom service open at sign-in, by subject: those linked with them, and those with their roster
 * ids if subjects are roster ids. Never by e-mail or name. Links nothing.
 */
export async function accountsBySubject(
  db: Tenant,
  provider: SignOnProvider,
  issuer: string,
  subjects: readonly string[],
): Promise<Map<string, Account[]>> {
  const registration = signOnRegistration(provider);
  const found = new Map<string, Account[]>();
  const add = (rows: readonly (Account & { subject: string | null })[]) => {
    for (const { subject, ...account } of rows) {
      const known = found.get(subject ?? '') ?? [];
      found.set(subject ?? '', known);
      if (!known.some(({ user_puid }) => user_puid === account.user_puid)) known.push(account);
    }
  };
  for (const some of partsOf(subjects)) {
    add(
      await db
        .selectFrom('federated_identity as f')
        .innerJoin('app_user as u', 'u.user_puid', 'f.user_puid')
        .select([...columns, 'f.subject'])
        .where('f.issuer', '=', issuer)
        .where('f.subject', 'in', some)
        // Without a registration: linked before they were told apart.
        .where('f.provider', 'in', [registration.provider, ''])
        .where('u.active', '=', 1)
        .orderBy('f.linked_at')
        .orderBy('u.user_puid')
        .execute(),
    );
    if (registration.subject_is_sourced_id)
      add(
        await db
          .selectFrom('app_user as u')
          .select([...columns, 'u.sourced_id as subject'])
          .where('u.sourced_id', 'in', some)
          .where('u.active', '=', 1)
          .where('u.role_id', '<=', Role.districtAdministrator)
          // A link by hand decides alone.
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('federated_identity as f')
                  .select('f.subject')
                  .where('f.provider', '=', registration.provider)
                  .where('f.issuer', '=', issuer)
                  .where('f.by_hand', '=', 1)
                  .whereRef('f.subject', '=', 'u.sourced_id'),
              ),
            ),
          )
          .execute(),
      );
  }
  return found;
}
