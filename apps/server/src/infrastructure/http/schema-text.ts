/** Describes a JSON Schema for readers: its type, its bounds, and its properties as table rows. */
import type { JsonSchema } from './json-schema.ts';

export interface SchemaRow {
  /** Path of the property: `user.name`, `tags[].id`. */
  path: string;
  type: string;
  isRequired: boolean;
  notes: string;
}

/** The variants of a union, such as a saved or a removed tag; otherwise the schema itself. */
export function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = schema.anyOf?.filter((form) => form.properties) ?? [];
  return forms.length > 1 && forms.length === schema.anyOf?.length ? forms : [schema];
}

export function rowsOf(schema: JsonSchema, at = ''): SchemaRow[] {
  const rows = partsOf(schema).flatMap(({ name, part, isRequired }) => {
    const path = name === '[]' ? `${at}[]` : at === '' ? name : `${at}.${name}`;
    const deeper = rowsOf(part, path);
    // A list shows its type; its own rows describe the elements.
    return name === '[]' ? deeper : [{ path, type: typeText(part), isRequired, notes: notesOf(part) }, ...deeper];
  });
  return [...new Map(rows.map((row) => [row.path, row])).values()];
}

function partsOf(schema: JsonSchema): { name: string; part: JsonSchema; isRequired: boolean }[] {
  const named = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    part,
    isRequired: schema.required?.includes(name) ?? false,
  }));
  const items = typeof schema.items === 'object' ? [{ name: '[]', part: schema.items, isRequired: true }] : [];
  return [...named, ...items, ...(schema.anyOf ?? []).flatMap(partsOf)];
}

export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.type === 'array')
    return `list of ${typeof schema.items === 'object' ? typeText(schema.items) : 'anything'}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `map of ${typeText(schema.additionalProperties)}`;
  }
  if (schema.contentMediaType !== undefined) return 'file';
  return schema.not ? 'nothing' : [schema.type ?? 'anything'].flat().join(' | ');
}

function notesOf(schema: JsonSchema): string {
  const own = [
    schema.description,
    schema.format,
    bounds(schema.minLength, schema.maxLength, ' characters'),
    bounds(schema.minItems, schema.maxItems, ' entries'),
    bounds(leastOf(schema), schema.maximum, ''),
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ];
  const ofBranches = (schema.anyOf ?? []).map(notesOf);
  return [...new Set([...own, ...ofBranches])].filter(Boolean).join('; ');
}

/** Ids are positive integers, described as «from 1». */
const leastOf = ({ type, minimum, exclusiveMinimum }: JsonSchema): number | undefined =>
  type === 'integer' && exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : (minimum ?? exclusiveMinimum);

/** Zod emits the largest safe integer when no bound is set. */
function bounds(min: number | undefined, max: number | undefined, of: string): string | undefined {
  const from = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min;
  const to = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  if (from !== undefined && to !== undefined) return `${from}–${to}${of}`;
  if (from !== undefined) return `at least ${from}${of}`;
  return to === undefined ? undefined : `at most ${to}${of}`;
}
