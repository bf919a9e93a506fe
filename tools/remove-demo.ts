/** `npm run remove-demo`: removes the demo companies and demo users, after a confirmation. The server must be stopped. */
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { removeCompany } from '../apps/server/src/infrastructure/db/remove-company.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { openDatabase } from '../apps/server/src/wiring/database.ts';
import { findDemo, removeDemo } from '../apps/server/src/wiring/demo.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { confirm } from './confirm.ts';

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }),
);

async function main(): Promise<number> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, console.log);
  const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'error' }) });
  try {
    const { names, ownerEmails } = await findDemo(server);
    const found = [...names, ...ownerEmails];
    if (found.length === 0) {
      console.log('There is no demo data.');
      return 0;
    }
    const question = `Remove ${found.join(', ')}, with all conversations?`;
    if (!process.argv.includes('--yes') && !(await confirm(question))) {
      console.log('Nothing was removed.');
      return 1;
    }
    await removeDemo(server, (companyId) => removeCompany(database.ownerUrl, companyId));
    console.log(`Removed ${found.join(', ')}.`);
    return 0;
  } finally {
    await server.close();
    await database.close();
  }
}
