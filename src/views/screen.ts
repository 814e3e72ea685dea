import type { ComponentType } from 'react';
import type { RoleId } from '../../contract/kit.ts';
import type { Right } from '../../contract/rights.ts';
import { encodeRouteValue } from './routeValue.ts';

/** What a `*.screen.ts` file says of a screen of the signed-in area (specification, section 2): its address, and who may open it. */
export interface ScreenAddress {
  /** Below `/authenticated`. */
  path: string;
  roles: readonly RoleId[];
  /** The right that opens it to staff with another role. */
  right?: Right;
  /** Number of ids in the base64 `:value` of the path; several numbers if the last id is optional. */
  ids?: number | readonly number[];
  /** Path of the list that supplies the last segment: the address without it redirects there. Absent if that address is itself a screen. */
  list?: string;
  /** `player`: the screen fills the page. Default: the frame of the role. */
  frame?: 'player';
}

/** A screen of the signed-in area, and its loader. */
export interface Screen extends ScreenAddress {
  /** The roles that need no right, if a right opens it to others: then `roles` are all who get as far as its question. */
  withoutRight?: readonly RoleId[];
  load: () => Promise<{ default: ComponentType }>;
}

/** The address of a screen for these ids. */
export const addressOf = ({ path }: Pick<ScreenAddress, 'path'>, ...ids: readonly number[]): string =>
  `/authenticated/${path.replace(':value', encodeRouteValue(...ids))}`;
