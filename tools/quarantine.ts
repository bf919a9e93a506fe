/**
 * `npm run quarantine`: lists what could not be processed in each company. `-- --company 3` shows the items of one
 * company with their technical reasons; `-- --company 3 --put-back` returns them to their queues.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { buildServer, type Server } from '../apps/server/src/wiring/server.ts';
import { productDatabase } from './own-server.ts';

const SHOWN = 100;

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }),
);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { company: { type: 'string' }, 'put-back': { type: 'boolean', default: false } },
  });
  const companyId = values.company === undefined ? undefined : Number(values.company);
  if (companyId !== undefined && !(Number.isSafeInteger(companyId) && companyId > 0))
    throw new Error(`--company must be the number of a company, not ${values.company}`);
  if (values['put-back'] && companyId === undefined) throw new Error('--put-back needs --company');
  const config = readConfig(process.env);
  const database = await productDatabase(config);
  const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'error' }) });
  try {
    if (companyId === undefined) await listCompanies(server);
    else if (values['put-back']) await putBack(server, companyId);
    else await listItems(server, companyId);
    return 0;
  } finally {
    await server.close();
    await database.close();
  }
}

async function listCompanies({ modules: { companies, receiving } }: Server) {
  let total = 0;
  for (const companyId of await companies.allIds()) {
    const count = await receiving.quarantine.countOf(companyId);
    total += count;
    if (count > 0) console.log(`company ${companyId}: ${count === 1000 ? '1,000 or more' : count}`);
  }
  if (total === 0) console.log('Nothing is set aside.');
}

async function listItems({ modules: { receiving } }: Server, companyId: number) {
  const rows = await receiving.quarantine.listOf(companyId, SHOWN);
  for (const { id, at, connectionId, kind, reason, error } of rows)
    console.log(`${id}  ${at.toISOString()}  connection ${connectionId ?? '-'}  ${kind}  ${reason}: ${error}`);
  console.log(
    rows.length === 0
      ? 'Nothing is set aside.'
      : `The newest ${rows.length} of ${await receiving.quarantine.countOf(companyId)}.`,
  );
}

async function putBack({ modules: { receiving } }: Server, companyId: number) {
  let count = 0;
  for (;;) {
    const portion = await receiving.quarantine.putBackAllOf(companyId);
    count += portion.count;
    if (portion.left === 0) break;
  }
  const left = await receiving.quarantine.countOf(companyId);
  console.log(`${count} items are processed again when the server runs; ${left} cannot be put back.`);
}
