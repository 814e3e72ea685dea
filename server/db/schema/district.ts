import type { ColumnType } from 'kysely';

/** The row's district. The tenant handle writes it, and it never changes (server/kit/tenant.ts). */
export type District = ColumnType<number, number | undefined, never>;
