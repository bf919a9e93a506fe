/** Error responses of the OpenAPI document. */
import { errors, type Endpoint, type ErrorCode } from '@balcao/contract';
import type { JsonSchema } from './json-schema.ts';

export interface Answer {
  description: string;
  content?: Content;
}
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
export interface Reference {
  $ref: string;
}

interface Kind {
  name: string;
  description: string;
  example: ErrorCode;
  /** Whether the endpoint can return this error. */
  of(endpoint: Endpoint): boolean;
}
const isPublic = (endpoint: Endpoint): boolean => endpoint.access === 'public';
const sends = (endpoint: Endpoint): boolean => endpoint.body !== undefined || endpoint.files !== undefined;

const kinds: Record<string, Kind> = {
  400: {
    name: 'BadRequest',
    description: 'Something in the call is wrong; the fields say what',
    example: 'ERR_VALIDATION',
    of: (call) => sends(call) || call.params !== undefined || call.query !== undefined,
  },
  401: {
    name: 'NotSignedIn',
    description: 'No session, or no longer',
    example: 'ERR_SESSION_EXPIRED',
    of: (call) => !isPublic(call) || call.rate === 'sign-in' || call.rate === 'refresh',
  },
  402: {
    name: 'SubscriptionExpired',
    description: 'The subscription of the company has run out',
    example: 'ERR_SUBSCRIPTION_EXPIRED',
    of: (call) => !isPublic(call) && !call.whenOverdue,
  },
  403: {
    name: 'NotAllowed',
    description: 'Not permitted, asked by a foreign page, or the access token has expired and must be renewed',
    example: 'ERR_NO_PERMISSION',
    of: (call) => !isPublic(call) || call.method !== 'GET',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or not for the caller',
    example: 'ERR_NOT_FOUND',
    of: (call) => call.params !== undefined,
  },
  413: { name: 'TooLarge', description: 'More bytes than are taken', example: 'ERR_BODY_TOO_LARGE', of: sends },
  429: {
    name: 'TooMany',
    description: 'Too often; Retry-After says how many seconds to wait',
    example: 'ERR_TOO_MANY_TRIES',
    of: (call) => call.rate !== undefined && call.rate !== 'ordinary',
  },
  default: {
    name: 'Fault',
    description: 'A fault of the server, or too much to do',
    example: 'ERR_INTERNAL',
    of: () => true,
  },
};

export function errorsOf(endpoint: Endpoint): Record<string, Reference> {
  const possible = Object.entries(kinds).filter(([, kind]) => kind.of(endpoint));
  return Object.fromEntries(possible.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** One component per error; operations refer to it. */
export function errorResponses(): Record<string, Answer> {
  const schema: JsonSchema = { $ref: '#/components/schemas/Error' };
  const answers = Object.values(kinds).map(({ name, description, example }): [string, Answer] => {
    const body = { error: example, message: errors[example].en };
    return [name, { description, content: { 'application/json': { schema, example: body } } }];
  });
  return Object.fromEntries(answers);
}

export function errorSchema(): JsonSchema {
  const text: JsonSchema = { type: 'string' };
  const properties = { field: text, rule: text, message: text };
  const fieldError: JsonSchema = { type: 'object', properties, required: Object.keys(properties) };
  return {
    type: 'object',
    properties: {
      error: { type: 'string', enum: Object.keys(errors) },
      message: { type: 'string', description: 'The sentence for a person, in the language of Accept-Language' },
      fields: { type: 'array', items: fieldError, description: 'With ERR_VALIDATION: which fields are wrong, and how' },
    },
    required: ['error', 'message'],
  };
}
