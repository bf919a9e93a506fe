/** The catalogues of the code as pages to look things up in. */
import { clientEvents, endpoints, errors, fieldRules, topics, type Endpoint } from '@balcao/contract';
import { policy, specifiedNames } from '@balcao/domain/policy/policy';
import { variables } from '../apps/server/src/infrastructure/config.ts';
import { jsonSchemaOf } from '../apps/server/src/infrastructure/http/json-schema.ts';
import { permissionOf } from '../apps/server/src/infrastructure/http/openapi.ts';
import { formsOf, typeText } from '../apps/server/src/infrastructure/http/schema-text.ts';
import { jobs } from '../apps/server/src/infrastructure/jobs/catalogue.ts';

const calls = Object.entries(endpoints).flatMap(([module, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ module, id: `${module}.${name}`, endpoint })),
);

/** `eventsSource`: domain events are types only, so their catalogue is read as text. */
export const pages = (eventsSource: string): Record<string, string> => ({
  'endpoints.md': page('Endpoints', 'packages/contract/src/endpoints', ...Object.keys(endpoints).map(moduleCalls)),
  'permissions.md': page('Permissions', 'packages/domain/src/policy/policy.ts', permissions()),
  'errors.md': page('Errors', 'packages/contract/src/errors', errorCodes(), '## Rules of fields', rulesOfFields()),
  'topics.md': page(
    'Topics',
    'packages/contract/src/events/topics.ts',
    topicTable(),
    '## What a client may say',
    clientEventList(),
  ),
  'jobs.md': page('Jobs', 'apps/server/src/infrastructure/jobs/catalogue.ts', jobTable()),
  'events.md': page('Events', 'packages/domain/src/events/catalogue.ts', eventTable(eventsSource)),
  'configuration.md': page('Configuration', 'apps/server/src/infrastructure/config.ts', configuration()),
});

const page = (title: string, source: string, ...parts: string[]): string =>
  [`# ${title}`, `Printed from \`${source}\` by \`npm run catalogue\`; change it there.`, ...parts].join('\n\n') + '\n';

function moduleCalls(module: string): string {
  const rows = calls
    .filter((call) => call.module === module)
    .map(({ id, endpoint }) => [
      code(id),
      code(`${endpoint.method} /api${endpoint.path}`),
      permissionOf(endpoint),
      remarks(endpoint),
    ]);
  return `## ${module}\n\n${table(['Name', 'Call', 'Who may', 'Remarks'], rows)}`;
}

function remarks({ status, files, rate, whenOverdue }: Endpoint): string {
  const parts = [
    status && `answers ${status}`,
    files && `file in ${code(files)}`,
    rate && `limited as ${rate}`,
    whenOverdue && 'also when overdue',
  ];
  return parts.filter(Boolean).join(', ');
}

const permissions = (): string =>
  table(
    ['Permission', 'Who', 'Opens', 'In the specification'],
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

const rulesOfFields = (): string =>
  table(
    ['Rule', 'Português', 'English', 'Español'],
    Object.entries(fieldRules).map(([name, { pt, en, es }]) => [code(name), pt, en, es]),
  );

const topicTable = (): string =>
  table(
    ['Event', 'What is told'],
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
        cron === undefined ? 'when it is ordered' : `${code(cron)} UTC`,
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
      `${rows.length} of ${expected} domain events could be read; eventTable must learn how they are written now.`,
    );
  }
  return table(['Event', 'Data', 'Remarks'], rows);
}

const configuration = (): string =>
  table(
    ['Variable', 'Meaning', 'Default', 'Must be'],
    Object.entries<{ meaning: string; default: string; expected: string; secret?: true }>(variables).map(
      ([name, it]) => [code(name), it.meaning, it.default, it.secret ? `${it.expected}; a secret` : it.expected],
    ),
  );

const code = (text: string): string => `\`${text}\``;
const listed = (names: readonly string[]): string => names.map(code).join(', ');

function table(heads: string[], rows: string[][]): string {
  const tableRow = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [tableRow(heads), tableRow(heads.map(() => '---')), ...rows.map(tableRow)].join('\n');
}

/** A bar would begin the next cell, even between backticks. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
