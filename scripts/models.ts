import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Model } from '../tests/kit/modelKit.ts';
import { root } from './kit.ts';

/** The model of a chart, if there is one. */
export async function modelOf(chart: string): Promise<Model | undefined> {
  const file = join(root, 'tests/machines', `${chart}.model.ts`);
  return existsSync(file) ? (await import(pathToFileURL(file).href))[`${chart}Model`] : undefined;
}
