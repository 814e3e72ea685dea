import type { ComponentType } from 'react';
import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject, redirect, useLoaderData } from 'react-router-dom';
import { type RoleId, students } from '../../contract/kit.ts';
import { decodeIds } from './routeValue.ts';
import type { Screen } from './screen.ts';
import { type Session, settled } from './settled.ts';
import { SignedInProviders } from './shell/SignedInProviders.tsx';
import { dashboard } from './student/dashboard.screen.ts';

/** The first screen of students. All others are in the tables of `screenTables.ts`. */
export const screens: readonly Screen[] = [{ ...dashboard, load: () => import('./student/DashboardPage.tsx') }];

const studentLayout = () => import('./shell/StudentLayout.tsx');
const staffLayout = () => import('./shell/StaffLayout.tsx');
const isStudent = (role: number) => students.some((one) => one === role);

/**
 * The signed-in user's frame, from the route's loader. A route's own `lazy` would choose once, perhaps before sign-in, and React's `lazy`
 * would draw an empty page first.
 */
function Layout() {
  const Frame = useLoaderData() as ComponentType | null;
  return Frame ? <Frame /> : null;
}

const isPlayer = ({ frame }: Screen) => frame === 'player';

/** Builds the routes of screens. Each checks the role, then that its value decodes. */
function routesFor(sessionOf: () => Session) {
  /** Null when signed out: the area's own guard redirects to the sign-in page. */
  const roleAmong = async (roles: readonly RoleId[]): Promise<RoleId | null> => {
    const snapshot = await settled(sessionOf());
    if (snapshot.hasTag('signedOut')) return null;
    const role = roles.find((allowed) => allowed === snapshot.context.user?.role);
    if (role === undefined) throw new Response(null, { status: 403 });
    return role;
  };
  const toRoute = ({ path, roles, ids, load }: Screen): RouteObject => ({
    path,
    loader: async ({ params }) => {
      const role = await roleAmong(roles);
      if (role !== null && ids !== undefined && !decodeIds(params.value, ids)) throw new Response(null, { status: 404 });
      return null;
    },
    lazy: async () => ({ Component: (await load()).default }),
  });
  const leadOn = (path: string, roles: readonly RoleId[], to: string): RouteObject => ({
    path,
    loader: async () => {
      const role = await roleAmong(roles);
      return role === null ? null : redirect(to);
    },
    element: null,
  });
  return {
    /** Screens in the frame of the role. */
    framed: (of: readonly Screen[]) => of.filter((screen) => !isPlayer(screen)).map(toRoute),
    /** Screens that fill the page, and redirects from addresses without their last segment to the list that supplies it. */
    bare: (of: readonly Screen[]) => [
      ...of.filter(isPlayer).map(toRoute),
      ...of.flatMap(({ path, roles, list }) => (list ? [leadOn(path.replace(/\/[^/]+$/, ''), roles, `/authenticated/${list}`)] : [])),
    ],
  };
}

/** The routes behind the sign-in. */
export function authenticatedRoutes(sessionOf: () => Session, table: readonly Screen[] = screens): RouteObject[] {
  const { framed, bare } = routesFor(sessionOf);
  return [
    {
      id: 'signedIn',
      element: <SignedInProviders />,
      children: [
        {
          id: 'frame',
          loader: async () => {
            const { user } = (await settled(sessionOf())).context;
            return user ? (await (isStudent(user.role) ? studentLayout() : staffLayout())).default : null;
          },
          element: <Layout />,
          children: framed(table),
        },
        ...bare(table),
      ],
    },
  ];
}

/** Adds the routes for an address behind the sign-in: the dashboard's, and if it is another, those of each table until one has it. */
export async function patchArea({ path, patch }: Parameters<PatchRoutesOnNavigationFunction>[0], sessionOf: () => Session): Promise<void> {
  const holds = (routes: RouteObject[]) => matchRoutes([{ path: '/authenticated', children: routes }], path) !== null;
  const routes = authenticatedRoutes(sessionOf);
  patch('authenticated', routes);
  if (holds(routes)) return;
  const { framed, bare } = routesFor(sessionOf);
  const { tables } = await import('./screenTables.ts');
  for (const { load } of tables.toSorted((a, b) => Number(b.of.test(path)) - Number(a.of.test(path)))) {
    const screens = await load();
    const [inFrame, filling] = [framed(screens), bare(screens)];
    patch('frame', inFrame);
    patch('signedIn', filling);
    if (holds([...inFrame, ...filling])) return;
  }
}
