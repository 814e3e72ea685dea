import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { openApi } from '../../server/openApi.ts';
import { testServer } from '../server/testServer.ts';

type Json = { [key: string]: Json } & { type?: string; $ref?: string; required?: string[] };

/** Every node of a JSON document, with its path. */
function* nodes(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

describe('openapi.json', () => {
  const document = JSON.parse(JSON.stringify(openApi()));
  const operations = (Object.entries(document.paths) as [string, Json][]).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json & { operationId: string } })),
  );

  it('is served as it is made', async () => {
    const server = await testServer();
    expect(JSON.parse((await server.send('/openapi.json')).text)).toEqual(document);
  });
  it('is an OpenAPI 3.1 document', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: '2.6.0' });
    const known = new Set(['openapi', 'info', 'paths', 'components']);
    expect(Object.keys(document).filter((key) => !known.has(key))).toEqual([]);
  });
  it('has every declared call once, where the backend serves it', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const found = operations.find(({ operation }) => operation.operationId === name);
      expect([found?.path, found?.method]).toEqual([`/api/${call.backend}${call.path}`, call.method.toLowerCase()]);
    }
  });
  it('names each parameter once, and says how each call is authorised and answered', () => {
    for (const { operation } of operations) {
      const parameters = operation.parameters as unknown as { name: string; in: string; required: boolean; schema: unknown }[];
      expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
      for (const parameter of parameters)
        expect(parameter).toMatchObject({ in: 'query', required: expect.any(Boolean), schema: expect.any(Object) });
      expect(operation.security).toBeInstanceOf(Array);
      for (const scheme of (operation.security as unknown as Record<string, unknown>[]).flatMap(Object.keys))
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      expect(Object.keys(operation.responses as object).sort()).toEqual(['200', 'default']);
    }
  });
  it('has schemas of JSON Schema’s types only, whose references lead somewhere', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
    for (const [path, node] of nodes(document)) {
      if (typeof node.$ref === 'string') {
        const target = node.$ref
          .slice(2)
          .split('/')
          .reduce<any>((at, key) => at?.[key], document);
        expect(target, `${path} → ${node.$ref}`).toBeDefined();
      }
      if (typeof node.type === 'string' && 'properties' in node) expect(types.has(node.type), path).toBe(true);
      if (Array.isArray(node.required) && node.properties)
        for (const name of node.required) expect(Object.keys(node.properties), path).toContain(name);
    }
  });
});
