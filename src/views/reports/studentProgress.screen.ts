import { staff } from '../../../contract/kit.ts';
import { paths } from '../paths.ts';
import type { ScreenAddress } from '../screen.ts';

/** One student of a class over a period. */
export default { path: 'mygroups/studentProgress/:value', list: paths.groups, roles: staff, ids: 2 } as const satisfies ScreenAddress;
