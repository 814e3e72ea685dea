/**
 * Rights that can be given to a role or a person beside what the role allows. A call names the right that opens it (`call`), so that they
 * are listed from the contract.
 */
export const rights = ['messages', 'notifications', 'subjects', 'audit'] as const;
export type Right = (typeof rights)[number];
