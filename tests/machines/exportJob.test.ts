import { describe, expect, it } from 'vitest';
import { exportJobMachine } from '../../src/machines/exports/exportJobMachine.ts';
import { exportOf } from './exportSamples.ts';
