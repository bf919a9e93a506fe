import type { UserChange, UserDraft } from '@balcao/contract/endpoints/access';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import type { z } from 'zod';
import { audit } from '../../foundation/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { NewUser, UserRow } from '../../foundation/db/schema/access.ts';
import { brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import { found, permit, refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import { hashPassword } from '../../foundation/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import { readUser } from './access.wire.ts';
import type { Sessions } from './sessions.ts';
import { userStore, type UserWithQueues } from './users.store.ts';

type Draft = z.output<typeof UserDraft>;
type Change = z.output<typeof UserChange>;

/** Changing one of these is a matter of rights; the person itself may send them, unchanged. */
const rights = [
  'profile',
  'allTicket',
  'allowGroup',
  'allHistoric',
  'allUserChat',
  'userClosePendingTicket',
  'showDashboard',
  'allowRealTime',
  'allowConnections',
  'startWork',
  'endWork',
  'connectionId',
] as const satisfies (keyof NewUser)[];

type Besides = (tx: Tx, before: UserRow) => Promise<void>;

/** A hash takes its time: it is made before the transaction that keeps it. */
interface Kept {
  passwordHash: string;
  isSuper?: boolean;
}

export interface UserNeeds {
  db: Db;
  companies: Companies;
  sessions: Sessions;
  /** Which of these queues are the company's: `queues` is a neighbour, so wiring lends us its answer. */
  knownQueues(tx: Tx, ids: number[]): Promise<number[]>;
  knownConnection(tx: Tx, id: number): Promise<boolean>;
  /** What this person has in hand goes back to wait, before the person is gone. */
  handBack(tx: Tx, userId: number): Promise<void>;
}

/** The people of a company and what each of them may do. */
export function createUsers({ db, companies, sessions, knownQueues, knownConnection, handBack }: UserNeeds) {
  const byId = async (tx: Tx, id: number) => found(await userStore.byId(tx, id), 'ERR_NO_USER_FOUND');

  async function setQueues(tx: Tx, userId: number, queueIds: number[]) {
    const wanted = [...new Set(queueIds)];
    if ((await knownQueues(tx, wanted)).length < wanted.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
    await userStore.setQueues(tx, userId, wanted);
  }

  async function checkConnection(tx: Tx, id: number | null | undefined) {
    if (id && !(await knownConnection(tx, id))) refuse('ERR_NO_WAPP_FOUND', { field: 'whatsappId', rule: 'unknown' });
  }

  /** For founding a company and for the first super user, inside their unit of work. */
  async function add(tx: Tx, draft: Draft, { passwordHash, isSuper = false }: Kept): Promise<UserWithQueues> {
    await checkConnection(tx, draft.whatsappId);
    const row = await userStore.insert(tx, { ...(readUser(draft) as NewUser), passwordHash, isSuper });
    await directoryStore.add(tx, 'email', hashKey(draft.email), String(row.id));
    await setQueues(tx, row.id, draft.queueIds);
    tx.emit({ is: 'user.saved', userId: row.id, isNew: true });
    return byId(tx, row.id);
  }

  return {
    add,
    /** For the rooms above, inside their unit of work. */
    within: (tx: Tx, id: number) => userStore.byId(tx, id),
    /** Whose turn it was when a ticket of this queue was given away. */
    hadTurn: async (tx: Tx, queueId: number, userId: number) => void (await userStore.hadTurn(tx, queueId, userId)),
    list: (actor: Actor, search: string, page: number) =>
      db.readCompany(actor.companyId, async (tx) => ({
        ...(await userStore.page(tx, search, page)),
        limit: may(actor, 'user.manage') ? (await companies.planOf(tx)).users : undefined,
      })),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => userStore.pick(tx)),
    show: (companyId: number, id: number) => db.readCompany(companyId, (tx) => userStore.byId(tx, id)),

    async create(actor: Actor, draft: Draft) {
      const passwordHash = await hashPassword(draft.password);
      return savingEmail(
        db.inCompany(actor.companyId, async (tx) => {
          await userStore.lockCompany(tx);
          if ((await userStore.count(tx)) >= (await companies.planOf(tx)).users) refuse('ERR_USER_LIMIT_REACHED');
          const user = await add(tx, draft, { passwordHash });
          await audit(tx, {
            userId: actor.userId,
            act: 'user.created',
            subject: `user ${user.id}`,
            data: { profile: user.profile },
          });
          return user;
        }),
      );
    },

    async update(actor: Actor, id: number, given: Change) {
      const passwordHash = given.password ? await hashPassword(given.password) : undefined;
      return savingEmail(
        db.inCompany(actor.companyId, async (tx) => {
          await userStore.lockCompany(tx);
          const before = found(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
          permit(actor, 'user.edit', before);
          if (before.isSuper && !actor.super && actor.userId !== id) refuse('ERR_USER_IS_SUPER');
          await checkConnection(tx, given.whatsappId);

          const change = onlyChanges(readUser(given), before);
          if (rights.some((right) => right in change)) permit(actor, 'user.edit-profile');
          if (given.queueIds) await changeQueues(tx, actor, id, given.queueIds);
          if (change.profile === 'user' && (await userStore.countAdmins(tx)) <= 1) refuse('ERR_LAST_ADMIN');

          if (change.email !== undefined) await moveEmail(tx, before, change.email);
          if (passwordHash) change.passwordHash = passwordHash;
          await userStore.update(tx, id, change);
          await endSessionsIfNeeded(tx, actor, id, change);
          const fields = Object.keys(change).map((field) => (field === 'passwordHash' ? 'password' : field));
          await audit(tx, { userId: actor.userId, act: 'user.changed', subject: `user ${id}`, data: { fields } });
          tx.emit({ is: 'user.saved', userId: id, isNew: false });
          return byId(tx, id);
        }),
      );
    },

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await userStore.lockCompany(tx);
        const user = found(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
        if (user.isSuper) refuse('ERR_USER_IS_SUPER');
        if (user.profile === 'admin' && (await userStore.countAdmins(tx)) <= 1) refuse('ERR_LAST_ADMIN');
        await handBack(tx, id);
        await sessions.endAll(tx, id, 'user-removed');
        await sessions.forgetKeys(tx, id);
        await directoryStore.remove(tx, 'email', hashKey(user.email));
        // Without its row the picture is shown to nobody; the sweep takes the bytes.
        if (user.pictureKey) await fileStore.remove(tx, user.pictureKey);
        await userStore.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          act: 'user.removed',
          subject: `user ${id}`,
          data: { name: user.name },
        });
        tx.emit({ is: 'user.removed', userId: id });
      }),

    /** One's own list is as wide as one likes it: nobody sets it for another. */
    keepListWidth: (actor: Actor, id: number, listWidth: number) =>
      changeOwn(actor, id, { listWidth }, async () => {
        if (id !== actor.userId) refuse('ERR_NO_PERMISSION');
      }),
    /** `keepFile` writes the file's row in the same unit of work: a picture without one would be shown to nobody. */
    keepPicture: (actor: Actor, id: number, pictureKey: string, keepFile: Besides) =>
      changeOwn(actor, id, { pictureKey }, keepFile),
  };

  function changeOwn(actor: Actor, id: number, change: Partial<NewUser>, besides: Besides) {
    return db.inCompany(actor.companyId, async (tx) => {
      const before = found(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
      permit(actor, 'user.edit', before);
      if (before.isSuper && !actor.super && actor.userId !== id) refuse('ERR_USER_IS_SUPER');
      await besides(tx, before);
      await userStore.update(tx, id, change);
      tx.emit({ is: 'user.saved', userId: id, isNew: false });
      return { user: await byId(tx, id), before };
    });
  }

  async function changeQueues(tx: Tx, actor: Actor, id: number, queueIds: number[]) {
    const now = (await byId(tx, id)).queues.map((queue) => queue.id);
    const same = now.length === new Set(queueIds).size && now.every((queueId) => queueIds.includes(queueId));
    if (same) return;
    permit(actor, 'user.edit-queues');
    await setQueues(tx, id, queueIds);
  }

  async function moveEmail(tx: Tx, before: UserRow, email: string) {
    await directoryStore.remove(tx, 'email', hashKey(before.email));
    await directoryStore.add(tx, 'email', hashKey(email), String(before.id));
    const { company } = await companies.within(tx);
    // The company is reached through its first admin: its address follows.
    if (company.email?.toLowerCase() === before.email) await companies.change(tx, { email });
  }

  /** A new password or profile ends every session but the one that changed it. */
  async function endSessionsIfNeeded(tx: Tx, actor: Actor, id: number, change: Partial<NewUser>) {
    const why = change.passwordHash ? 'password-changed' : change.profile ? 'rights-changed' : undefined;
    if (why) await sessions.endAll(tx, id, why, actor.userId === id ? actor.sessionId : undefined);
  }
}
export type Users = ReturnType<typeof createUsers>;

const onlyChanges = (given: Partial<NewUser>, before: UserRow): Partial<NewUser> =>
  Object.fromEntries(Object.entries(given).filter(([field, value]) => before[field as keyof UserRow] !== value));

/** An e-mail signs in to one company only; who has it already is not told. */
export const savingEmail = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => {
    const broken = brokenConstraint(fault);
    if (broken === 'directory_pkey' || broken === 'users_email') {
      refuse('ERR_USER_EMAIL_TAKEN', { field: 'email', rule: 'taken' });
    }
    throw fault;
  });
