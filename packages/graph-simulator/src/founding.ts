import type { NewPage, NewTemplate, NewWhatsApp } from './control.ts';
import { nowOf, type Token, type World } from './world.ts';

export function addWhatsApp(world: World, given: NewWhatsApp): void {
  const waba = world.wabas.get(given.wabaId) ?? { id: given.wabaId, templates: [] };
  world.wabas.set(waba.id, waba);
  for (const template of given.templates ?? []) addTemplate(world, waba.id, template);
  world.accounts.set(given.phoneNumberId, {
    kind: 'whatsapp',
    id: given.phoneNumberId,
    token: given.token,
    webhook: given.webhook,
    isSubscribed: given.isSubscribed ?? given.webhook !== undefined,
    hasWindow: given.hasWindow ?? false,
    people: new Map(),
    telling: { upTo: 'none', delayMs: 0 },
    waba,
    given,
    recent: [],
  });
  keepToken(world, given.token, { type: 'SYSTEM_USER', accountIds: [given.phoneNumberId, waba.id] });
}

export function addPage(world: World, given: NewPage): void {
  const { pageId, igId, token, webhook } = given;
  const shared = {
    token,
    webhook,
    isSubscribed: given.isSubscribed ?? webhook !== undefined,
    hasWindow: given.hasWindow ?? false,
    telling: { upTo: 'none' as const, delayMs: 0 },
  };
  world.accounts.set(pageId, {
    ...shared,
    kind: 'messenger',
    id: pageId,
    people: new Map(),
    name: given.name,
    igId,
    subscribedFields: [],
  });
  if (igId !== undefined) {
    world.accounts.set(igId, {
      ...shared,
      telling: { ...shared.telling },
      kind: 'instagram',
      id: igId,
      people: new Map(),
      pageId,
      username: given.igUsername ?? `loja${igId.slice(-4)}`,
    });
  }
  keepToken(world, token, { type: 'PAGE', accountIds: igId === undefined ? [pageId] : [pageId, igId] });
}

export function addTemplate(world: World, wabaId: string, given: NewTemplate): { id: string } {
  const waba = world.wabas.get(wabaId);
  if (!waba) throw new Error(`There is no business account ${wabaId}.`);
  const id = given.id ?? world.random.digits(16);
  waba.templates = waba.templates.filter(({ name, language }) => name !== given.name || language !== given.language);
  waba.templates.push({ ...given, id });
  return { id };
}

/** One token may stand for several accounts: a system user's does. */
export function keepToken(world: World, value: string, token: Partial<Token> & Pick<Token, 'type'>): void {
  const before = world.tokens.get(value);
  world.tokens.set(value, {
    pageIds: [],
    isRevoked: false,
    issuedAtMs: nowOf(world),
    expiresAtMs: 0,
    ...before,
    ...token,
    accountIds: [...new Set([...(before?.accountIds ?? []), ...(token.accountIds ?? [])])],
  });
}
