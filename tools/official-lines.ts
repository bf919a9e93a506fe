import type { Actor } from '../packages/domain/src/policy/actor.ts';
import { ConnectionDraft } from '../packages/contract/src/endpoints/connections.ts';
import type { GraphControl, NewWhatsApp } from '../packages/graph-simulator/src/control.ts';
import type { House } from '../apps/server/src/wiring/house.ts';

export type OfficialKind = 'whatsappapi' | 'facebook' | 'instagram';
/** An account at the Graph simulator, and the connection that it is linked to. */
export interface OfficialLine {
  kind: OfficialKind;
  connectionId: number;
  /** Phone number id, page id or Instagram id. */
  accountId: string;
}
export interface OfficialWish {
  numbers: number;
  /** Each with its Instagram account. */
  pages: number;
}

let made = 0;

/** Accounts made up at the simulator and linked the way an admin does: keys typed in, pages handed over by sign-in. */
export async function linkOfficial(
  house: House,
  control: GraphControl,
  actor: Actor,
  { numbers, pages }: OfficialWish,
  how: Partial<NewWhatsApp> = {},
): Promise<OfficialLine[]> {
  const lines: OfficialLine[] = [];
  for (let n = 0; n < numbers; n += 1) lines.push(await linkNumber(house, control, actor, how));
  if (pages > 0) lines.push(...(await linkPages(house, control, actor, pages)));
  return lines;
}

async function linkNumber(
  { modules }: House,
  control: GraphControl,
  actor: Actor,
  how: Partial<NewWhatsApp>,
): Promise<OfficialLine> {
  made += 1;
  const accountId = String(1_000_000 + made);
  const wabaId = String(9_000_000 + made);
  const token = `number-token-${made}`;
  await control.addWhatsApp({
    wabaId,
    phoneNumberId: accountId,
    displayNumber: `+55 00 3${String(made).padStart(7, '0')}`,
    token,
    isSubscribed: true,
    ...how,
  });
  const draft = ConnectionDraft.parse({
    name: `Oficial ${made}`,
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
  { modules }: House,
  control: GraphControl,
  actor: Actor,
  count: number,
): Promise<OfficialLine[]> {
  const own = Array.from({ length: count }, () => {
    made += 1;
    return { pageId: String(2_000_000 + made), igId: String(3_000_000 + made), name: `Página ${made}` };
  });
  for (const page of own) await control.addPage({ ...page, token: `page-token-${page.pageId}` });
  const userId = String(5_000_000 + made);
  await control.addUser({ id: userId, name: 'Dona Exemplo', pageIds: own.map(({ pageId }) => pageId) });
  const joined = await modules.pageLinking.joinAll(actor, userId, await control.userToken(userId), true);
  const ill = joined.find(({ status }) => status !== 'CONNECTED');
  if (ill || joined.length !== 2 * count)
    throw new Error(`Pages were not linked: ${ill?.pausedBecause ?? joined.length}`);
  return joined.map((connection): OfficialLine => {
    const { secrets } = modules.connections.accountOf(connection);
    return connection.channel === 'instagram'
      ? { kind: 'instagram', connectionId: connection.id, accountId: secrets['igId']! }
      : { kind: 'facebook', connectionId: connection.id, accountId: secrets['pageId']! };
  });
}
