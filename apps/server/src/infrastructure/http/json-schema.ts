/** Converts the contract's schemas to JSON Schema, for the API document, its page and the catalogues. */
import { z } from 'zod';

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: boolean | JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** `input` is the request, `output` the response: defaults and transformations make them differ. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    '~standard': __,
    ...jsonSchema
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Record<string, unknown>;
  return tidy(jsonSchema);
}

/** The same schema with each of its direct parts replaced. */
export function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed: JsonSchema = { ...schema };
  for (const key of ['properties', '$defs'] as const) {
    const parts = schema[key];
    if (parts) changed[key] = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    if (schema[key]) changed[key] = schema[key].map(change);
  }
  for (const key of ['items', 'additionalProperties'] as const) {
    if (typeof schema[key] === 'object') changed[key] = change(schema[key]);
  }
  for (const key of ['propertyNames', 'not'] as const) {
    if (schema[key]) changed[key] = change(schema[key]);
  }
  return changed;
}

/** Ids are accepted as number or text but sent as numbers: in the output both branches are equal. */
function tidy(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = mapParts(schema, tidy);
  if (!anyOf) return rest;
  const branches = new Map(anyOf.flatMap(branchesOf).map((branch) => [JSON.stringify(branch), branch]));
  const [only, ...others] = branches.values();
  return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: [...branches.values()] };
}

/** Flattens a nested union that has no other properties. */
const branchesOf = (branch: JsonSchema): JsonSchema[] =>
  branch.anyOf && Object.keys(branch).length === 1 ? branch.anyOf : [branch];
