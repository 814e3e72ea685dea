import type { Calls } from '../../../contract/index.ts';
import type { InputOf } from '../../../contract/kit.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { World } from './world.ts';

/** One valid request of a call: who makes it, with what input. */
export interface Case<Name extends keyof Calls> {
  /** Name of a person in the fixture; omitted for public and cookie calls. */
  as?: string;
  input: (world: World) => InputOf<Calls[Name]>;
  /** Fields that differ from one request to the next, if the same again would be a repetition and store nothing. */
  again?: (at: number) => Partial<InputOf<Calls[Name]>>;
  /**
   * Response code for a person of the same role in another district with the very same ids (but their own user id). Default: not found. Set
   * for calls without ids of a district.
   */
  inOtherDistrict?: 200 | 400 | 403;
  /** Query fields that accept any text. */
  lenient?: readonly string[];
  /** Code with which this world refuses even a valid request. Its prerequisites are tested separately. */
  refused?: 400 | 404 | 409;
}

/** The cases of some calls. */
export type Cases<Name extends keyof Calls> = { [Key in Name]: Case<Key> };

/** The fixture's student and teacher, as parameters. */
export const ana = { user_puid: ids.ana };
export const tess = { user_puid: ids.tess };
