import type { CustomerAction, CustomerProfile } from './customer-actions.ts';
import type { GraphControl, Received } from './control.ts';
import { customerOf } from './customers.ts';
import type { Deliveries } from './deliveries.ts';
import { itemOf, type Change } from './envelopes.ts';
import { newUserToken, usersOf } from './graph/oauth.ts';
import type { Faults } from './faults.ts';
import { pagesAction } from './pages/customer-actions.ts';
import type { WebhookClient } from './webhook-client.ts';
import { accountChanges } from './whatsapp/events.ts';
import { whatsAppAction } from './whatsapp/customer-actions.ts';
import { statusChange } from './whatsapp/webhook-payloads.ts';
import { addPage, addTemplate, addWhatsApp } from './accounts.ts';
import { accountOf, resolveCustomer, nowOf, whatsAppOf, type Account, type SimulatorState } from './state.ts';

interface Deps {
  state: () => SimulatorState;
  resetState(): void;
  deliveries: Deliveries;
  faults: () => Faults;
  webhookClient: WebhookClient;
}

/** The control of a simulator in its own process. */
export function createLocalControl({ state, resetState, deliveries, faults, webhookClient }: Deps): GraphControl {
  function sendWebhook(account: Account, part: { change: Change } | { messaging: unknown }, orderKey: string): void {
    const item = itemOf(state(), account, part, orderKey);
    if (!item)
      throw new Error(
        `Account ${account.id} has no webhook: set one, or subscribe to it and set the platform webhook.`,
      );
    deliveries.enqueue(item);
  }

  function perform(accountId: string, profile: CustomerProfile, action: CustomerAction): { id: string } {
    const account = accountOf(state(), accountId);
    const customer = resolveCustomer(account, profile);
    if (action.kind === 'edit') customer.edits += 1;
    const atMs = action.at === undefined ? nowOf(state()) : Date.parse(action.at);
    if (account.kind === 'whatsapp') {
      const { id, change, isMessage } = whatsAppAction(state(), account, customer.profile, action);
      sendWebhook(account, { change }, customer.profile.id);
      saveMessage(account, customer, { id, isMessage, atMs, type: action.kind, isFromAccount: action.kind === 'echo' });
      return { id };
    }
    const { id, messaging, isMessage } = pagesAction(state(), account, customer, action);
    sendWebhook(account, { messaging }, customer.profile.id);
    saveMessage(account, customer, { id, isMessage, atMs, type: action.kind, isFromAccount: action.kind === 'echo' });
    return { id };
  }
  function saveMessage(
    account: Account,
    customer: ReturnType<typeof resolveCustomer>,
    {
      id,
      isMessage,
      atMs,
      type,
      isFromAccount,
    }: { id: string; isMessage: boolean; atMs: number; type: string; isFromAccount: boolean },
  ): void {
    if (isMessage) customer.wroteAtMs = Math.max(atMs, customer.wroteAtMs ?? 0);
    state().messages.set(id, { id, accountId: account.id, profile: customer.profile, isFromAccount, atMs, type });
  }

  const performAction: GraphControl['performAction'] = async (accountId, profile, action) =>
    perform(accountId, profile, action);
  return {
    addWhatsApp: async (account) => addWhatsApp(state(), account),
    addPage: async (page) => addPage(state(), page),
    addUser: async (user) => void state().users.set(user.id, user),
    async userToken(userId) {
      const user = usersOf(state()).find(({ id }) => id === userId);
      if (!user) throw new Error(`There is no user ${userId}.`);
      return newUserToken(state(), user.id, user.pageIds).access_token;
    },
    platformWebhook: async (url) => void (state().platformWebhook = url),
    addTemplate: async (wabaId, template) => addTemplate(state(), wabaId, template),
    performAction,
    customer: (kind, accountId, profile) => customerOf(performAction, kind, accountId, profile),
    async event(accountId, event) {
      const account = whatsAppOf(state(), accountId);
      for (const change of accountChanges(state(), account, event)) sendWebhook(account, { change }, 'account');
    },
    async raw(accountId, item) {
      const account = accountOf(state(), accountId);
      sendWebhook(account, account.kind === 'whatsapp' ? { change: item as Change } : { messaging: item }, 'raw');
    },
    hold: async () => deliveries.hold(),
    release: async (how) => deliveries.release(how),
    webhooks: async (behavior) => deliveries.set(behavior),
    redeliver: async (last = 1) => deliveries.redeliver(last),
    deliveries: async (filter) => deliveries.list(filter),
    idle: () => deliveries.idle(),
    handshake: (url, verifyToken = state().app.verifyToken) =>
      verifyWebhook(webhookClient, url, verifyToken, state().random.digits(10)),
    injectFault: async (scope, fault, how) => faults().plan(scope, fault, how),
    clearFaults: async () => faults().clear(),
    received: async (filter = {}) => structuredClone(state().received.filter((call) => matchesFilter(call, filter))),
    inbox: async (accountId, customerId) =>
      structuredClone(
        state().delivered.filter((message) => message.accountId === accountId && message.to === customerId),
      ),
    async statuses(accountId, { upTo, delayMs = 0 }) {
      accountOf(state(), accountId).receipts = { upTo, delayMs };
    },
    async status(messageId, status, error) {
      const message = state().messages.get(messageId);
      if (!message) throw new Error(`There is no message ${messageId}.`);
      const account = accountOf(state(), message.accountId);
      const held = state().held.get(messageId);
      state().held.delete(messageId);
      if (held && status !== 'failed') state().delivered.push(held);
      if (account.kind === 'whatsapp') {
        const statusError = error ?? (status === 'failed' ? { code: 131000 } : undefined);
        return sendWebhook(
          account,
          { change: statusChange(state(), account, message, status, statusError) },
          message.profile.id,
        );
      }
      const upTo = new Date(message.atMs).toISOString();
      if (status === 'failed' || status === 'sent') throw new Error(`Pages do not send the status "${status}".`);
      const action: CustomerAction =
        status === 'delivered' ? { kind: 'delivered', upTo, ids: [messageId] } : { kind: 'read', upTo, of: messageId };
      const { messaging } = pagesAction(state(), account, { profile: message.profile, edits: 0 }, action);
      sendWebhook(account, { messaging }, message.profile.id);
    },
    async revokeToken(token) {
      const storedToken = state().tokens.get(token);
      if (storedToken) storedToken.isRevoked = true;
    },
    clock: async (at) => void (state().clockMs = at === null ? null : Date.parse(at)),
    async reset() {
      deliveries.reset();
      resetState();
    },
  };
}

const matchesFilter = (
  received: Received,
  { accountId, call, after = 0 }: { accountId?: string; call?: string; after?: number },
) =>
  received.seq > after &&
  (accountId ?? received.accountId) === received.accountId &&
  (call ?? received.call) === received.call;

/** The verification request before the first delivery. */
export async function verifyWebhook(webhookClient: WebhookClient, url: string, verifyToken: string, challenge: string) {
  const to = new URL(url);
  to.searchParams.set('hub.mode', 'subscribe');
  to.searchParams.set('hub.challenge', challenge);
  to.searchParams.set('hub.verify_token', verifyToken);
  const { status, body, contentType } = await webhookClient.request('GET', to.href, { timeoutMs: 10_000 });
  return { status, body, contentType, isAgreed: status === 200 && body === challenge };
}
