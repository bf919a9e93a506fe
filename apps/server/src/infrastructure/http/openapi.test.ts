import { endpoints, errors } from '@balcao/contract';
import { get, post } from '@balcao/contract/kernel/endpoint';
import { policy } from '@balcao/domain/policy/policy';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const fullDocument = openApiDocument(endpoints, { version: '4.5.0' });
const operations = Object.entries(fullDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const only = (endpoint: ReturnType<typeof get>) => {
  const document = openApiDocument({ module: { call: endpoint } }, { version: '1' });
  return { document, operation: Object.values(Object.values(document.paths)[0]!)[0]! };
};

describe('the API document', () => {
  it('contains every endpoint of the contract once, under its method and path', () => {
    const calls = Object.entries(endpoints).flatMap(([module, group]) =>
      Object.entries(group).map(([name, { method, path }]) => ({
        id: `${module}.${name}`,
        method: method.toLowerCase(),
        path: `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      })),
    );
    expect(operations.map(({ path, method, operation }) => ({ id: operation.operationId, method, path }))).toEqual(
      expect.arrayContaining(calls),
    );
    expect(operations).toHaveLength(calls.length);
  });

  it('declares every path parameter and refers only to existing components', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(named);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
    for (const [, target = ''] of JSON.stringify(fullDocument).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const resolved = target
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], fullDocument);
      expect(resolved, target).toBeDefined();
    }
  });

  it('describes who may call, by the rule that the server enforces', () => {
    const { operation } = only(get('/x', { reply: z.string(), access: 'dashboard.view' }));
    expect(operation['x-permission']).toBe(policy['dashboard.view'].description);
    expect(operation.security).toEqual([{ bearer: [] }]);
    const open = only(get('/x', { reply: z.string(), access: 'public' })).operation;
    expect(open.security).toEqual([]);
    expect(open['x-permission']).toBe('anyone, signed in or not');
  });

  it('lists only errors that can happen', () => {
    const statuses = (endpoint: ReturnType<typeof get>) => Object.keys(only(endpoint).operation.responses);
    const reply = z.string();
    expect(statuses(get('/x', { reply, access: 'public' }))).toEqual(['200', 'default']);
    expect(statuses(get('/x/:id', { params: z.object({ id: z.string() }), reply, access: 'tag.read' }))).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '404',
      'default',
    ]);
    expect(statuses(get('/x', { reply, access: 'tag.read', whenOverdue: true }))).not.toContain('402');
    expect(statuses(post('/x', { body: z.object({}), reply, access: 'public', rate: 'sign-in', status: 201 }))).toEqual(
      ['201', '400', '401', '403', '413', '429', 'default'],
    );
  });

  it('describes request and response separately where they differ', () => {
    const count = z.string().transform(Number).pipe(z.number()).default(1);
    const { operation } = only(
      post('/x', {
        query: z.object({ page: count }),
        body: z.object({ count }),
        reply: z.object({ count }),
        access: 'tag.read',
      }),
    );
    expect(operation.parameters).toEqual([{ name: 'page', in: 'query', required: false, schema: { type: 'string' } }]);
    expect(operation.requestBody?.content['application/json']?.schema.required).toBeUndefined();
    expect(operation.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { count: { type: 'number' } }, required: ['count'] } } },
    });
  });

  it('describes uploads as a multipart form with the other fields', () => {
    const { operation } = only(
      post('/x', { files: 'picture', body: z.object({ mode: z.string() }), reply: z.undefined(), access: 'tag.read' }),
    );
    const { schema } = operation.requestBody!.content['multipart/form-data']!;
    expect(Object.keys(schema.properties!)).toEqual(['mode', 'picture']);
    expect(schema.required).toEqual(['mode', 'picture']);
    expect(operation.responses['200']).toEqual({ description: 'Done; no body' });
  });

  it('makes a recursive schema a resolvable component', () => {
    const Option = z.object({
      title: z.string(),
      get options() {
        return z.array(Option);
      },
    });
    const { document, operation } = only(
      get('/x', { reply: z.object({ first: Option, other: Option }), access: 'public' }),
    );
    expect(operation.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/module.call.reply' } } },
    });
    const names = Object.keys(document.components.schemas);
    const referred = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(expect.arrayContaining(referred));
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('lists every error code', () => {
    expect(fullDocument.components.schemas['Error']?.properties?.['error']?.enum).toEqual(Object.keys(errors));
  });
});
