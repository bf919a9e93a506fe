import { metrics, type MetricDefinition } from './metrics.ts';
import { checks } from './reconciliation.ts';

/** The text of docs/numbers.md, made of the definitions. */
export function numbersPage(): string {
  const rows = Object.entries<MetricDefinition>(metrics).map(
    ([name, { rows: counted, unit, formula }]) => `| \`${name}\` | ${formula} | ${counted} | ${unit} |`,
  );
  return `# The numbers

Made of \`packages/domain/src/insight\`; a test compares them. To change a definition, change it there, in
\`apps/server/src/modules/dashboard/metric-sql.store.ts\` and in its oracle, \`oracle.fixture.ts\`.

A cycle is one handling of a conversation: it begins when the conversation is created or reopened, ends when it is closed,
and is stored in \`ticket_tracking\`. Screens call it *atendimento*, *service* or *atención*. A period is a part of a cycle in
which the bot, a queue, one agent or the rating question had the conversation; the periods of a cycle have no gaps. A range
is whole days in the company's time zone, both included, and a cycle belongs to the day on which it began. Imported
conversations and those that no list shows never count.

| number | formula | rows | unit |
|---|---|---|---|
${rows.join('\n')}

Means use ended periods only. Median and 90th percentile are exact while no stored day is part of the range; otherwise they
come from 64 log-spaced buckets and are marked as approximate.

## Equations

\`GET /dashboard/check\` and \`npm run verify\` check them. The texts are those of the screen, where a cycle is a service.

${Object.values(checks)
  .map(({ en }) => `- ${en}`)
  .join('\n')}

## Stored days

Past days are stored in \`metric_days\`, each rebuilt as a whole from its rows by the job \`metric-days.rebuild\`. A change of a
past day marks it in the same transaction; a marked day, and today, are counted when they are asked for. Every day
yesterday and one older day are compared with a recount before they are replaced.
`;
}
