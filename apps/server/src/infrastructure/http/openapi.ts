/** The whole contract as one OpenAPI 3.1 document, generated from the contract. */
import type { Endpoint, Group } from '@balcao/contract';
import { policy } from '@balcao/domain/policy/policy';
import { z } from 'zod';
import { jsonSchemaOf, mapParts, type JsonSchema } from './json-schema.ts';
import { API_PREFIX } from './mount.ts';
import { errorSchema, errorResponses, errorsOf, type Answer, type Content, type Reference } from './openapi-errors.ts';

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, object>;
  };
}
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  /** Who may call it, in a sentence. */
  'x-permission': string;
  /** Also available when the company's subscription has expired. */
  'x-when-overdue'?: true;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Answer | Reference>;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

export function openApiDocument(endpoints: Record<string, Group>, { version }: { version: string }): ApiDocument {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema() };
  const paths: ApiDocument['paths'] = {};
  for (const [module, group] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const operations = (paths[templateOf(endpoint.path)] ??= {});
      operations[endpoint.method.toLowerCase()] = operationOf(module, name, endpoint, schemas);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão API', version, description: 'One inbox for WhatsApp, Facebook and Instagram.' },
    tags: Object.keys(endpoints).map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: errorResponses(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** Converts a path of the contract: `/tags/:id` becomes `/api/tags/{id}`. */
const templateOf = (path: string): string => API_PREFIX + path.replace(/:(\w+)/g, '{$1}');

function operationOf(module: string, name: string, endpoint: Endpoint, schemas: Record<string, JsonSchema>): Operation {
  const operationId = `${module}.${name}`;
  const operation: Operation = {
    operationId,
    tags: [module],
    summary: sentence(name),
    'x-permission': permissionOf(endpoint),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(endpoint), ...queryParameters(operationId, endpoint)],
    responses: { ...goodAnswer(operationId, endpoint, schemas), ...errorsOf(endpoint) },
  };
  if (endpoint.whenOverdue) operation['x-when-overdue'] = true;
  const content = requestContent(operationId, endpoint, schemas);
  if (content) operation.requestBody = { required: true, content };
  return operation;
}

export const permissionOf = ({ access }: Pick<Endpoint, 'access'>): string =>
  access === 'public'
    ? 'anyone, signed in or not'
    : access === 'api-token'
      ? 'programs with the token of a connection'
      : policy[access].description;

/** `signOutEverywhere` becomes «Sign out everywhere». */
export function sentence(name: string): string {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function pathParameters({ path, params }: Endpoint): Parameter[] {
  const shapes = params ? (jsonSchemaOf(params, 'input').properties ?? {}) : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: shapes[name] ?? { type: 'string' },
  }));
}

function queryParameters(operationId: string, { query }: Endpoint): Parameter[] {
  if (!query) return [];
  const { properties, required = [] } = jsonSchemaOf(query, 'input');
  if (!properties) throw new Error(`The query of ${operationId} is not an object of named parts.`);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestContent(
  operationId: string,
  { body, files, optionalFiles }: Endpoint,
  schemas: Record<string, JsonSchema>,
): Content | undefined {
  const schema = body && embedded(jsonSchemaOf(body, 'input'), `${operationId}.body`, schemas);
  const file: JsonSchema = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'The file itself',
  };
  if (schema && optionalFiles) {
    const propertiesWithFiles = { ...schema.properties, [optionalFiles]: { type: 'array', items: file } };
    return {
      'application/json': { schema },
      'multipart/form-data': { schema: { ...schema, properties: propertiesWithFiles } },
    };
  }
  if (!files) return schema && { 'application/json': { schema } };
  const form = {
    type: 'object',
    properties: { ...schema?.properties, [files]: file },
    required: [...(schema?.required ?? []), files],
  };
  return { 'multipart/form-data': { schema: form } };
}

function goodAnswer(
  operationId: string,
  endpoint: Endpoint,
  schemas: Record<string, JsonSchema>,
): Record<string, Answer> {
  const status = endpoint.status ?? 200;
  if (endpoint.reply instanceof z.ZodUndefined) return { [status]: { description: 'Done; no body' } };
  const schema = embedded(jsonSchemaOf(endpoint.reply, 'output'), `${operationId}.reply`, schemas);
  return { [status]: { description: 'Done', content: { 'application/json': { schema } } } };
}

/** A recursive schema becomes a component, because its references would be wrong inside the document. */
function embedded(schema: JsonSchema, name: string, schemas: Record<string, JsonSchema>): JsonSchema {
  let refersToItself = false;
  const moved = (part: JsonSchema): JsonSchema => {
    const { $defs: _, ...rest } = mapParts(part, moved);
    if (part.$ref === undefined) return rest;
    refersToItself = true;
    return {
      ...rest,
      $ref: `#/components/schemas/${part.$ref.replace(/^#\/\$defs\//, `${name}.`).replace(/^#$/, name)}`,
    };
  };
  const root = moved(schema);
  if (!refersToItself) return root;
  schemas[name] = root;
  for (const [part, definition] of Object.entries(schema.$defs ?? {})) schemas[`${name}.${part}`] = moved(definition);
  return { $ref: `#/components/schemas/${name}` };
}
