import { parseAccept } from 'hono/utils/accept';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import { tenant } from './tenant.ts';

/** The languages that people read in. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The first of a list of languages, as browsers write it, that we have; undefined: none, or it names none. */
export function languageIn(list: string): Language | undefined {
  for (const { type, q } of parseAccept(list)) {
    const [wanted] = type.toLowerCase().split('-');
    const found = languages.find((one) => one === wanted);
    if (found && q > 0) return found;
  }
  return undefined;
}

/** The language in which whoever makes a request reads. The product's own pages say which one a person has chosen. */
export const languageOf = (request: Request): Language | undefined => languageIn(request.headers.get('accept-language') ?? '');

/** Keeps the language in which somebody who is signed in reads, for e-mails that others cause. */
export async function rememberLanguage(
  { db }: Pick<Ports, 'db'>,
  request: Request,
  { district_id, user_puid, language }: Pick<Row<'app_user'>, 'district_id' | 'user_puid' | 'language'>,
): Promise<void> {
  const chosen = languageOf(request);
  if (chosen === undefined || chosen === language) return;
  await tenant(db, district_id).updateTable('app_user').set({ language: chosen }).where('user_puid', '=', user_puid).execute();
}
