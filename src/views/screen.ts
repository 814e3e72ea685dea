import type { ComponentType } from 'react';
import type { RoleId } from '../../contract/kit.ts';
import { encodeRouteValue } from './routeValue.ts';

/** What the table of routes knows of a screen of the signed-in area: where it is, and who may open it. */
export interface ScreenAddress {
  /** Below `/authenticated`. */
  path: string;
  roles: readonly RoleId[];
  /** How many ids the base64 `:value` of the path holds; several numbers where the last may be left out. */
  ids?: number | readonly number[];
  /** Where the address leads without its last part: to the list that supplies it. Absent where that is a screen of its own. */
  list?: string;
}

/** A screen of the signed-in area, and how its code loads. */
export interface Screen extends ScreenAddress {
  /** `player`: the screen fills the page; otherwise it stands in the frame of its role. */
  frame?: 'player';
  load: () => Promise<{ default: ComponentType }>;
}

/** The address of a screen, with these ids in its value. */
export const addressOf = ({ path }: Pick<ScreenAddress, 'path'>, ...ids: readonly number[]): string =>
  `/authenticated/${path.replace(':value', encodeRouteValue(...ids))}`;
