import { addressOf } from '../screen.ts';
import { studentStandardsReport } from './studentStandardsReport.screen.ts';

/** The address of a student's questions of one standard. */
export const itemsAddress = (group_puid: number, user_puid: number, standard: string): string =>
  `${addressOf(studentStandardsReport, group_puid, user_puid)}?${new URLSearchParams({ standard })}`;
