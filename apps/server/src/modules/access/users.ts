import type { UserChange, UserDraft } from '@balcao/contract/endpoints/access';
import type { PixKey } from '@balcao/domain/message/pix';
import { userFlags, type Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { z } from 'zod';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { NewUser, UserRow } from '../../infrastructure/db/schema/access.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { hashPassword } from '../../infrastructure/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import { parseUser } from './access.wire.ts';
import { createOwnChangeCheck, refuseCurrentPassword } from './own-change.ts';
import { createForeignEmailCheck } from './foreign-email.ts';
import type { Sessions } from './sessions.ts';
import { createUserRemoval, type UserRemovalDeps } from './user-removal.ts';
import { userRecordStore } from './user-records.store.ts';
import { userStore, type UserWithQueues } from './users.store.ts';

type Draft = z.output<typeof UserDraft>;
type Change = z.output<typeof UserChange>;

/** Changing one of these needs a permission. A user may send its own values unchanged. */
const restrictedFields = [
  'profile',
  ...userFlags,
  'startWork',
  'endWork',
  'connectionId',
] as const satisfies (keyof NewUser)[];

type BeforeUpdate = (tx: Tx, before: UserRow) => Promise<void>;

/** Hashing is slow, so it happens before the transaction. */
interface Credentials {
  passwordHash: string;
  isSuper?: boolean;
  isDemo?: boolean;
}

export interface UserDeps extends Omit<UserRemovalDeps, 'sessions'> {
  db: Db;
  companies: Companies;
  sessions: Sessions;
  limits: Limits;
  /** Which of these queues exist. The module `queues` is on the same layer, so wiring passes the function. */
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  connectionExists(tx: Tx, id: number): Promise<boolean>;
}

/** Users of a company and their permissions. */
export function createUsers(deps: UserDeps) {
  const { db, companies, sessions, existingQueueIds, connectionExists } = deps;
  const verifyOwnChange = createOwnChangeCheck(deps);
  const removal = createUserRemoval(deps);
  const checkForeignEmail = createForeignEmailCheck(deps);
  const canAdd = createLimitCheck(companies);
  const byId = async (tx: Tx, id: number) => assertFound(await userStore.byId(tx, id), 'ERR_NO_USER_FOUND');

  async function setQueues(tx: Tx, userId: number, queueIds: number[]) {
    const uniqueIds = [...new Set(queueIds)];
    if ((await existingQueueIds(tx, uniqueIds)).length < uniqueIds.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
    await userRecordStore.setQueues(tx, userId, uniqueIds);
  }

  async function checkConnection(tx: Tx, id: number | null | undefined) {
    if (id && !(await connectionExists(tx, id))) refuse('ERR_NO_WAPP_FOUND', { field: 'whatsappId', rule: 'unknown' });
  }

  /** Runs in the caller's transaction; also used to create a company and the first super user. */
  async function add(tx: Tx, draft: Draft, credentials: Credentials): Promise<UserWithQueues> {
    await checkConnection(tx, draft.whatsappId);
    const row = await userRecordStore.insert(tx, { ...(parseUser(draft) as NewUser), ...credentials });
    await directoryStore.add(tx, 'email', hashKey(draft.email), String(row.id));
    await setQueues(tx, row.id, draft.queueIds);
    tx.emit({ type: 'user.saved', userId: row.id, isNew: true });
    return byId(tx, row.id);
  }

  return {
    /** Run in the caller's transaction. */
    inTx: {
      add,
      canAdd,
      find: (tx: Tx, id: number) => userStore.byId(tx, id),
      /** At most 50, with their e-mail addresses. */
      admins: (tx: Tx) => userStore.admins(tx),
      /** No effect for an actor who is no user of the company, such as support. */
      async addQueue(tx: Tx, userId: number, queueId: number) {
        if (!(await userStore.byId(tx, userId))) return;
        await userRecordStore.addQueue(tx, userId, queueId);
        tx.emit({ type: 'user.saved', userId, isNew: false });
      },
      /** Records that the rotation of the queue assigned a ticket to this user. */
      recordTurn: async (tx: Tx, queueId: number, userId: number) =>
        void (await userStore.recordTurn(tx, queueId, userId)),
    },
    list: (actor: Actor, search: string, page: number) =>
      db.readCompany(actor.companyId, async (tx) => ({
        ...(await userStore.page(tx, search, page)),
        limit: can(actor, 'user.manage') ? (await companies.planOf(tx)).users : undefined,
      })),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => userStore.pick(tx)),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => userStore.byId(tx, id)),

    async create(actor: Actor, draft: Draft) {
      await checkForeignEmail(actor.companyId, draft.email);
      const passwordHash = await hashPassword(draft.password);
      return savingEmail(
        db.inCompany(actor.companyId, async (tx) => {
          await userStore.lockCompany(tx);
          if (!(await canAdd(tx))) refuse('ERR_USER_LIMIT_REACHED');
          const user = await add(tx, draft, { passwordHash });
          const data = { profile: user.profile };
          await audit(tx, { userId: actor.userId, action: 'user.created', subject: `user ${user.id}`, data });
          return user;
        }),
      );
    },

    async update(actor: Actor, id: number, input: Change) {
      if (input.email !== undefined && can(actor, 'user.edit-email'))
        await checkForeignEmail(actor.companyId, input.email);
      const verifiedHash = actor.userId === id ? await verifyOwnChange(actor, input) : undefined;
      const passwordHash = input.password ? await hashPassword(input.password) : undefined;
      return savingEmail(
        db.inCompany(actor.companyId, async (tx) => {
          await userStore.lockCompany(tx);
          const before = assertFound(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
          authorize(actor, 'user.edit', before);
          if (before.isSuper && !can(actor, 'user.edit-super', before)) refuse('ERR_USER_IS_SUPER');
          // The password may have changed while the current one was checked.
          if (verifiedHash !== undefined && before.passwordHash !== verifiedHash) refuseCurrentPassword();
          await checkConnection(tx, input.whatsappId);

          const change = onlyChanges(parseUser(input), before);
          if (restrictedFields.some((field) => field in change)) authorize(actor, 'user.edit-profile');
          if (input.queueIds) await changeQueues(tx, actor, id, input.queueIds);
          if (change.profile === 'user' && (await userStore.countAdmins(tx)) <= 1) refuse('ERR_LAST_ADMIN');

          if (change.email !== undefined) await moveEmail(tx, companies, before, change.email);
          if (passwordHash) change.passwordHash = passwordHash;
          await userRecordStore.update(tx, id, change);
          const reason = sessionEndReason(change);
          if (reason) await sessions.endAll(tx, id, reason, actor.userId === id ? actor.sessionId : undefined);
          const fields = Object.keys(change).map((field) => (field === 'passwordHash' ? 'password' : field));
          await audit(tx, { userId: actor.userId, action: 'user.changed', subject: `user ${id}`, data: { fields } });
          tx.emit({ type: 'user.saved', userId: id, isNew: false });
          return byId(tx, id);
        }),
      );
    },

    remove: removal.remove,
    /** Removes the users of the demo data, also super users and the last admin. */
    async removeDemoUsers(companyId: number): Promise<void> {
      const removalIds = await db.inCompany(companyId, async (tx) => {
        await userStore.lockCompany(tx);
        const ids: number[] = [];
        for (const user of (await userStore.pick(tx)).filter(({ isDemo }) => isDemo))
          ids.push(await removal.removeInTx(tx, user, null));
        return ids;
      });
      for (const id of removalIds) await deps.removals.workInline(companyId, id);
    },

    /** A user sets only its own list width. */
    saveListWidth: (actor: Actor, id: number, listWidth: number) =>
      changeOwn(actor, id, { listWidth }, async () => {
        if (id !== actor.userId) refuse('ERR_NO_PERMISSION');
      }),
    savePixKey: (actor: Actor, pixKey: PixKey) =>
      db.inCompany(actor.companyId, async (tx) => void (await userStore.savePixKey(tx, actor.userId, pixKey))),
    /** `saveFile` writes the file's row in the same transaction, because a file without a row is not served. */
    savePicture: (actor: Actor, id: number, pictureKey: string, saveFile: BeforeUpdate) =>
      changeOwn(actor, id, { pictureKey }, saveFile),
  };

  function changeOwn(actor: Actor, id: number, change: Partial<NewUser>, beforeUpdate: BeforeUpdate) {
    return db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
      authorize(actor, 'user.edit', before);
      if (before.isSuper && !can(actor, 'user.edit-super', before)) refuse('ERR_USER_IS_SUPER');
      await beforeUpdate(tx, before);
      await userRecordStore.update(tx, id, change);
      tx.emit({ type: 'user.saved', userId: id, isNew: false });
      return { user: await byId(tx, id), before };
    });
  }

  async function changeQueues(tx: Tx, actor: Actor, id: number, queueIds: number[]) {
    const current = (await byId(tx, id)).queues.map((queue) => queue.id);
    const isSame = current.length === new Set(queueIds).size && current.every((queueId) => queueIds.includes(queueId));
    if (isSame) return;
    authorize(actor, 'user.edit-queues');
    await setQueues(tx, id, queueIds);
  }
}
export type Users = ReturnType<typeof createUsers>;

async function moveEmail(tx: Tx, companies: Companies, before: UserRow, email: string) {
  await directoryStore.remove(tx, 'email', hashKey(before.email));
  await directoryStore.add(tx, 'email', hashKey(email), String(before.id));
  const { company } = await companies.inTx.get(tx);
  // The company's address is that of its first admin and changes with it.
  if (company.email?.toLowerCase() === before.email) await companies.change(tx, { email });
}

/** A new password or profile ends every session but the one that changed it. */
function sessionEndReason(change: Partial<NewUser>): 'password-changed' | 'rights-changed' | undefined {
  if (change.passwordHash) return 'password-changed';
  return change.profile ? 'rights-changed' : undefined;
}

/** Whether the plan allows another user. Call it under `lockCompany`. */
const createLimitCheck = (companies: Companies) => async (tx: Tx) =>
  (await userStore.count(tx)) < (await companies.planOf(tx)).users;

const onlyChanges = (fields: Partial<NewUser>, before: UserRow): Partial<NewUser> =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => before[field as keyof UserRow] !== value));

/** An e-mail address signs in to one company only. The error does not reveal who uses it. */
export const savingEmail = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const broken = brokenConstraint(error);
    if (broken === 'directory_pkey' || broken === 'users_email') {
      refuse('ERR_USER_EMAIL_TAKEN', { field: 'email', rule: 'taken' });
    }
    throw error;
  });
