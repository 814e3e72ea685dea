import { parseAccept } from 'hono/utils/accept';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import { tenant } from './tenant.ts';

/** Supported languages. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The first supported language in an `Accept-Language` list; undefined if there is none. */
export function languageIn(list: string): Language | undefined {
  for (const { type, q } of parseAccept(list)) {
    const [wanted] = type.toLowerCase().split('-');
    const found = languages.find((one) => one === wanted);
    if (found && q > 0) return found;
  }
  return undefined;
}

/** Language of the requester. The product's own pages send the user's choice. */
export const languageOf = (request: Request): Language | undefined => languageIn(request.headers.get('accept-language') ?? '');

/** Stores a signed-in user's language, for e-mails that others trigger. */
export async function rememberLanguage(
  { db }: Pick<Ports, 'db'>,
  request: Request,
  { district_id, user_puid, language }: Pick<Row<'app_user'>, 'district_id' | 'user_puid' | 'language'>,
): Promise<void> {
  const chosen = languageOf(request);
  if (chosen === undefined || chosen === language) return;
  await tenant(db, district_id).updateTable('app_user').set({ language: chosen }).where('user_puid', '=', user_puid).execute();
}
