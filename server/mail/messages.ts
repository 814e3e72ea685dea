import { TZDate, tzName } from '@date-fns/tz';
import type { Locale } from 'date-fns';
import { format } from 'date-fns/format';
import { enUS } from 'date-fns/locale/en-US';
import { es } from 'date-fns/locale/es';
import type { Row } from '../db/schema.ts';
import { type Language, languageOf } from '../kit/language.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import type { MailText } from './mailer.ts';

/** Language and time zone of an email's reader. */
export interface Reader {
  language: Language;
  /** IANA name of the reader's district. */
  time_zone: string;
}

/** Parameters of each email. Numbers are instants (ms since 1970). Links are the product's own, and only they contain the secret. */
export interface MailFacts {
  reset: { name: string; link: string; until: number };
  firstLink: { name: string; district: string; link: string; until: number };
  confirm: { name: string; link: string; until: number };
  activate: { name: string; email: string; school: string; link: string; until: number };
  activated: { name: string; user_name: string; link: string };
  changedAddress: { name: string; at: number };
  factorAdded: { name: string; at: number };
  factorRemoved: { name: string; at: number };
  factorReset: { name: string; at: number };
  factorRecovered: { name: string; at: number };
  factorCodes: { name: string; at: number };
}
export type MailSort = keyof MailFacts;

/** The parameters as text, with instants formatted for the reader. */
type Written<S extends MailSort> = { [Fact in keyof MailFacts[S]]: string };
type Words = { [S in MailSort]: (facts: Written<S>) => MailText };

const ifNotYou = {
  en: 'If it was not you, tell your administrator right away.',
  es: 'Si no fuiste tú, avisa enseguida a la administración de tu escuela.',
};
const factor = {
  en: (name: string, what: string): MailText => ({
    subject: 'Your two-step sign-in',
    text: `Hello ${name},\n\n${what}\n\n${ifNotYou.en}`,
  }),
  es: (name: string, what: string): MailText => ({
    subject: 'Tu verificación en dos pasos',
    text: `Hola, ${name}:\n\n${what}\n\n${ifNotYou.es}`,
  }),
};

const words: Record<Language, Words> = {
  en: {
    reset: ({ name, link, until }) => ({
      subject: 'Choose a new password',
      text: `Hello ${name},

Someone, most likely you, asked for a new password for your Orrery account. Choose it here:

${link}

The link works once, until ${until}. If it was not you, do nothing. Your password stays the same.`,
    }),
    firstLink: ({ name, district, link, until }) => ({
      subject: 'Orrery is set up',
      text: `Hello ${name},

Orrery is set up for ${district}, and you are its administrator. Once it is started, choose your password here:

${link}

The link works once, until ${until}.`,
    }),
    confirm: ({ name, link, until }) => ({
      subject: 'Confirm your email address',
      text: `Hello ${name},

You requested an Orrery teacher account. Confirm that this address is yours to continue:

${link}

The link works until ${until}. If it was not you, do nothing. No account will be created.`,
    }),
    activate: ({ name, email, school, link, until }) => ({
      subject: `${name} requests a teacher account`,
      text: `${name} (${email}) requests a teacher account at ${school}. The email address is confirmed.

If you know that this person teaches at the school, activate the account here:

${link}

The link works until ${until}. If you do not know this person, do nothing. The account cannot be used unless you activate it.`,
    }),
    activated: ({ name, user_name, link }) => ({
      subject: 'Your account is ready',
      text: `Hello ${name},

Your account is active. Sign in as ${user_name}:

${link}`,
    }),
    changedAddress: ({ name, at }) => ({
      subject: 'Your email address was changed',
      text: `Hello ${name},

The email address of your Orrery account was changed on ${at}. From now on, emails go to the new address.

${ifNotYou.en}`,
    }),
    factorAdded: ({ name, at }) =>
      factor.en(name, `A new way to confirm your sign-in (an authenticator app or a passkey) was added to your Orrery account on ${at}.`),
    factorRemoved: ({ name, at }) =>
      factor.en(name, `A way to confirm your sign-in (an authenticator app or a passkey) was removed from your Orrery account on ${at}.`),
    factorReset: ({ name, at }) =>
      factor.en(
        name,
        `An administrator reset two-step sign-in for your Orrery account on ${at}. Sign in with your password, and set it up again.`,
      ),
    factorRecovered: ({ name, at }) =>
      factor.en(
        name,
        `Someone, most likely you, signed in to your Orrery account with a recovery code on ${at}. That code does not work again.`,
      ),
    factorCodes: ({ name, at }) =>
      factor.en(name, `New recovery codes were created for your Orrery account on ${at}. All earlier codes have stopped working.`),
  },
  es: {
    reset: ({ name, link, until }) => ({
      subject: 'Elige una contraseña nueva',
      text: `Hola, ${name}:

Alguien, seguramente tú, pidió una contraseña nueva para tu cuenta de Orrery. Elígela aquí:

${link}

El enlace sirve una sola vez, hasta el ${until}. Si no fuiste tú, no hagas nada: tu contraseña sigue como está.`,
    }),
    firstLink: ({ name, district, link, until }) => ({
      subject: 'Orrery está listo',
      text: `Hola, ${name}:

Orrery está listo para ${district}, y tú te encargas de su administración. Cuando esté en marcha, elige aquí tu contraseña:

${link}

El enlace sirve una sola vez, hasta el ${until}.`,
    }),
    confirm: ({ name, link, until }) => ({
      subject: 'Confirma tu correo electrónico',
      text: `Hola, ${name}:

Solicitaste una cuenta de docente de Orrery. Confirma que este correo es tuyo para continuar:

${link}

El enlace sirve hasta el ${until}. Si no fuiste tú, no hagas nada: no se crea ninguna cuenta.`,
    }),
    activate: ({ name, email, school, link, until }) => ({
      subject: `${name} solicita una cuenta de docente`,
      text: `${name} (${email}) solicita una cuenta de docente en ${school}. El correo está confirmado.

Si sabes que esta persona enseña en la escuela, activa la cuenta aquí:

${link}

El enlace sirve hasta el ${until}. Si no sabes quién es, no hagas nada. La cuenta no se puede usar si tú no la activas.`,
    }),
    activated: ({ name, user_name, link }) => ({
      subject: 'Tu cuenta está lista',
      text: `Hola, ${name}:

Tu cuenta está activa. Inicia sesión como ${user_name}:

${link}`,
    }),
    changedAddress: ({ name, at }) => ({
      subject: 'Tu correo electrónico cambió',
      text: `Hola, ${name}:

El correo de tu cuenta de Orrery se cambió el ${at}. Desde ahora los mensajes van al nuevo.

${ifNotYou.es}`,
    }),
    factorAdded: ({ name, at }) =>
      factor.es(
        name,
        `El ${at} se agregó a tu cuenta de Orrery una forma nueva de confirmar tu inicio de sesión (una aplicación de autenticación o una llave de acceso).`,
      ),
    factorRemoved: ({ name, at }) =>
      factor.es(
        name,
        `El ${at} se quitó de tu cuenta de Orrery una forma de confirmar tu inicio de sesión (una aplicación de autenticación o una llave de acceso).`,
      ),
    factorReset: ({ name, at }) =>
      factor.es(
        name,
        `El ${at} la administración restableció la verificación en dos pasos de tu cuenta de Orrery. Inicia sesión con tu contraseña y configúrala de nuevo.`,
      ),
    factorRecovered: ({ name, at }) =>
      factor.es(
        name,
        `El ${at} alguien, seguramente tú, inició sesión en tu cuenta de Orrery con un código de recuperación. Ese código ya no sirve.`,
      ),
    factorCodes: ({ name, at }) =>
      factor.es(name, `El ${at} se crearon códigos de recuperación nuevos para tu cuenta de Orrery. Los anteriores ya no sirven.`),
  },
};

/** Every email the product sends. */
export const mailSorts = Object.keys(words.en) as MailSort[];

const moments: Record<Language, { pattern: string; locale: Locale }> = {
  en: { pattern: "EEEE, MMMM d, yyyy 'at' h:mm a", locale: enUS },
  es: { pattern: "EEEE, d 'de' MMMM 'de' yyyy, h:mm aaaa", locale: es },
};
/** Day, time and zone of an instant (ms), where the reader is. */
function timeIn({ language, time_zone }: Reader, instant: number): string {
  const { pattern, locale } = moments[language];
  const time = new TZDate(instant, time_zone);
  return `${format(time, pattern, { locale })} ${tzName(time_zone, time, 'short')}`;
}

/** Subject and text of an email, in the reader's language and time zone. */
export function mailOf<S extends MailSort>(sort: S, facts: MailFacts[S], reader: Reader): MailText {
  const written = Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'number' ? timeIn(reader, fact) : fact]);
  return words[reader.language][sort](Object.fromEntries(written) as Written<S>);
}

/**
 * The reader of an email about an account. Language: the stored one, else that of the triggering request, else English. Time zone: the
 * district's.
 */
export async function readerOf(
  { db }: Pick<Ports, 'db'>,
  { district_id, language }: Pick<Row<'app_user'>, 'district_id'> & Partial<Pick<Row<'app_user'>, 'language'>>,
  request: Request,
): Promise<Reader> {
  const asked = languageOf(request);
  const district = await tenant(db, district_id).selectFrom('district').select(['time_zone', 'language']).executeTakeFirstOrThrow();
  return { language: language ?? asked ?? district.language ?? 'en', time_zone: district.time_zone };
}
