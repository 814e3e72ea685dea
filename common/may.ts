import { type Call, everyone, Role, type RoleId } from '../contract/kit.ts';

/** Who asks: the signed-in user of the browser, or the user of a token on the server. */
interface Asker {
  role: number;
  /** Set while an administrator acts as this user. */
  acting?: unknown;
}

/**
 * Whether a user may make a call, and for this person of a list, if one is given. The declaration of the call says who may; the server
 * refuses by it, and screens leave out or lock what it denies. The server also keeps everybody to their district or school. So does every
 * list, so that a screen need not ask.
 */
export function may(
  user: Asker,
  { access, refusedWhileActing, isFor }: Pick<Call, 'access' | 'refusedWhileActing' | 'isFor'>,
  person?: { role: number; active: boolean },
): boolean {
  if (access === 'public' || access === 'cookie') return true;
  if (!access.some((role) => role === user.role) || (refusedWhileActing && user.acting)) return false;
  if (!person || !isFor) return true;
  return (person.active || isFor === 'anyLowerRole') && person.role >= Role.student && person.role < user.role;
}

/** The roles that a user may give to others: those below their own, from student up. */
export const rolesBelow = (role: number): RoleId[] => everyone.filter((one) => one < role);
