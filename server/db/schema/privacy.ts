import type { RetentionKind } from '../../../contract/privacy.ts';
import type { District } from './district.ts';

/** Erasures, and how long data is kept (decision 068). */
export interface PrivacyTables {
  erasure: ErasureTable;
  district_erasure: DistrictErasureTable;
  /** What a district has chosen. Without a row: the rule's own value. `kept` null: for good. */
  retention: { district_id: District; kind: RetentionKind; kept: number | null };
}

/** An erasure that waits, or that is done: then nothing else names the person, except the audit. */
interface ErasureTable {
  district_id: District;
  user_puid: number;
  /** 0: the district's rule for closed accounts. */
  requested_by: number;
  /** Null: the district of the row. */
  requester_district_id: number | null;
  requested_at: number;
  due_at: number;
  /** 1: calling it off opens the account again. */
  was_active: number;
  done_at: number | null;
}

/** An erasure of a whole district that waits, goes on or is done. Kept in the district of whoever asked. */
interface DistrictErasureTable {
  district_id: District;
  /** Id of the district that is erased. */
  erased_district: number;
  /** Name of the district that is erased. */
  name: string;
  requested_by: number;
  requested_at: number;
  due_at: number;
  /** From then on it cannot be called off. */
  started_at: number | null;
  erased_at: number | null;
  /** Rows deleted so far. */
  erased_rows: number;
}
