import type { userBatch as calls } from '../../contract/userBatch.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { startBatch } from './people/batch.ts';
import { userIdList } from './people/userIdList.ts';

export const userBatch: HandlersOf<typeof calls> = { startBatch, userIdList };
