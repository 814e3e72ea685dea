import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { calls } from '../contract/index.ts';
import type { Call } from '../contract/kit.ts';
import { reasons, refusals } from '../contract/refusals.ts';

const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output') => {
  const { $schema: _, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode });
  return json;
};

function operation(name: string, call: Call) {
  const { properties = {}, required = [] } = schemaOf(call.query, 'input');
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.backend],
    'x-roles': call.access,
    'x-on-failure': call.onFailure,
    'x-origin': call.origin,
    security: call.access === 'public' ? [] : call.access === 'cookie' ? [{ refresh: [] }] : [{ bearer: [] }],
    parameters: Object.entries(properties).map(([parameter, schema]) => ({
      name: parameter,
      in: 'query',
      required: required.includes(parameter),
      schema,
    })),
    ...(call.bodyType === 'none'
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [call.bodyType === 'json' ? 'application/json' : 'multipart/form-data']: { schema: schemaOf(call.body, 'input') },
            },
          },
        }),
    responses: {
      200: {
        description: 'status success',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { status: { const: 'success' }, message: { type: 'string' }, data: schemaOf(call.data, 'output') },
              required: ['status', 'message', 'data'],
            },
          },
        },
      },
      default: { description: 'status error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    },
  };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const path = `/api/${call.backend}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery', version: '2.6.0', description: 'Every call between the learning platform and its backends.' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refresh: { type: 'apiKey', in: 'cookie', name: 'orrery_refresh' },
      },
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            status: { const: 'error' },
            message: { type: 'string' },
            data: {
              type: 'object',
              properties: {
                reason: { enum: Object.keys(refusals) },
                params: { type: 'object' },
                fields: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { field: { type: 'string' }, reason: { enum: Object.keys(reasons) }, params: { type: 'object' } },
                    required: ['field', 'reason', 'params'],
                  },
                },
              },
            },
          },
          required: ['status', 'message', 'data'],
        },
      },
    },
  };
}
