import type { Row } from '../../db/schema.ts';

/** Where the files of an import come from, if not from an upload. */
export interface ApiSource {
  /** Only what has changed, or everything. */
  mode: 'bulk' | 'delta';
  /** Delta: from when on, in ms since 1970. */
  since: number | null;
  /** As of when the service answered, in ms since 1970; null: not read yet. */
  as_of: number | null;
  /** Family members that were left away. */
  family?: number;
  /** Started by the clock or as by it: imported without a question if nothing must be confirmed. */
  is_alone: boolean;
}

export const sourceOf = ({ source }: Pick<Row<'roster_job'>, 'source'>): ApiSource | null =>
  source === null ? null : (JSON.parse(source) as ApiSource);

/** Why a service could not be read. The code has messages like a finding's. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode;
  constructor(code: ApiProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}
export type ApiProblemCode =
  | 'apiSignIn'
  | 'apiForbidden'
  | 'apiNotFound'
  | 'apiBusy'
  | 'apiDown'
  | 'apiAnswer'
  | 'apiTooLarge'
  | 'apiElsewhere'
  | 'apiPrivate'
  | 'apiLoop'
  | 'apiUnstable'
  | 'apiTotals'
  | 'apiSecret'
  | 'apiNobody';
