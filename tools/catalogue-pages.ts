/** Renders the catalogues of the code as Markdown pages. */
import { clientEvents, endpoints, errors, fieldRules, topics, type Endpoint } from '@balcao/contract';
import { policy, specifiedNames } from '@balcao/domain/policy/policy';
import { variables } from '../apps/server/src/infrastructure/config.ts';
import { jsonSchemaOf } from '../apps/server/src/infrastructure/http/json-schema.ts';
import { permissionOf } from '../apps/server/src/infrastructure/http/openapi.ts';
import { formsOf, typeText } from '../apps/server/src/infrastructure/http/schema-text.ts';
import { rawRoutes } from '../apps/server/src/wiring/raw-routes.ts';
import { jobs } from '../apps/server/src/infrastructure/jobs/catalogue.ts';

/** What the pages need besides the imported catalogues. */
export interface PageSources {
  /** Domain events are types only, so their catalogue is read as text. */
  events: string;
  /** Contract group → files of its handlers, relative to the repository. */
  routeFiles: Record<string, string[]>;
}

/** Socket.IO registers its own path besides the HTTP routes. */
const socketRoute = {
  method: ['GET', 'POST'],
  path: '/socket.io/',
  purpose: 'Socket of a signed-in user; its events are listed in topics.md',
  source: 'infrastructure/realtime/socket-server.ts',
};

const calls = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => ({ group, id: `${group}.${name}`, endpoint })),
);

export const pages = ({ events, routeFiles }: PageSources): Record<string, string> => ({
  'endpoints.md': page(
    'Endpoints',
    'packages/contract/src/endpoints',
    ...Object.keys(endpoints).map((group) => groupCalls(group, routeFiles[group] ?? [])),
    `## Outside the contract\n\n${rawRouteTable()}`,
  ),
  'permissions.md': page('Permissions', 'packages/domain/src/policy/policy.ts', permissions()),
  'errors.md': page('Errors', 'packages/contract/src/errors', errorCodes(), '## Field rules', fieldRuleTable()),
  'topics.md': page(
    'Topics',
    'packages/contract/src/events/topics.ts',
    topicTable(),
    '## Client events',
    clientEventList(),
  ),
  'jobs.md': page('Jobs', 'apps/server/src/infrastructure/jobs/catalogue.ts', jobTable()),
  'events.md': page('Events', 'packages/domain/src/events/catalogue.ts', eventTable(events)),
  'configuration.md': page('Configuration', 'apps/server/src/infrastructure/config.ts', configuration()),
});

const page = (title: string, source: string, ...parts: string[]): string =>
  [`# ${title}`, `Generated from \`${source}\` by \`npm run catalogue\`. Do not edit this page.`, ...parts].join(
    '\n\n',
  ) + '\n';

function groupCalls(group: string, files: readonly string[]): string {
  const rows = calls
    .filter((call) => call.group === group)
    .map(({ id, endpoint }) => [
      code(id),
      code(`${endpoint.method} /api${endpoint.path}`),
      permissionOf(endpoint),
      remarks(endpoint),
    ]);
  const handlers = `Handlers: ${files.map(fileLink).join(', ')}`;
  return `## ${group}\n\n${handlers}\n\n${table(['Name', 'Call', 'Permission', 'Remarks'], rows)}`;
}

const rawRouteTable = (): string =>
  table(
    ['Call', 'Purpose', 'Handler'],
    [...rawRoutes, socketRoute].map(({ method, path, purpose, source }) => [
      code(`${[method].flat().join(', ')} ${path}`),
      purpose,
      fileLink(`apps/server/src/${source}`),
    ]),
  );

/** The pages are in docs/catalogue, two folders below the root. */
const fileLink = (path: string): string => `[${path}](../../${path})`;

function remarks({ status, files, rate, whenOverdue }: Endpoint): string {
  const parts = [
    status && `status ${status}`,
    files && `file in ${code(files)}`,
    rate && `rate limit ${rate}`,
    whenOverdue && 'also when overdue',
  ];
  return parts.filter(Boolean).join(', ');
}

const permissions = (): string =>
  table(
    ['Permission', 'Allowed for', 'Endpoints', 'In the specification'],
    Object.entries(policy).map(([name, { description }]) => [
      code(name),
      description,
      listed(calls.filter(({ endpoint }) => endpoint.access === name).map(({ id }) => id)),
      listed(
        Object.entries(specifiedNames).flatMap(([specified, permission]) => (permission === name ? [specified] : [])),
      ),
    ]),
  );

const errorCodes = (): string =>
  table(
    ['Code', 'Status', 'Português', 'English', 'Español'],
    Object.entries(errors).map(([name, { status, pt, en, es }]) => [code(name), String(status), pt, en, es]),
  );

const fieldRuleTable = (): string =>
  table(
    ['Rule', 'Português', 'English', 'Español'],
    Object.entries(fieldRules).map(([name, { pt, en, es }]) => [code(name), pt, en, es]),
  );

const topicTable = (): string =>
  table(
    ['Event', 'Payload'],
    Object.entries(topics).flatMap(([topic, schema]) =>
      formsOf(jsonSchemaOf(schema, 'output')).map((form) => [code(`company-{id}-${topic}`), fields(form)]),
    ),
  );

const clientEventList = (): string => clientEvents.map((name) => `- ${code(name)}`).join('\n');

const jobTable = (): string =>
  table(
    ['Job', 'When', 'Attempts', 'Data'],
    Object.entries(jobs).map(
      ([name, { cron, attempts, data }]: [string, (typeof jobs)[keyof typeof jobs] & { cron?: string }]) => [
        code(name),
        cron === undefined ? 'on demand' : `${code(cron)} UTC`,
        String(attempts),
        fields(jsonSchemaOf(data, 'output')),
      ],
    ),
  );

const fields = (schema: ReturnType<typeof jsonSchemaOf>): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, part]) => `${code(name)} ${typeText(part)}`)
    .join(', ');

export function eventTable(source: string): string {
  const [, union = ''] = /export type DomainEvent =([\s\S]*?\});\n/.exec(source) ?? [];
  const rows = [...union.matchAll(/(?:\/\*\*([^*]*)\*\/\s*)?\|\s*\{\s*type: '([^']+)';?([^{}]*)\}/g)].map(
    ([, comment = '', name = '', data = '']) => [
      code(name),
      listed(
        data
          .split(';')
          .map((field) => field.trim())
          .filter(Boolean),
      ),
      comment.trim(),
    ],
  );
  const expected = union.split("type: '").length - 1;
  if (rows.length === 0 || rows.length !== expected) {
    throw new Error(
      `${rows.length} of ${expected} domain events could be read: adapt the pattern in eventTable to their notation.`,
    );
  }
  return table(['Event', 'Data', 'Remarks'], rows);
}

const configuration = (): string =>
  table(
    ['Variable', 'Meaning', 'Default', 'Must be'],
    Object.entries<{ meaning: string; default: string; expected: string; secret?: true }>(variables).map(
      ([name, { meaning, default: fallback, expected, secret }]) => [
        code(name),
        meaning,
        fallback,
        secret ? `${expected}; a secret, which \`${name}_FILE\` can name a file of` : expected,
      ],
    ),
  );

const code = (text: string): string => `\`${text}\``;
const listed = (names: readonly string[]): string => names.map(code).join(', ');

function table(heads: string[], rows: string[][]): string {
  const tableRow = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [tableRow(heads), tableRow(heads.map(() => '---')), ...rows.map(tableRow)].join('\n');
}

/** A bar starts the next cell, also between backticks. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
