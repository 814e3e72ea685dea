import type { RosterOptions } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';

/** The differences between the screens of the import wizard. */
export interface ImportKind {
  title: () => string;
  lead: () => string;
  form: 'simple' | 'oneRoster';
  /** Default treatment of students who are not in the file. */
  mode: RosterOptions['mode'];
  /** The template to download: empty, or with the students. */
  template: 'empty' | 'students' | null;
  /** Its rows come from the secure sync alone, so no file is chosen. */
  isSynced?: true;
}

/** The screens of the wizard, by the last segment of their address. */
export const importKinds: Readonly<Record<string, ImportKind>> = {
  importUsers: { title: m.rostering_importUsers, lead: m.rostering_importUsers_lead, form: 'simple', mode: 'add', template: 'empty' },
  bulkupdate: { title: m.rostering_bulkupdate, lead: m.rostering_bulkupdate_lead, form: 'simple', mode: 'add', template: 'students' },
  importMygroup: {
    title: m.rostering_importMygroup,
    lead: m.rostering_importMygroup_lead,
    form: 'simple',
    mode: 'replace',
    template: 'students',
  },
  batchActivation: {
    title: m.rostering_batchActivation,
    lead: m.rostering_batchActivation_lead,
    form: 'simple',
    mode: 'activate',
    template: 'students',
  },
  oneRosterImport: {
    title: m.rostering_oneRosterImport,
    lead: m.rostering_oneRosterImport_lead,
    form: 'oneRoster',
    mode: 'add',
    template: null,
  },
  rosterSyncRun: {
    title: m.rosterSync_run_title,
    lead: m.rosterSync_run_lead,
    form: 'oneRoster',
    mode: 'add',
    template: null,
    isSynced: true,
  },
  importStudents: {
    title: m.rostering_importStudents,
    lead: m.rostering_importStudents_lead,
    form: 'simple',
    mode: 'add',
    template: 'empty',
  },
};
