import { administrators, everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The profile. */
export const profileHome = { path: 'profileSettings/home', roles: everyone } as const satisfies ScreenAddress;

/** The same under the specification’s second address. */
export const profile = { path: 'profileSettings/profile', roles: everyone } as const satisfies ScreenAddress;

/** The photo. */
export const uploadPhoto = { path: 'profileSettings/uploadPhoto', roles: everyone } as const satisfies ScreenAddress;

/** The password. */
export const resetPassword = { path: 'profileSettings/resetPassword', roles: everyone } as const satisfies ScreenAddress;

/** Where the user is signed in. */
export const sessions = { path: 'profileSettings/sessions', roles: everyone } as const satisfies ScreenAddress;

/** The second factor. */
export const twoStep = { path: 'profileSettings/twoStep', roles: administrators } as const satisfies ScreenAddress;
