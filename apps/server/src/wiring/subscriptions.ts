import type { DomainEvent, EventKind, EventOf } from '../foundation/events/catalogue.ts';
import type { LoggedEvent } from '../foundation/events/keep.store.ts';
import type { Live, Telling } from '../foundation/realtime/live.ts';
import type { Audience } from '../foundation/realtime/rooms.ts';
import { showBrief, showUser } from '../modules/access/index.ts';
import { showQueue } from '../modules/queues/index.ts';
import { showTag } from '../modules/tags/index.ts';
import type { Modules } from './modules.ts';

type Tells = { [K in EventKind]: (event: EventOf<K>, companyId: number) => Promise<Telling[]> | Telling[] };
type Does<R> = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => R };

/** What the screens are told of each event, and who of them. What is gone by the time it is told is not told. */
export function tellings(modules: Modules) {
  const { tags, queues, access, settings } = modules;

  async function userTellings(companyId: number, userId: number, isNew = false): Promise<Telling[]> {
    const user = await access.users.show(companyId, userId);
    if (!user) return [];
    const action = isNew ? 'create' : 'update';
    const itself = { user: userId };
    return [
      { topic: 'user', to: ['admins', itself], told: { action, user: showUser(user, access.signPicture) } },
      { topic: 'user', to: ['plain'], except: [itself], told: { action, user: showBrief(user) } },
    ];
  }

  const tells: Tells = {
    'tag.saved': async ({ tagId, isNew }, companyId) => {
      const tag = await tags.show(companyId, tagId);
      return tag
        ? [{ topic: 'tag', to: ['company'], told: { action: isNew ? 'create' : 'update', tag: showTag(tag) } }]
        : [];
    },
    'tag.removed': ({ tagId }) => [{ topic: 'tag', to: ['company'], told: { action: 'delete', tagId } }],
    'queue.saved': async ({ queueId, isNew }, companyId) => {
      const queue = await queues.show(companyId, queueId);
      return queue
        ? [{ topic: 'queue', to: ['company'], told: { action: isNew ? 'create' : 'update', queue: showQueue(queue) } }]
        : [];
    },
    'queue.removed': ({ queueId }) => [{ topic: 'queue', to: ['company'], told: { action: 'delete', queueId } }],
    'user.saved': ({ userId, isNew }, companyId) => userTellings(companyId, userId, isNew),
    'user.removed': ({ userId }) => [{ topic: 'user', to: ['company'], told: { action: 'delete', userId } }],
    'user.presence-changed': ({ userId }, companyId) => userTellings(companyId, userId),
    'session.started': ({ userId, sessionId }, companyId) => [
      { topic: 'auth', to: [{ user: userId }], told: { action: 'update', user: { id: userId, companyId }, sessionId } },
    ],
    'session.ended': () => [],
    'setting.saved': async ({ key }, companyId) => [
      {
        topic: 'settings',
        to: ['company'],
        told: { action: 'update', setting: { key, value: await settings.oneOfCompany(companyId, key) } },
      },
    ],
    'company.changed': () => [],
  };
  return async ({ event, companyId }: LoggedEvent): Promise<Telling[]> =>
    (tells[event.is] as (event: DomainEvent, companyId: number) => Promise<Telling[]>)(event, companyId);
}

/** What this node remembered and must forget: at once for its own commits, through the log for those of others. */
export function forgets({ access: { doorkeeper } }: Modules) {
  const does: Does<void> = {
    'session.ended': ({ sessionIds }) => doorkeeper.forgetSessions(sessionIds),
    'user.saved': ({ userId }, companyId) => doorkeeper.forgetUser(companyId, userId),
    'user.removed': ({ userId }, companyId) => doorkeeper.forgetUser(companyId, userId),
    'queue.removed': (_, companyId) => doorkeeper.forgetCompany(companyId),
    'company.changed': (_, companyId) => doorkeeper.forgetCompany(companyId),
  };
  return run(does);
}

/**
 * What changes for open sockets, after the telling: a session that ended still hears why.
 * The company's next event waits for it, so that nobody hears it by a right that was just taken.
 */
export function sockets({ access: { doorkeeper } }: Modules, live: Live) {
  const again = (companyId: number, whose: Audience) =>
    live.reroom(companyId, whose, ({ sessionId }) => doorkeeper.current(companyId, sessionId));
  const does: Does<void | Promise<void>> = {
    'session.ended': ({ sessionIds }, companyId) => live.endSessions(companyId, sessionIds),
    'user.saved': ({ userId }, companyId) => again(companyId, { user: userId }),
    'user.removed': ({ userId }, companyId) => again(companyId, { user: userId }),
    'queue.removed': (_, companyId) => again(companyId, 'company'),
    // Switched off, it loses every socket: none of its sessions is good any more.
    'company.changed': (_, companyId) => again(companyId, 'company'),
  };
  return run(does);
}

const run =
  <R>(does: Does<R>) =>
  ({ event, companyId }: LoggedEvent): R | undefined =>
    (does[event.is] as ((event: DomainEvent, companyId: number) => R) | undefined)?.(event, companyId);
