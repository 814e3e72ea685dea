import type { RosterOptions } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';

/** The differences between the screens of the import wizard. */
export interface ImportKind {
  title: () => string;
  lead: () => string;
  form: 'simple' | 'oneRoster';
  /** Default treatment of students who are not in the file. */
  mode: RosterOptions['mode'];
  /** The template that is offered first: empty, or with the people. */
  template: 'empty' | 'people' | null;
  /** Its rows come from the secure sync alone, or from a selection in the list of users, so no file is chosen. */
  from?: 'sync' | 'selection';
}

/** The screens of the wizard, by the last segment of their address. */
export const importKinds: Readonly<Record<string, ImportKind>> = {
  importUsers: { title: m.rostering_importUsers, lead: m.rostering_importUsers_lead, form: 'simple', mode: 'add', template: 'empty' },
  bulkupdate: { title: m.rostering_bulkupdate, lead: m.rostering_bulkupdate_lead, form: 'simple', mode: 'add', template: 'people' },
  importMygroup: {
    title: m.rostering_importMygroup,
    lead: m.rostering_importMygroup_lead,
    form: 'simple',
    mode: 'replace',
    template: 'people',
  },
  batchActivation: {
    title: m.rostering_batchActivation,
    lead: m.rostering_batchActivation_lead,
    form: 'simple',
    mode: 'activate',
    template: 'people',
  },
  updateUserIds: {
    title: m.rostering_updateUserIds,
    lead: m.rostering_updateUserIds_lead,
    form: 'simple',
    mode: 'newIds',
    template: 'people',
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
    from: 'sync',
  },
  userBatch: {
    title: m.people_batch_page,
    lead: m.people_batch_page_lead,
    form: 'simple',
    mode: 'close',
    template: null,
    from: 'selection',
  },
  importStudents: {
    title: m.rostering_importStudents,
    lead: m.rostering_importStudents_lead,
    form: 'simple',
    mode: 'add',
    template: 'empty',
  },
};
