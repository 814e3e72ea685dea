import type { UserData } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import { addressOf } from '../screen.ts';
import { audit } from './audit.screen.ts';

/** Of what the audit is shown: the values of its filters. */
type About = { group_puid: number } | { school_id: number; about_district_id?: number } | { about_district_id: number };

/** Address of the audit of a record; null for those who may not read it, or not while they act as somebody. */
export const auditOf = ({ role, acting }: UserData, about: About): string | null =>
  !acting && audit.roles.some((one) => one === role)
    ? `${addressOf(audit)}?${new URLSearchParams(Object.entries(about).flatMap(([key, id]) => (id === undefined ? [] : [[key, String(id)]])))}`
    : null;

/** The item of a record's menu that opens its audit, if the user may read it. */
export const auditItem = (href: string | null) => (href === null ? [] : [{ key: 'audit', label: m.audit_open(), href }]);
