import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { dataExport } from './dataExport.screen.ts';

/** One export: its progress, and then its file. */
export const usageReportDownload = {
  path: 'admin/usageReport/usageReportDownload/:value',
  roles: administrators,
  ids: 1,
  list: dataExport.path,
} as const satisfies ScreenAddress;
