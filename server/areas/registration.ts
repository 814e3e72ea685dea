import { sql } from 'kysely';
import { stateName } from '../../common/states.ts';
import { Role } from '../../contract/kit.ts';
import type { Registration, registration as registrationCalls } from '../../contract/registration.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { takeTries } from '../kit/failures.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type Context, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { languageOf } from '../kit/language.ts';
import { liveLink, makeLink, useUp } from '../kit/links.ts';
import { hashOfNew } from '../kit/newPassword.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { decideRegistration } from '../kit/registrations.ts';
import { newSecret } from '../kit/secrets.ts';
import { activeUser } from '../kit/signIn.ts';
import { tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { sendActivated } from '../mail/activated.ts';
import { mailOf, readerOf } from '../mail/messages.ts';

const day = 24 * 3_600_000;
const confirmDays = 3;
const activateDays = 14;
const mostRequests = 100;
const mostMails = 5;
/** Grades that a new district has, and that a registration offers. */
export const usualGrades = ['K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'].map((grade) => ({ grade }));

type Registrant = Row<'registration_request'>;

async function schoolOf(ports: Ports, { district_id, school_id }: Pick<Registrant, 'district_id' | 'school_id'>): Promise<Row<'school'>> {
  const school = await allDistricts(ports.db)
    .selectFrom('school')
    .selectAll()
    .where('district_id', '=', district_id)
    .where('school_id', '=', school_id)
    .where(isInOpenDistrict('school'))
    .executeTakeFirst();
  if (!school) throw notFound('school');
  return school;
}

async function shown(ports: Ports, request: Registrant): Promise<Registration> {
  const { request_id, state, email, first_name, last_name } = request;
  return { request_id, state, email, first_name, last_name, school_name: (await schoolOf(ports, request)).name };
}

const requestOf = (ports: Ports, request_id: string): Promise<Registrant | undefined> =>
  allDistricts(ports.db)
    .selectFrom('registration_request')
    .selectAll()
    .where('request_id', '=', request_id)
    .where(isInOpenDistrict('registration_request'))
    .executeTakeFirst();

/** Administrators to notify who may activate a teacher: the school's, or else the district's. */
async function activators(ports: Ports, { district_id, school_id }: Pick<Registrant, 'district_id' | 'school_id'>) {
  const staff = await tenant(ports.db, district_id)
    .selectFrom('app_user')
    .select(['district_id', 'email', 'role_id', 'school_id', 'language'])
    .where('role_id', 'in', [Role.schoolAdministrator, Role.districtAdministrator])
    .where('active', '=', 1)
    .where('email', 'is not', null)
    .execute();
  const ofSchool = staff.filter((one) => one.role_id === Role.schoolAdministrator && one.school_id === school_id);
  const chosen = ofSchool.length > 0 ? ofSchool : staff.filter((one) => one.role_id === Role.districtAdministrator);
  return chosen.map((one) => ({ ...one, email: one.email as string }));
}

async function sendConfirmation({ ports, request }: Context, { district_id, request_id, email, first_name }: Registrant): Promise<void> {
  const life = confirmDays * day;
  const until = ports.now() + life;
  await ports.mail.send({ recipient: email, kind: 'confirm', district_id, until }, async () => {
    const Id = await makeLink(tenant(ports.db, district_id), ports, { kind: 'confirm', subject: request_id, life });
    const link = `${ports.origin()}/account/registration/confirm?Id=${Id}`;
    return mailOf('confirm', { name: first_name, link, until }, await readerOf(ports, { district_id }, request));
  });
}

async function countRequest({ ports, request }: Context): Promise<void> {
  const key = `register:${ports.clientAddress(request)}`;
  await takeTries(ports, { key, most: mostRequests });
}

const takenName = refuse('userNameTaken', {}, { fields: [fieldReason('user_name', 'taken')] });

/** The registration that the e-mailed link belongs to. */
async function ownRequest(ports: Ports, Id: string): Promise<{ link: Row<'account_link'>; request: Registrant }> {
  const link = await liveLink(ports, Id, ['confirm']);
  const request = await requestOf(ports, link.subject);
  if (!request) throw notFound('registration');
  return { link, request };
}

export const registration: HandlersOf<typeof registrationCalls> = {
  districtsSchoolsGrades: async (_, { ports }) => {
    const districts = await allDistricts(ports.db)
      .selectFrom('district')
      .select(['district_id', 'name', 'state_id'])
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('district_id')
      .execute();
    const schools = Map.groupBy(
      await allDistricts(ports.db)
        .selectFrom('school')
        .select(['district_id', 'school_id', 'name'])
        .where('closed_at', 'is', null)
        .orderBy('name')
        .orderBy('school_id')
        .execute(),
      (school) => school.district_id,
    );
    return {
      districts: districts.map((district) => ({
        ...district,
        schools: (schools.get(district.district_id) ?? []).map(({ school_id, name }) => ({ school_id, name })),
      })),
      grades: usualGrades,
    };
  },

  states: async (_, { ports }) => {
    const rows = await allDistricts(ports.db)
      .selectFrom('district')
      .select('state_id')
      .distinct()
      .where('state_id', 'is not', null)
      .where('removed_at', 'is', null)
      .execute();
    return rows
      .map((row) => ({ state_id: row.state_id as number, name: stateName(row.state_id as number) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  },

  districts: ({ query }, { ports }) =>
    allDistricts(ports.db)
      .selectFrom('district')
      .select(['district_id', 'name', 'state_id'])
      .where('state_id', '=', query.state_id)
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('district_id')
      .execute(),

  grades: async () => usualGrades,

  registerUser: async ({ body }, context) => {
    const { ports } = context;
    await countRequest(context);
    if ((await schoolOf(ports, body)).closed_at !== null) throw notFound('school');
    const known = await allDistricts(ports.db)
      .selectFrom('app_user')
      .select('user_puid')
      .where(sql`lower(email)`, '=', body.email.toLowerCase())
      .limit(1)
      .executeTakeFirst();
    if (known) throw refuse('emailTaken');
    if ((await activators(ports, body)).length === 0) throw refuse('nobodyActivates');
    const request = await tenant(ports.db, body.district_id)
      .insertInto('registration_request')
      .values({
        ...body,
        request_id: newSecret(ports),
        state: 'waiting',
        user_name: null,
        grade: null,
        user_puid: null,
        created_at: ports.now(),
        decided_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sendConfirmation(context, request);
    return { request_id: request.request_id };
  },

  resendVerificationLink: async ({ query }, context) => {
    const { ports } = context;
    await countRequest(context);
    const request = await requestOf(ports, query.request_id);
    if (!request) throw notFound('registration');
    const key = `resend:${request.request_id}`;
    await takeTries(ports, { key, most: mostMails });
    if (request.state === 'done') throw refuse('registrationComplete');
    await sendConfirmation(context, request);
    return null;
  },

  verifyUserLink: async ({ query }, context) => {
    const { ports } = context;
    const link = await liveLink(ports, query.Id, ['confirm', 'activate']);
    const request = await requestOf(ports, link.subject);
    if (!request) throw notFound('registration');
    if (link.kind === 'confirm') {
      await tenant(ports.db, request.district_id)
        .updateTable('registration_request')
        .set({ state: 'confirmed' })
        .where('request_id', '=', request.request_id)
        .where('state', '=', 'waiting')
        .execute();
      return { kind: 'confirmed', registration: await shown(ports, (await requestOf(ports, link.subject)) ?? request) };
    }
    await transact(tenant(ports.db, request.district_id), async (trx) => {
      await useUp(trx, ports, link);
      await decideRegistration(trx, ports, Number(request.user_puid));
      await trx.updateTable('app_user').set({ active: 1 }).where('user_puid', '=', request.user_puid).execute();
      await writeAudit(ports, trx, {
        district_id: request.district_id,
        actor_puid: request.user_puid ?? 0,
        action: 'registration.activate',
        subject: `user ${request.user_puid ?? 0}`,
        detail: { by: 'link to an administrator' },
      });
    });
    const user = await activeUser(ports, { district_id: request.district_id, user_puid: Number(request.user_puid) });
    if (user) await sendActivated(ports, context.request, request.email, user);
    return { kind: 'activated', registration: await shown(ports, request) };
  },

  verifyRegistrationLink: async ({ query }, { ports }) => {
    const request = await requestOf(ports, query.request_id);
    if (!request) throw notFound('registration');
    return { state: request.state };
  },

  submitUserDetails: async ({ body }, { ports }) => {
    const { request } = await ownRequest(ports, body.Id);
    if (request.state === 'waiting') throw refuse('emailUnconfirmed');
    const taken = await tenant(ports.db, request.district_id)
      .selectFrom('app_user')
      .select('user_puid')
      .where('user_key', '=', body.user_name.toLowerCase())
      .executeTakeFirst();
    if (taken) throw takenName;
    const updated = await tenant(ports.db, request.district_id)
      .updateTable('registration_request')
      .set({ state: 'detailed', user_name: body.user_name, grade: body.grade })
      .where('request_id', '=', request.request_id)
      .where('state', 'in', ['confirmed', 'detailed'])
      .returningAll()
      .executeTakeFirst();
    if (!updated) throw refuse('registrationComplete');
    return shown(ports, updated);
  },

  signup: async ({ body }, context) => {
    const { ports } = context;
    const { link, request } = await ownRequest(ports, body.Id);
    const { user_name } = request;
    if (request.state !== 'detailed' || user_name === null) throw refuse('userNameMissing');
    const password_hash = await hashOfNew(ports, context.request, body.password, { ...request, user_name });
    const user_puid = ports.newId();
    try {
      await transact(tenant(ports.db, request.district_id), async (trx) => {
        await useUp(trx, ports, link);
        await trx
          .insertInto('app_user')
          .values({
            user_puid,
            user_name,
            user_key: user_name.toLowerCase(),
            password_hash,
            role_id: Role.teacher,
            first_name: request.first_name,
            last_name: request.last_name,
            email: request.email,
            school_id: request.school_id,
            grade: request.grade,
            sourced_id: null,
            active: 0,
            language: languageOf(context.request) ?? null,
            token_version: 1,
            created_at: ports.now(),
          })
          .execute();
        await trx
          .updateTable('registration_request')
          .set({ state: 'done', user_puid })
          .where('request_id', '=', request.request_id)
          .execute();
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw takenName;
      throw error;
    }
    const school = await schoolOf(ports, request);
    const Id = await makeLink(tenant(ports.db, request.district_id), ports, {
      kind: 'activate',
      subject: request.request_id,
      life: activateDays * day,
    });
    const teacher = { name: `${request.first_name} ${request.last_name}`, email: request.email, school: school.name };
    const facts = { ...teacher, link: `${ports.origin()}/account/activation?Id=${Id}`, until: ports.now() + activateDays * day };
    for (const administrator of await activators(ports, request))
      await ports.mail.send(
        { recipient: administrator.email, kind: 'activate', district_id: administrator.district_id, until: facts.until },
        async () => mailOf('activate', facts, await readerOf(ports, administrator, context.request)),
      );
    return shown(ports, { ...request, state: 'done' });
  },
};
