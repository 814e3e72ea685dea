import * as v from 'valibot';
import { ExportJob, exportFormats, exportTables } from './exportJob.ts';
import { administrators, call, day, flag, id, nothing } from './kit.ts';

/** Exports that a person may have at a time, without those that failed, expired or were cancelled. */
export const mostExports = 10;

export const dataExports = {
  startExport: call({
    backend: 'lms',
    method: 'POST',
    path: '/ETLReport/start_export',
    summary: 'Start an export of tables of the caller’s school or district; the job runs on without the page',
    access: administrators,
    body: v.object({
      tables: v.pipe(v.array(v.picklist(exportTables)), v.minLength(1), v.maxLength(exportTables.length)),
      format: v.optional(v.picklist(exportFormats), 'csv'),
      /** Days of the work, in the district’s time zone. People and classes are exported as they are now. */
      from_date: v.optional(v.nullable(day), null),
      to_date: v.optional(v.nullable(day), null),
      /** null: all that the caller administers. */
      school_id: v.optional(v.nullable(id), null),
      /** Adds names, user names, student numbers and written answers. */
      with_names: v.optional(flag, false),
    }),
    data: ExportJob,
    refusedWhileActing: true,
    onFailure: 'state',
    origin: 'ours',
  }),
  getExports: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_exports',
    summary: 'List the caller’s exports, newest first, or get one of them',
    access: administrators,
    query: v.object({ job_id: v.optional(id) }),
    data: v.array(ExportJob),
    onFailure: 'state',
    origin: 'ours',
  }),
  cancelExport: call({
    backend: 'lms',
    method: 'POST',
    path: '/ETLReport/cancel_export',
    summary: 'Stop an export that is not ready, and delete what it has written',
    access: administrators,
    body: v.object({ job_id: id }),
    data: ExportJob,
    onFailure: 'state',
    origin: 'ours',
  }),
  getExportLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/ETLReport/get_export_link',
    summary: 'Get a URL that serves the file of an export for one minute',
    access: administrators,
    body: v.object({ job_id: id }),
    data: v.object({ path: v.string() }),
    refusedWhileActing: true,
    onFailure: 'state',
    origin: 'ours',
  }),
  deleteExport: call({
    backend: 'lms',
    method: 'POST',
    path: '/ETLReport/delete_export',
    summary: 'Delete an export that is not running, with its file',
    access: administrators,
    body: v.object({ job_id: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
};
