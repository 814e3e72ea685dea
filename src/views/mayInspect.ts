import { administrators } from '../../contract/kit.ts';
import type { Configuration } from '../machines/app/appMachine.ts';

/** Who may see the running charts: whoever is signed in while the product is developed; administrators in a built one, if its configuration says so. */
export const mayInspect = (role: number | undefined, configuration: Configuration | null, isDevelopment = import.meta.env.DEV): boolean =>
  role !== undefined && (isDevelopment || (configuration?.developerPages === true && administrators.some((allowed) => allowed === role)));
