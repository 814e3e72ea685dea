import type { ExportJob } from '../../contract/exportJob.ts';
import { dataExports } from '../../contract/exports.ts';
import type { InputOf } from '../../contract/kit.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** What to export. */
export type ExportOrder = InputOf<typeof dataExports.startExport>;
type Key = { jobId: number };

/** The calls of the `exportJob` chart. */
export const exportActors = (send: Send) => ({
  find: callActor<ExportJob, Key>(async ({ input: { jobId }, signal }) => {
    const [job] = await send(dataExports.getExports, { job_id: jobId }, { signal, quiet: true });
    return job as ExportJob;
  }),
  cancel: callActor<ExportJob, Key>(({ input: { jobId }, signal }) => send(dataExports.cancelExport, { job_id: jobId }, { signal })),
  fetchLink: callActor<string, Key>(
    async ({ input: { jobId }, signal }) => (await send(dataExports.getExportLink, { job_id: jobId }, { signal })).path,
  ),
});

/** Starts an export. */
export const startExport = (send: Send, order: ExportOrder, signal: AbortSignal): Promise<ExportJob> =>
  send(dataExports.startExport, order, { signal });

/** Deletes an export with its file. */
export const deleteExport = (send: Send, jobId: number, signal: AbortSignal): Promise<null> =>
  send(dataExports.deleteExport, { job_id: jobId }, { signal });
