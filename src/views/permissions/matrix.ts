import { everyone, type RoleId } from '../../../contract/kit.ts';
import type { Module } from '../../../contract/modules.ts';
import { type MatrixRow, permissions } from '../../../contract/permissions.ts';
import type { Right } from '../../../contract/rights.ts';
import type { Send } from '../../services/kit/client.ts';
import type { Screen } from '../screen.ts';

/** A call or a screen, and the roles that may use it. */
export interface MatrixLine {
  key: string;
  kind: 'call' | 'screen';
  /** Method and path of a call, or the address of a screen. */
  name: string;
  module: Module | null;
  isOff: boolean;
  right: Right | null;
  roles: readonly number[];
  /** Roles to which the district has given it. */
  givenTo: readonly number[];
}

const lineOf = ({ name, method, path, module, is_off, right, roles, given_to }: MatrixRow): MatrixLine => ({
  key: name,
  kind: 'call',
  name: `${method} ${path}`,
  module,
  isOff: is_off,
  right,
  roles,
  givenTo: given_to,
});

const screenLine = ({ path, roles, withoutRight = roles, right }: Screen): MatrixLine => ({
  key: path,
  kind: 'screen',
  name: `/authenticated/${path.replace(/\/:\w+/g, '')}`,
  ...{ module: null, isOff: false, right: right ?? null, givenTo: [] },
  roles: everyone.filter((role) => withoutRight.includes(role as RoleId)),
});

/** The tables of screens, read when the matrix is: most readers of other screens never need them. */
async function allScreens(): Promise<readonly Screen[]> {
  const [{ screens }, { tables }] = await Promise.all([import('../authenticatedRoutes.tsx'), import('../screenTables.ts')]);
  return [...screens, ...(await Promise.all(tables.map(({ load }) => load()))).flat()];
}

/** Every call as the server guards it, and every screen as the route table does. */
export async function loadMatrix(send: Send, user_puid: number, signal?: AbortSignal): Promise<MatrixLine[]> {
  const [rows, screens] = await Promise.all([send(permissions.permissionMatrix, { user_puid }, signal ? { signal } : {}), allScreens()]);
  return [...rows.map(lineOf), ...screens.map(screenLine)];
}
