import { dictionary } from '@zxcvbn-ts/language-common';
import { leastPassword } from '../../contract/account.ts';
import type { Row } from '../db/schema.ts';
import { fieldReason } from './fieldReasons.ts';
import { refuse } from './handler.ts';
import type { Ports } from './ports.ts';

type Person = Pick<Row<'app_user'>, 'user_name' | 'first_name' | 'last_name'>;

/** Product words that add no strength to a password (OWASP ASVS 5.0, 6.1.2). */
const productWords = ['orrery', 'student', 'teacher', 'school', 'science', 'admin'];
/** Minimum letters and digits left after removing those words and the person's names. */
const fewestLeft = 5;
const shortestName = 3;

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

function isOwnNames(password: string, person: Person): boolean {
  const names = [person.user_name, person.first_name, person.last_name].flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u));
  const words = [...names.filter((name) => name.length >= shortestName), ...productWords].sort((a, b) => b.length - a.length);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain(password));
  return lettersAndDigits(left).length < fewestLeft;
}

/** 18,000 breached passwords of 8 or more characters, most common first. Loaded at startup, because a new build may replace its files. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].filter((password) => password.length >= leastPassword));

/** Whether attackers try this password first, ignoring case, blanks and surrounding symbols. */
export const isCommon = (password: string): boolean =>
  [plain(password), lettersAndDigits(plain(password))].some((text) => commonPasswords.has(text));

/**
 * Hashes a password chosen by a person; every password change ends here. Refuses passwords that are little more than names of the person or
 * product, or that many others use (OWASP ASVS 5.0, 6.2.4, 6.2.11, 6.2.12).
 */
export async function hashOfNew(ports: Ports, request: Request, password: string, person: Person | undefined): Promise<string> {
  if (person && isOwnNames(password, person)) throw refuse('passwordOwnName', {}, { fields: [fieldReason('password', 'easilyGuessed')] });
  if (isCommon(password)) throw refuse('passwordCommon', {}, { fields: [fieldReason('password', 'tooCommon')] });
  return ports.passwords.hash(password, ports.clientAddress(request));
}
