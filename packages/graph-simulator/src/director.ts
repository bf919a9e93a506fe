import type { Act, Person } from './acts.ts';
import type { GraphControl, Received } from './control.ts';
import { customerOf } from './customers.ts';
import type { Deliveries } from './deliveries.ts';
import { itemOf, type Change } from './envelopes.ts';
import { newUserToken, usersOf } from './graph/oauth.ts';
import type { Mishaps } from './mishaps.ts';
import { pagesAct } from './pages/acting.ts';
import type { Posting } from './posting.ts';
import { accountChanges } from './whatsapp/events.ts';
import { whatsAppAct } from './whatsapp/acting.ts';
import { statusChange } from './whatsapp/telling.ts';
import { addPage, addTemplate, addWhatsApp } from './founding.ts';
import { accountOf, meet, nowOf, whatsAppOf, type Account, type World } from './world.ts';

interface Needs {
  world: () => World;
  startAfresh(): void;
  deliveries: Deliveries;
  mishaps: () => Mishaps;
  posting: Posting;
}

/** The control of a simulator in its own process. */
export function createControl({ world, startAfresh, deliveries, mishaps, posting }: Needs): GraphControl {
  function tell(account: Account, part: { change: Change } | { messaging: unknown }, lane: string): void {
    const item = itemOf(world(), account, part, lane);
    if (!item)
      throw new Error(`Nobody listens to ${account.id}: give it a webhook, or subscribe to it and set the platform's.`);
    deliveries.tell(item);
  }

  function perform(accountId: string, person: Person, act: Act): { id: string } {
    const account = accountOf(world(), accountId);
    const known = meet(account, person);
    if (act.does === 'edit') known.edits += 1;
    const atMs = act.at === undefined ? nowOf(world()) : Date.parse(act.at);
    if (account.kind === 'whatsapp') {
      const { id, change, isMessage } = whatsAppAct(world(), account, known.person, act);
      tell(account, { change }, known.person.id);
      keep(account, known, { id, isMessage, atMs, type: act.does, isOurs: act.does === 'echo' });
      return { id };
    }
    const { id, messaging, isMessage } = pagesAct(world(), account, known, act);
    tell(account, { messaging }, known.person.id);
    keep(account, known, { id, isMessage, atMs, type: act.does, isOurs: act.does === 'echo' });
    return { id };
  }
  function keep(
    account: Account,
    known: ReturnType<typeof meet>,
    {
      id,
      isMessage,
      atMs,
      type,
      isOurs,
    }: { id: string; isMessage: boolean; atMs: number; type: string; isOurs: boolean },
  ): void {
    if (isMessage) known.wroteAtMs = Math.max(atMs, known.wroteAtMs ?? 0);
    world().messages.set(id, { id, accountId: account.id, person: known.person, isOurs, atMs, type });
  }

  const act: GraphControl['act'] = async (accountId, person, what) => perform(accountId, person, what);
  return {
    addWhatsApp: async (account) => addWhatsApp(world(), account),
    addPage: async (page) => addPage(world(), page),
    addUser: async (user) => void world().users.set(user.id, user),
    async userToken(userId) {
      const user = usersOf(world()).find(({ id }) => id === userId);
      if (!user) throw new Error(`There is no user ${userId}.`);
      return newUserToken(world(), user.id, user.pageIds).access_token;
    },
    platformWebhook: async (url) => void (world().platformWebhook = url),
    addTemplate: async (wabaId, template) => addTemplate(world(), wabaId, template),
    act,
    customer: (kind, accountId, person) => customerOf(act, kind, accountId, person),
    async event(accountId, event) {
      const account = whatsAppOf(world(), accountId);
      for (const change of accountChanges(world(), account, event)) tell(account, { change }, 'account');
    },
    async raw(accountId, item) {
      const account = accountOf(world(), accountId);
      tell(account, account.kind === 'whatsapp' ? { change: item as Change } : { messaging: item }, 'raw');
    },
    hold: async () => deliveries.hold(),
    release: async (how) => deliveries.release(how),
    webhooks: async (manner) => deliveries.set(manner),
    redeliver: async (last = 1) => deliveries.redeliver(last),
    deliveries: async (filter) => deliveries.list(filter),
    idle: () => deliveries.idle(),
    handshake: (url, verifyToken = world().app.verifyToken) =>
      ask(posting, url, verifyToken, world().random.digits(10)),
    mishap: async (scope, mishap, how) => mishaps().plan(scope, mishap, how),
    clearMishaps: async () => mishaps().clear(),
    received: async (filter = {}) => structuredClone(world().received.filter((one) => isWanted(one, filter))),
    inbox: async (accountId, personId) =>
      structuredClone(world().reached.filter((one) => one.accountId === accountId && one.to === personId)),
    async statuses(accountId, { upTo, delayMs = 0 }) {
      accountOf(world(), accountId).telling = { upTo, delayMs };
    },
    async status(messageId, told, error) {
      const message = world().messages.get(messageId);
      if (!message) throw new Error(`There is no message ${messageId}.`);
      const account = accountOf(world(), message.accountId);
      if (account.kind === 'whatsapp') {
        const fault = error ?? (told === 'failed' ? { code: 131000 } : undefined);
        return tell(account, { change: statusChange(world(), account, message, told, fault) }, message.person.id);
      }
      const upTo = new Date(message.atMs).toISOString();
      if (told === 'failed' || told === 'sent') throw new Error(`Pages do not tell «${told}».`);
      const what: Act =
        told === 'delivered' ? { does: 'delivered', upTo, ids: [messageId] } : { does: 'read', upTo, of: messageId };
      const { messaging } = pagesAct(world(), account, { person: message.person, edits: 0 }, what);
      tell(account, { messaging }, message.person.id);
    },
    async revokeToken(token) {
      const known = world().tokens.get(token);
      if (known) known.isRevoked = true;
    },
    clock: async (at) => void (world().clockMs = at === null ? null : Date.parse(at)),
    async reset() {
      deliveries.reset();
      startAfresh();
    },
  };
}

const isWanted = (
  one: Received,
  { accountId, call, after = 0 }: { accountId?: string; call?: string; after?: number },
) => one.seq > after && (accountId ?? one.accountId) === one.accountId && (call ?? one.call) === one.call;

/** The question before the first delivery. */
export async function ask(posting: Posting, url: string, verifyToken: string, challenge: string) {
  const to = new URL(url);
  to.searchParams.set('hub.mode', 'subscribe');
  to.searchParams.set('hub.challenge', challenge);
  to.searchParams.set('hub.verify_token', verifyToken);
  const { status, body, contentType } = await posting.ask('GET', to.href, { timeoutMs: 10_000 });
  return { status, body, contentType, isAgreed: status === 200 && body === challenge };
}
