import { type AuditEntry, audit } from '../../../contract/audit.ts';
import { isDay } from '../../../contract/isDay.ts';
import type { UserData } from '../../../contract/login.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';

/** What is audited in an administrator's scope. The period is left away where it is not one; the page says so beside its fields. */
export const auditSource = (send: Send, { userPuid }: UserData): RecordSource<AuditEntry> => ({
  keyOf: ({ audit_id }) => String(audit_id),
  load: ({ from = '', to = '', ...query }, ...rest) => {
    const last = isDay(to) && !(isDay(from) && to < from) ? { to_date: to } : {};
    return loadPages<AuditEntry>(send, audit.auditEntries, { user_puid: userPuid, ...(isDay(from) && { from_date: from }), ...last })(
      query,
      ...rest,
    );
  },
});
