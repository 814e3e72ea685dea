import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { Challenge, SignedIn } from '../../contract/login.ts';
import { type Language, languageIn, languages } from '../../server/kit/language.ts';
import { type MailSort, mailOf, mailSorts } from '../../server/mail/messages.ts';
import { codeAt, setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { evening, sampleFacts } from './mailFacts.ts';
import type { Answer, TestClient, TestServer } from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
  for (const name of ['tess', 'sue', 'dan'] as const)
    await server.db
      .updateTable('app_user')
      .set({ email: `${name}@hill.example` })
      .where('user_puid', '=', ids[name])
      .execute();
});

/** Replaces every kind of space with a plain one. */
const plain = (text: string) => text.replaceAll(/[^\S\n]/g, ' ');

interface Told {
  subject: string;
  /** Part of the text, with formatted dates. It is Tuesday morning in Chicago: 15:00 UTC. */
  says: string;
}
/** Every e-mail in both languages, written out by hand. */
const expected: Record<MailSort, Record<Language, Told>> = {
  reset: {
    en: { subject: 'Choose a new password', says: 'The link works once, until Tuesday, January 15, 2030 at 9:30 AM CST.' },
    es: {
      subject: 'Elige una contraseña nueva',
      says: 'El enlace sirve una sola vez, hasta el martes, 15 de enero de 2030, 9:30 a.m. CST.',
    },
  },
  firstLink: {
    en: { subject: 'Orrery is set up', says: 'Orrery is set up for Cedar Valley, and you are its administrator.' },
    es: { subject: 'Orrery está listo', says: 'Orrery está listo para Cedar Valley, y tú te encargas de su administración.' },
  },
  confirm: {
    en: { subject: 'Confirm your email address', says: 'The link works until Friday, January 18, 2030 at 9:00 AM CST.' },
    es: { subject: 'Confirma tu correo electrónico', says: 'El enlace sirve hasta el viernes, 18 de enero de 2030, 9:00 a.m. CST.' },
  },
  activate: {
    en: { subject: 'Dana Reyes requests a teacher account', says: 'until Tuesday, January 29, 2030 at 9:00 AM CST.' },
    es: { subject: 'Dana Reyes solicita una cuenta de docente', says: 'hasta el martes, 29 de enero de 2030, 9:00 a.m. CST.' },
  },
  activated: {
    en: { subject: 'Your account is ready', says: 'Your account is active. Sign in as dana:' },
    es: { subject: 'Tu cuenta está lista', says: 'Tu cuenta está activa. Inicia sesión como dana:' },
  },
  changedAddress: {
    en: { subject: 'Your email address was changed', says: 'was changed on Tuesday, January 15, 2030 at 9:00 AM CST.' },
    es: { subject: 'Tu correo electrónico cambió', says: 'se cambió el martes, 15 de enero de 2030, 9:00 a.m. CST.' },
  },
  factorAdded: {
    en: { subject: 'Your two-step sign-in', says: 'was added to your Orrery account on Tuesday, January 15, 2030 at 9:00 AM CST.' },
    es: { subject: 'Tu verificación en dos pasos', says: 'El martes, 15 de enero de 2030, 9:00 a.m. CST se agregó a tu cuenta de Orrery' },
  },
  factorRemoved: {
    en: { subject: 'Your two-step sign-in', says: 'was removed from your Orrery account on Tuesday, January 15, 2030 at 9:00 AM CST.' },
    es: { subject: 'Tu verificación en dos pasos', says: 'El martes, 15 de enero de 2030, 9:00 a.m. CST se quitó de tu cuenta de Orrery' },
  },
  factorReset: {
    en: {
      subject: 'Your two-step sign-in',
      says: 'reset two-step sign-in for your Orrery account on Tuesday, January 15, 2030 at 9:00 AM CST.',
    },
    es: { subject: 'Tu verificación en dos pasos', says: 'El martes, 15 de enero de 2030, 9:00 a.m. CST la administración restableció' },
  },
  factorRecovered: {
    en: { subject: 'Your two-step sign-in', says: 'with a recovery code on Tuesday, January 15, 2030 at 9:00 AM CST.' },
    es: { subject: 'Tu verificación en dos pasos', says: 'El martes, 15 de enero de 2030, 9:00 a.m. CST alguien, seguramente tú,' },
  },
  factorCodes: {
    en: {
      subject: 'Your two-step sign-in',
      says: 'for your Orrery account on Tuesday, January 15, 2030 at 9:00 AM CST. All earlier codes',
    },
    es: {
      subject: 'Tu verificación en dos pasos',
      says: 'El martes, 15 de enero de 2030, 9:00 a.m. CST se crearon códigos de recuperación',
    },
  },
};

describe('every e-mail', () => {
  it.each(mailSorts)('%s says in both languages what there is to say, and when in the reader’s time', (sort) => {
    const facts = sampleFacts[sort];
    const [en, es] = languages.map((language) => mailOf(sort, facts, { language, time_zone: 'America/Chicago' }));
    expect(en?.subject).not.toBe(es?.subject);
    for (const [language, mail] of [
      ['en', en],
      ['es', es],
    ] as const) {
      const text = plain(`${mail?.subject}\n${mail?.text}`);
      const time = { en: 'Thursday, July 4, 2030 at 8:30 PM CDT', es: 'jueves, 4 de julio de 2030, 8:30 p.m. CDT' }[language];
      for (const fact of Object.values(facts)) expect(text).toContain(typeof fact === 'number' ? time : fact);
      expect(text).not.toMatch(/undefined|\[object|\d{10}/);
    }
    const english = /\b(the|your|and|until|account|link)\b/i;
    expect(plain(es?.text ?? '').replaceAll(/http\S+/g, '')).not.toMatch(english);
    const madrid = mailOf(sort, facts, { language: 'en', time_zone: 'Europe/Madrid' });
    if (Object.values(facts).includes(evening as never)) expect(plain(madrid.text)).toContain('Friday, July 5, 2030 at 3:30 AM GMT+2');
  });
});

it.each(languages)('says in %s that a district is set up, where nobody has asked for it', (language) => {
  const mail = mailOf('firstLink', sampleFacts.firstLink, { language, time_zone: 'UTC' });
  expect(mail).toEqual({ subject: expected.firstLink[language].subject, text: expect.stringContaining(expected.firstLink[language].says) });
});

/** Makes a call that triggers an e-mail. */
type Act = (call: Call, input: Record<string, unknown>, as?: Pick<TestClient, 'token'>) => Promise<Answer>;
const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: ids.school };
const idFor = async (recipient: string) =>
  /Id=([\w-]+)/.exec((await server.mails()).findLast((mail) => mail.recipient === recipient)?.text ?? '')?.[1] ?? '';
const quietly: Act = (call, input) => server.call(call, input);
async function register(act: Act): Promise<void> {
  await act(calls.registerUser, applicant);
}
async function signUp(act: Act): Promise<void> {
  await register(quietly);
  const Id = await idFor(applicant.email);
  await server.call(calls.verifyUserLink, { Id });
  await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: null });
  await act(calls.signup, { Id, password: 'quite new' });
}
const password = 'science-rocks';

/** What triggers each e-mail, and who gets it. */
const causes: { [S in Exclude<MailSort, 'firstLink'>]: { to: string; cause: (act: Act) => Promise<unknown> } } = {
  reset: { to: 'tess@hill.example', cause: (act) => act(calls.retrievePassword, { emailid: 'tess@hill.example' }) },
  confirm: { to: applicant.email, cause: register },
  activate: { to: 'sue@hill.example', cause: signUp },
  activated: {
    to: applicant.email,
    cause: async (act) => {
      await signUp(quietly);
      await act(calls.verifyUserLink, { Id: await idFor('sue@hill.example') });
    },
  },
  changedAddress: {
    to: 'tess@hill.example',
    cause: async (act) => {
      const tess = await server.signIn('tess');
      const own = { user_puid: ids.tess, first_name: 'Tess', last_name: 'Person', current_password: password };
      await act(calls.updateUserDetail, { ...own, email: 'other@hill.example' }, tess);
    },
  },
  factorAdded: {
    to: 'dan@hill.example',
    cause: async (act) => {
      const dan = await server.signIn('dan');
      const { challenge } = await dan.ok(calls.beginEnrollment, { user_puid: ids.dan, current_password: password });
      const { uri } = (await dan.ok(calls.enrollmentOffer, { challenge })).totp;
      await act(calls.enrollAuthenticator, { challenge, name: 'App', code: codeAt(uri, server.clock.now) }, dan);
    },
  },
  factorRemoved: {
    to: 'dan@hill.example',
    cause: async (act) => {
      const { client } = await setUpAuthenticator(server, 'dan', ids.dan);
      const { factors } = await client.ok(calls.secondFactors, { user_puid: ids.dan });
      await act(calls.removeSecondFactor, { user_puid: ids.dan, factor_id: factors[0]?.factor_id, current_password: password }, client);
    },
  },
  factorReset: {
    to: 'dan@hill.example',
    cause: async (act) => {
      await setUpAuthenticator(server, 'dan', ids.dan);
      const max = await server.signIn('max');
      await act(calls.resetSecondFactors, { user_puid: ids.max, reset_puid: ids.dan, district_id: 1 }, max);
    },
  },
  factorRecovered: {
    to: 'dan@hill.example',
    cause: async (act) => {
      const { recovery_codes } = await setUpAuthenticator(server, 'dan', ids.dan);
      const { challenge } = (await server.call(calls.login, { username: 'dan', password })).data as Challenge;
      await act(calls.answerWithCode, { challenge, code: recovery_codes[0] });
    },
  },
  factorCodes: {
    to: 'dan@hill.example',
    cause: async (act) => {
      const { client } = await setUpAuthenticator(server, 'dan', ids.dan);
      await act(calls.renewRecoveryCodes, { user_puid: ids.dan, current_password: password }, client);
    },
  },
};
/** Language of the e-mail, by the reader's stored language and the request's. */
const readers: { stored: Language | null; request: string | null; read: Language; unlessNew?: Language }[] = [
  { stored: 'es', request: 'en-US,en;q=0.9', read: 'es', unlessNew: 'en' },
  { stored: 'en', request: 'es', read: 'en', unlessNew: 'es' },
  { stored: null, request: 'fr, es-MX;q=0.8, en;q=0.5', read: 'es' },
  { stored: null, request: 'en', read: 'en' },
  { stored: null, request: 'fr', read: 'en' },
  { stored: null, request: null, read: 'en' },
];

describe('who gets an e-mail reads it in their language', () => {
  it('which is looked at for all of them', () => {
    // The missing one is sent by the program that sets up a district, before anyone has an account.
    expect(Object.keys(causes).toSorted()).toEqual(mailSorts.filter((sort) => sort !== 'firstLink').toSorted());
  });
  describe.each(Object.entries(causes) as [keyof typeof causes, (typeof causes)['reset']][])('%s', (sort, { to, cause }) => {
    it.each(readers)('account: $stored, request: $request', async ({ stored, request, read, unlessNew }) => {
      let before: number[] = [];
      const act: Act = async (call, input, as) => {
        before = (await server.mails()).map(({ mail_id }) => mail_id);
        await server.db.updateTable('app_user').set({ language: stored }).execute();
        const answer = await server.call(call, input, {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(request !== null && { 'accept-language': request }),
        });
        expect(answer.code, answer.message).toBe(200);
        return answer;
      };
      await cause(act);
      const sent = async () => (await server.mails()).filter((mail) => mail.recipient === to && !before.includes(mail.mail_id));
      await expect.poll(sent).toHaveLength(1);
      const [mail] = await sent();
      // An applicant has no account yet.
      const told = expected[sort][sort === 'confirm' ? (unlessNew ?? read) : read];
      expect(mail?.subject).toBe(told.subject);
      expect(plain(mail?.text ?? '')).toContain(told.says);
    });
  });
});

describe('the language of an account', () => {
  const languageOf = async (user_puid: number) =>
    (await server.db.selectFrom('app_user').select('language').where('user_puid', '=', user_puid).executeTakeFirstOrThrow()).language;
  const enter = (language?: string) =>
    server.call(calls.login, { username: 'tess', password }, language === undefined ? {} : { 'accept-language': language });

  it('is that of the last sign-in or page that said one', async () => {
    expect(await languageOf(ids.tess)).toBeNull();
    const answer = await enter('es');
    expect(await languageOf(ids.tess)).toBe('es');
    expect(await languageOf(ids.tom)).toBeNull();
    await enter();
    await enter('fr');
    expect(await languageOf(ids.tess)).toBe('es');
    const cookie = /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect((await server.call(calls.extend, {}, { cookie, 'accept-language': 'en-US' })).code).toBe(200);
    expect(await languageOf(ids.tess)).toBe('en');
  });

  it('is not that of an administrator who acts as its owner', async () => {
    await enter('es');
    const dan = await server.signIn('dan');
    const acting = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const headers = { authorization: `Bearer ${(acting as SignedIn).token}`, 'accept-language': 'en' };
    expect((await server.call(calls.userInfo, { user_puid: ids.tess }, headers)).code).toBe(200);
    expect(await languageOf(ids.tess)).toBe('es');
  });

  it('is what somebody reads who asks for an account', async () => {
    await signUp((call, input) => server.call(call, input, { 'accept-language': 'es-MX' }));
    const { user_puid } = await server.db
      .selectFrom('app_user')
      .select('user_puid')
      .where('user_key', '=', 'dana')
      .executeTakeFirstOrThrow();
    expect(await languageOf(user_puid)).toBe('es');
  });

  it.each([
    ['es', 'es'],
    ['ES-419', 'es'],
    ['en;q=0.2,es;q=0.7', 'es'],
    ['es;q=0, en-GB', 'en'],
    ['estonian', undefined],
    ['*', undefined],
    ['', undefined],
    [',;q=,=;"', undefined],
  ])('of “%s” is %s', (list, language) => expect(languageIn(list)).toBe(language));
});
