import type { progressMonitoring as progressMonitoringCalls } from '../../contract/progressMonitoring.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { itemsOfStudent } from './progressMonitoring/itemsOfStudent.ts';
import { monitoring } from './progressMonitoring/monitoring.ts';
import { standardsOfClass } from './progressMonitoring/standardsOfClass.ts';

export const progressMonitoring: HandlersOf<typeof progressMonitoringCalls> = {
  progressMonitoring: monitoring,
  standardsOfClass,
  itemsOfStudent,
};
