import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { findOccurrences, SECRET, type Service } from '../../apps/server/src/modules/privacy/person.fixture.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { createTestChannel } from '../../apps/server/test/channel.ts';
import { startTestServer } from '../../apps/server/test/server.ts';

/** Starts a restored copy with these secrets: the secret of the connection, and where the given one is stored in clear. */
export async function searchRestored(
  env: Record<string, string>,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  secret: string,
): Promise<{ secret: string | undefined; inClear: string[] }> {
  const database = await openDatabase(readConfig(env), () => {});
  const { channel } = createTestChannel();
  const channels = { of: () => channel, close: async () => {} };
  const server = await startTestServer({ ownerUrl: database.ownerUrl, env, channels });
  try {
    await server.reseal();
    const { connections } = server.modules;
    const row = (await connections.find(companyId, connectionId))!;
    const search = (text: string) => findOccurrences({ server } as Service, companyId, [text]);
    // A search that does not find what is there would prove nothing.
    if ((await search(SECRET)).length === 0) throw new Error('The search found no text of the person');
    return { secret: connections.accountOf(row).secrets['webhookSecret'], inClear: await search(secret) };
  } finally {
    await server.stop();
    await database.close();
  }
}
