import { expect, it } from 'vitest';
import { charts } from '../../src/machines/index.ts';

it('each chart is in a file of its name, where the statecharts page looks for it', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../src/machines/*/*Machine.ts', { eager: true });
  const found = Object.entries(modules).flatMap(([file, module]) => {
    const name = /(\w+)Machine\.ts$/.exec(file)?.[1] ?? '';
    return charts[name] !== undefined && charts[name] === module[`${name}Machine`] ? [name] : [];
  });
  expect(found.sort()).toEqual(Object.keys(charts).sort());
});
