import { checkRoster } from '../../common/roster/checkRoster.ts';
import type { Finding } from '../../common/roster/findings.ts';
import type { Checked } from '../../common/roster/reading.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import { Role } from '../../contract/kit.ts';
import type { RosterCounts } from '../../contract/rostering/job.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import { inDistrict } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { planOneRoster } from './oneRoster/planOneRoster.ts';
import { Plan, type Step, todayOf } from './planning.ts';
import { planSelection } from './planSelection.ts';
import { planActivation } from './simple/planActivation.ts';
import { planNewIds } from './simple/planNewIds.ts';
import { planSimple } from './simple/planSimple.ts';
import { learnSubjects } from './subjects.ts';
import { writeEntries } from './tables.ts';

/** Plans the import of a checked roster. */
export function stepsOf(plan: Plan, { roster, pending }: Pick<Checked, 'roster' | 'pending'>): AsyncGenerator<Step> {
  if (!roster) throw new Error('Only a roster without errors can be planned.');
  if (roster.form === 'oneRoster') return planOneRoster(plan, roster, pending);
  if (roster.form === 'selection') return planSelection(plan, roster);
  const { mode } = plan.importer;
  if (mode === 'newIds') return planNewIds(plan, roster);
  return mode === 'activate' || mode === 'deactivate'
    ? planActivation(plan, roster, mode === 'activate' ? 1 : 0)
    : planSimple(plan, roster);
}

export type RosterOutcome =
  | { status: 'imported'; counts: RosterCounts; skipped: number }
  | { status: 'refused'; findings: readonly Finding[]; total: number };

/**
 * Imports a OneRoster set into a new district, all or nothing: any error stops it. People import through jobs, which can be followed and
 * undone.
 */
export async function importRoster(outer: Ports, district_id: number, given: ReadonlyMap<string, Uint8Array>): Promise<RosterOutcome> {
  const ports: TenantPorts = inDistrict(outer, district_id);
  const today = await todayOf(ports);
  const read = await checkRoster(
    [...given].map(([name, bytes]) => fileOfBytes(name, bytes)),
    { today },
  );
  if (!read.roster) return { status: 'refused', findings: read.findings.list, total: read.findings.errors };
  return transact(ports.db, async (trx) => {
    const importer = {
      district_id,
      user_puid: 0,
      role: Role.districtAdministrator,
      school_id: null,
      mode: 'add',
      overwrite_manual: false,
      leave_out: false,
      today,
    } as const;
    const plan = new Plan({ ...ports, db: trx }, importer);
    const steps: Step[] = [];
    for await (const step of stepsOf(plan, read)) steps.push(step);
    if (plan.findings.errors > 0) return { status: 'refused', findings: plan.findings.list, total: plan.findings.errors };
    for (const { kind, entries } of steps) await writeEntries(trx, kind, entries);
    await learnSubjects(ports, trx);
    return { status: 'imported', counts: plan.counts, skipped: plan.skipped };
  });
}
