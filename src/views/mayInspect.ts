import { administrators } from '../../contract/kit.ts';
import type { Configuration } from '../machines/app/appMachine.ts';

/** Who may see the running charts: any signed-in user in development; administrators in a build whose configuration allows it. */
export const mayInspect = (role: number | undefined, configuration: Configuration | null, isDevelopment = import.meta.env.DEV): boolean =>
  role !== undefined && (isDevelopment || (configuration?.developerPages === true && administrators.some((allowed) => allowed === role)));
