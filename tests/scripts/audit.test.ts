import { expect, it } from 'vitest';
import { graveAdvisories } from '../../scripts/audit.ts';

const report = (severities: Record<string, string>) =>
  JSON.stringify({ vulnerabilities: Object.fromEntries(Object.entries(severities).map(([name, severity]) => [name, { severity }])) });

it.each([
  ['nothing found', report({}), []],
  ['what is not grave', report({ a: 'low', b: 'moderate' }), []],
  ['what is grave', report({ a: 'low', b: 'high', c: 'critical' }), ['b (high)', 'c (critical)']],
  ['warnings of npm before and after', `npm warn x\n${report({ b: 'high' })}\nnpm error y`, ['b (high)']],
  [
    'a registry that refuses',
    'npm error audit endpoint returned an error\n{"message":"405 Method Not Allowed","statusCode":405}',
    undefined,
  ],
  ['no registry', 'npm error code ENOTFOUND', undefined],
  ['half an answer', '{"vulnerabilities":{"a":', undefined],
])('npm audit: %s', (_, output, found) => expect(graveAdvisories(output)).toEqual(found));
