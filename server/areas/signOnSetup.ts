import type { BodyOf } from '../../contract/kit.ts';
import type { signOnSetup as calls, SignOnKind, SignOnReceived, SignOnSetup } from '../../contract/signOnSetup.ts';
import { iso } from '../kit/access.ts';
import { type Administered, administeredDistrict, administeredDistricts } from '../kit/administered.ts';
import { type Audited, writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { assertOverHttps } from '../kit/overHttps.ts';
import type { Ports } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { beginOpenId, initiationUri, probeOpenId, redirectUri, SignOnProblem } from '../sso/openId.ts';
import { callbackOf, noteTest, type SignOnProvider, signOnSecrets, signOnsOf, toldOf, unused } from '../sso/signOnProviders.ts';

const storedIn = (db: Tenant, kind: SignOnKind): Promise<SignOnProvider | undefined> =>
  db.selectFrom('sign_on_provider').selectAll().where('kind', '=', kind).executeTakeFirst();

const initial = { version: 0, issuer: '', client_id: '', scope: 'openid' };

function setupAs(
  { ports, user }: UserContext,
  kind: SignOnKind,
  { district_id, name }: Administered,
  row: SignOnProvider | undefined,
  identities: number,
): SignOnSetup {
  const { version, issuer, client_id, scope } = row ?? initial;
  const callback = row?.callback ?? callbackOf(kind, district_id);
  const isOwnTest = row?.tested_by === user.user_puid && row.tested_district_id === user.district_id;
  return {
    ...{ district_id, district_name: name, version, issuer, client_id, scope },
    has_secret: row ? row.sealed_secret !== '' : false,
    subject_is_sourced_id: row?.subject_is_sourced_id === 1,
    active: row?.active === 1,
    from_environment: row?.from_environment === 1,
    redirect_uri: redirectUri(ports, { callback }),
    initiate_login_uri: initiationUri(ports, { callback }),
    identities,
    last: row && row.last_at !== null ? { at: iso(row.last_at), fault: row.last_fault } : null,
    test:
      row && row.tested_at !== null
        ? {
            at: iso(row.tested_at),
            fault: row.test_fault,
            // What came is about the person who tested.
            received: isOwnTest && row.received !== null ? (JSON.parse(row.received) as SignOnReceived) : null,
          }
        : null,
  };
}

/** The set-ups of these districts, in two statements. */
async function setupsIn(context: UserContext, kind: SignOnKind, places: readonly Administered[]): Promise<SignOnSetup[]> {
  const { rows, identitiesOf } = await signOnsOf(
    context.ports,
    kind,
    places.map(({ district_id }) => district_id),
  );
  return places.map((place) => {
    const row = rows.find(({ district_id }) => district_id === place.district_id);
    return setupAs(context, kind, place, row, row ? identitiesOf(row) : 0);
  });
}

const note = (
  { ports, user }: UserContext,
  trx: Tenant,
  district_id: number,
  action: Extract<Audited['action'], `signOn.${string}`>,
  detail: Record<string, unknown>,
) =>
  writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    actor_district_id: user.district_id,
    action,
    subject: `district ${district_id}`,
    detail,
  });

type Fields = BodyOf<typeof calls.saveRosterSetup>;

/** The sealed secret after a change. @throws refusal if there must be one, and none is known for this issuer */
function secretAfter(
  ports: Pick<Ports, 'signingKey' | 'randomBytes'>,
  before: SignOnProvider | undefined,
  { issuer, client_secret, is_public }: Pick<Fields, 'issuer' | 'client_secret' | 'is_public'>,
): string {
  if (is_public) return '';
  if (client_secret !== null) return signOnSecrets.seal(ports, client_secret);
  const fields = [fieldReason('client_secret', 'missing')];
  if (!before?.sealed_secret) throw refuse('signOnSecret', {}, { fields });
  // Otherwise whoever may change the address could have the secret sent to a server of their own.
  if (before.issuer !== issuer) throw refuse('secretMissing', {}, { fields });
  return before.sealed_secret;
}

async function save(kind: SignOnKind, body: Fields, context: UserContext): Promise<SignOnSetup> {
  const { ports, user } = context;
  assertSelf(user, body.user_puid);
  assertOverHttps({ issuer: body.issuer });
  const { district_id, version, issuer, client_id, scope, subject_is_sourced_id, active } = body;
  const place = await administeredDistrict(context, district_id);
  await transact(place.db, async (trx) => {
    const before = await storedIn(trx, kind);
    if ((before?.version ?? 0) !== version) throw refuse('recordChanged');
    const sealed_secret = secretAfter(ports, before, body);
    const columns = {
      ...{ issuer, client_id, sealed_secret, scope: scope || 'openid', from_environment: 0, version: version + 1 },
      subject_is_sourced_id: Number(subject_is_sourced_id),
      active: Number(active),
      // Sign-ins and tests of another service say nothing about this one.
      ...(before && (before.issuer !== issuer || before.client_id !== client_id) ? unused : {}),
    };
    if (before) {
      const { numUpdatedRows } = await trx
        .updateTable('sign_on_provider')
        .set(columns)
        .where('kind', '=', kind)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
    } else
      await trx
        .insertInto('sign_on_provider')
        .values({ ...unused, ...columns, kind, callback: callbackOf(kind, district_id) })
        .execute();
    await note(context, trx, district_id, before ? 'signOn.update' : 'signOn.add', {
      ...(before ? { before: { ...toldOf(before), new_credential: false } } : {}),
      after: { ...toldOf(columns), new_credential: sealed_secret !== (before?.sealed_secret ?? '') },
    });
  }).catch((error: unknown) => {
    // Another administrator has set it up for the first time, too.
    throw isUniqueViolation(error) ? refuse('recordChanged') : error;
  });
  return (await setupsIn(context, kind, [place]))[0] as SignOnSetup;
}

async function test(kind: SignOnKind, { user_puid, district_id }: BodyOf<typeof calls.testRosterSetup>, context: UserContext) {
  const { ports, user } = context;
  assertSelf(user, user_puid);
  const { db } = await administeredDistrict(context, district_id);
  const provider = await storedIn(db, kind);
  if (!provider) throw notFound('signInWay');
  await note(context, db, district_id, 'signOn.test', { after: toldOf(provider) });
  const tester = { user_puid: user.user_puid, district_id: user.district_id };
  try {
    await probeOpenId(ports, provider);
    const { url, state } = await beginOpenId(ports, provider, { tester });
    context.setSignOnCookie(state, 'Lax');
    return { fault: null, url };
  } catch (error) {
    if (!(error instanceof SignOnProblem)) throw error;
    await noteTest(ports, provider, tester, { fault: error.fault });
    return { fault: error.fault, url: null };
  }
}

async function get(kind: SignOnKind, user_puid: number, context: UserContext): Promise<SignOnSetup[]> {
  assertSelf(context.user, user_puid);
  return setupsIn(context, kind, await administeredDistricts(context));
}

export const signOnSetup: HandlersOf<typeof calls> = {
  rosterSetup: ({ query }, context) => get('roster', query.user_puid, context),
  saveRosterSetup: ({ body }, context) => save('roster', body, context),
  testRosterSetup: ({ body }, context) => test('roster', body, context),
  classroomSetup: ({ query }, context) => get('classroom', query.user_puid, context),
  saveClassroomSetup: ({ body }, context) => save('classroom', body, context),
  testClassroomSetup: ({ body }, context) => test('classroom', body, context),
};
