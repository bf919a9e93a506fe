import type { Actor } from '../packages/domain/src/policy/actor.ts';
import { ConnectionDraft } from '../packages/contract/src/endpoints/connections.ts';
import type { GraphControl, NewWhatsApp } from '../packages/graph-simulator/src/control.ts';
import type { Server } from '../apps/server/src/wiring/server.ts';

export type MetaAccountKind = 'whatsappapi' | 'facebook' | 'instagram';
/** An account at the Graph simulator, and the connection that it is linked to. */
export interface MetaAccount {
  kind: MetaAccountKind;
  connectionId: number;
  /** Phone number id, page id or Instagram id. */
  accountId: string;
}
export interface MetaAccountOptions {
  numbers: number;
  /** Each with its Instagram account. */
  pages: number;
}

let accountCount = 0;

/** Creates accounts at the simulator and links them as an admin does: keys typed in, pages granted by sign-in. */
export async function linkMetaAccounts(
  server: Server,
  control: GraphControl,
  actor: Actor,
  { numbers, pages }: MetaAccountOptions,
  how: Partial<NewWhatsApp> = {},
): Promise<MetaAccount[]> {
  const accounts: MetaAccount[] = [];
  for (let n = 0; n < numbers; n += 1) accounts.push(await linkNumber(server, control, actor, how));
  if (pages > 0) accounts.push(...(await linkPages(server, control, actor, pages)));
  return accounts;
}

async function linkNumber(
  { modules }: Server,
  control: GraphControl,
  actor: Actor,
  how: Partial<NewWhatsApp>,
): Promise<MetaAccount> {
  accountCount += 1;
  const accountId = String(1_000_000 + accountCount);
  const wabaId = String(9_000_000 + accountCount);
  const token = `number-token-${accountCount}`;
  await control.addWhatsApp({
    wabaId,
    phoneNumberId: accountId,
    displayNumber: `+55 00 3${String(accountCount).padStart(7, '0')}`,
    token,
    isSubscribed: true,
    ...how,
  });
  const draft = ConnectionDraft.parse({
    name: `Oficial ${accountCount}`,
    channel: 'whatsappapi',
    provider: 'official',
    linking: { phoneNumberId: accountId, wabaId, accessToken: token },
  });
  const { connection } = await modules.connections.create(actor, draft);
  const findings = await modules.connections.checkLinking(actor, connection.id);
  if (findings.length > 0) throw new Error(`Number ${accountId} was not linked: ${JSON.stringify(findings)}`);
  return { kind: 'whatsappapi', connectionId: connection.id, accountId };
}

async function linkPages(
  { modules }: Server,
  control: GraphControl,
  actor: Actor,
  count: number,
): Promise<MetaAccount[]> {
  const own = Array.from({ length: count }, () => {
    accountCount += 1;
    return {
      pageId: String(2_000_000 + accountCount),
      igId: String(3_000_000 + accountCount),
      name: `Página ${accountCount}`,
    };
  });
  for (const page of own) await control.addPage({ ...page, token: `page-token-${page.pageId}` });
  const userId = String(5_000_000 + accountCount);
  await control.addUser({ id: userId, name: 'Dona Exemplo', pageIds: own.map(({ pageId }) => pageId) });
  const joined = await modules.metaSignIn.joinAll(actor, userId, await control.userToken(userId), true);
  const ill = joined.find(({ status }) => status !== 'CONNECTED');
  if (ill || joined.length !== 2 * count)
    throw new Error(`Pages were not linked: ${ill?.pausedBecause ?? joined.length}`);
  return joined.map((connection): MetaAccount => {
    const { secrets } = modules.connections.accountOf(connection);
    return connection.channel === 'instagram'
      ? { kind: 'instagram', connectionId: connection.id, accountId: secrets['igId']! }
      : { kind: 'facebook', connectionId: connection.id, accountId: secrets['pageId']! };
  });
}
