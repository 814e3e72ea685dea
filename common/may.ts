import { type Call, everyone, Role, type RoleId, staff } from '../contract/kit.ts';
import type { Right } from '../contract/rights.ts';

/** Who asks: the signed-in user of the browser, or the user of a token on the server. */
interface Asker {
  role: number;
  /** Set while an administrator acts as this user. */
  acting?: unknown;
  /** Rights beside those of the role. */
  rights?: readonly Right[];
}

/**
 * Whether a user may make a call, and for this person of a list, if one is given. The declaration of the call says who may; the server
 * refuses by it, and screens leave out or lock what it denies. A right that was given counts like the role. The server also keeps everybody
 * to their district or school. So does every list, so that a screen need not ask.
 */
export function may(
  user: Asker,
  { access, refusedWhileActing, isFor, right }: Pick<Call, 'access' | 'refusedWhileActing' | 'isFor' | 'right'>,
  person?: { role: number; active: boolean },
): boolean {
  if (access === 'public' || access === 'cookie') return true;
  const isGiven = right !== undefined && user.rights?.includes(right) && staff.some((role) => role === user.role);
  if (!(isGiven || access.some((role) => role === user.role)) || (refusedWhileActing && user.acting)) return false;
  if (!person || !isFor) return true;
  return (person.active || isFor === 'anyLowerRole') && person.role >= Role.student && person.role < user.role;
}

/** The roles that a user may give to others: those below their own, from student up. */
export const rolesBelow = (role: number): RoleId[] => everyone.filter((one) => one < role);
