import type { Calls } from '../../../contract/index.ts';
import type { InputOf } from '../../../contract/kit.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { World } from './world.ts';

/** One valid request of a call: who makes it, and with what. */
export interface Case<Name extends keyof Calls> {
  /** Name of a person of the fixture; none for public and cookie calls. */
  as?: string;
  input: (world: World) => InputOf<Calls[Name]>;
  /** What a person of the same role in another district gets for the very same ids (with their own user id): not found, unless the call has none of a district. */
  inOtherDistrict?: 200 | 400 | 403;
  /** Fields of the address that may hold any text. */
  lenient?: readonly string[];
  /** The code with which this world refuses even a valid request: what it needs is tested on its own. */
  refused?: 400 | 404;
}

/** The cases of some calls. */
export type Cases<Name extends keyof Calls> = { [Key in Name]: Case<Key> };

/** The fixture's student and teacher, as parameters. */
export const ana = { user_puid: ids.ana };
export const tess = { user_puid: ids.tess };
