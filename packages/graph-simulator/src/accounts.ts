import type { NewPage, NewTemplate, NewWhatsApp } from './control.ts';
import { nowOf, type Token, type SimulatorState } from './state.ts';

export function addWhatsApp(state: SimulatorState, input: NewWhatsApp): void {
  const waba = state.wabas.get(input.wabaId) ?? { id: input.wabaId, templates: [] };
  state.wabas.set(waba.id, waba);
  for (const template of input.templates ?? []) addTemplate(state, waba.id, template);
  state.accounts.set(input.phoneNumberId, {
    kind: 'whatsapp',
    id: input.phoneNumberId,
    token: input.token,
    webhook: input.webhook,
    isSubscribed: input.isSubscribed ?? input.webhook !== undefined,
    hasWindow: input.hasWindow ?? false,
    customers: new Map(),
    receipts: { upTo: 'none', delayMs: 0 },
    waba,
    config: input,
    recent: [],
  });
  saveToken(state, input.token, { type: 'SYSTEM_USER', accountIds: [input.phoneNumberId, waba.id] });
}

export function addPage(state: SimulatorState, input: NewPage): void {
  const { pageId, igId, token, webhook } = input;
  const shared = {
    token,
    webhook,
    isSubscribed: input.isSubscribed ?? webhook !== undefined,
    hasWindow: input.hasWindow ?? false,
    receipts: { upTo: 'none' as const, delayMs: 0 },
  };
  state.accounts.set(pageId, {
    ...shared,
    kind: 'messenger',
    id: pageId,
    customers: new Map(),
    name: input.name,
    igId,
    subscribedFields: [],
  });
  if (igId !== undefined) {
    state.accounts.set(igId, {
      ...shared,
      receipts: { ...shared.receipts },
      kind: 'instagram',
      id: igId,
      customers: new Map(),
      pageId,
      username: input.igUsername ?? `loja${igId.slice(-4)}`,
    });
  }
  saveToken(state, token, { type: 'PAGE', accountIds: igId === undefined ? [pageId] : [pageId, igId] });
}

export function addTemplate(state: SimulatorState, wabaId: string, input: NewTemplate): { id: string } {
  const waba = state.wabas.get(wabaId);
  if (!waba) throw new Error(`There is no business account ${wabaId}.`);
  const id = input.id ?? state.random.digits(16);
  waba.templates = waba.templates.filter(({ name, language }) => name !== input.name || language !== input.language);
  waba.templates.push({ ...input, id });
  return { id };
}

/** One token may serve several accounts, like that of a system user. */
export function saveToken(state: SimulatorState, value: string, token: Partial<Token> & Pick<Token, 'type'>): void {
  const before = state.tokens.get(value);
  state.tokens.set(value, {
    pageIds: [],
    isRevoked: false,
    issuedAtMs: nowOf(state),
    expiresAtMs: 0,
    ...before,
    ...token,
    accountIds: [...new Set([...(before?.accountIds ?? []), ...(token.accountIds ?? [])])],
  });
}
