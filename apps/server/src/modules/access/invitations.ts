import { randomBytes } from 'node:crypto';
import { UserDraft } from '@balcao/contract/endpoints/access';
import type { Acceptance, InvitationDraft } from '@balcao/contract/endpoints/invitations';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { MailMode } from '../../infrastructure/mail/outgoing-mails.ts';
import { hashPassword } from '../../infrastructure/tokens/passwords.ts';
import { networkOf } from '../../infrastructure/limits/network.ts';
import { invitationStore, type ReadInvitation } from './invitations.store.ts';
import type { RecoveryDeps } from './password-reset.ts';
import { userStore } from './users.store.ts';
import { savingEmail, type UserDeps, type Users } from './users.ts';

interface Deps extends RecoveryDeps, Pick<UserDeps, 'existingQueueIds'> {
  users: Users;
  mailMode: MailMode;
}
type Draft = z.output<typeof InvitationDraft>;
type Accepted = z.output<typeof Acceptance>;

const LIFETIME_MS = 72 * HOUR_MS;
/** Until then the link says why it does not work any more. */
const RETENTION_AFTER_EXPIRY_MS = 30 * 24 * HOUR_MS;
const MAX_SHOWN = 500;

/** Invites colleagues by mail: who has the link chooses a name and a password, and joins the company. */
export function createInvitations(deps: Deps) {
  const { db, clock, limits, companies, users, queueMail, linkTo, mailMode, existingQueueIds } = deps;

  /** Stores the token and its mail. The link is returned only if no mail is sent. */
  async function send(tx: Tx, id: number, token: string, language: RequestInfo['language']) {
    await directoryStore.add(tx, 'invitation', hashKey(token), String(id));
    const invitation = (await invitationStore.byId(tx, id))!;
    const { company } = await companies.inTx.getConfirmed(tx);
    const link = linkTo(`/convite#${token}`);
    await queueMail(tx, {
      kind: 'invitation',
      about: `invitation ${tx.companyId}/${id} ${invitation.expiresAt.toISOString()}`,
      companyId: tx.companyId,
      address: invitation.email,
      language,
      data: {
        inviter: invitation.invitedByName ?? company.name,
        company: company.name,
        day: dayIn(company.timeZone, invitation.expiresAt),
        url: link,
      },
    });
    return { invitation, link: mailMode === 'send' ? null : link };
  }

  const newToken = () => ({
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(+clock.now() + LIFETIME_MS),
  });
  const countOne = ({ companyId }: Actor) => limits.use({ limit: 'invitations of a company', of: String(companyId) });

  /** Company and invitation of a link. */
  async function find(token: string, { address }: Pick<RequestInfo, 'address'>) {
    await limits.use({ limit: 'invitation links from an address', of: networkOf(address) });
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'invitation', hashKey(token)));
    const { companyId, rowId } = assertFound(entry, 'ERR_INVITATION_NOT_FOUND');
    return { companyId, id: Number(rowId) };
  }

  function assertOpen(invitation: ReadInvitation | undefined, token: string): ReadInvitation {
    const found = assertFound(invitation, 'ERR_INVITATION_NOT_FOUND');
    if (found.acceptedAt) refuse('ERR_INVITATION_USED');
    if (found.revokedAt) refuse('ERR_INVITATION_REVOKED');
    // A newer link was sent.
    if (!found.tokenHash.equals(hashKey(token))) refuse('ERR_INVITATION_NOT_FOUND');
    if (found.expiresAt <= clock.now()) refuse('ERR_INVITATION_EXPIRED');
    return found;
  }

  async function assertCompanyTakesUsers(tx: Tx) {
    const { company } = await companies.inTx.get(tx);
    if (!company.isActive) refuse('ERR_INVITATION_NOT_FOUND');
    return company;
  }

  return {
    list: (actor: Actor) => db.readCompany(actor.companyId, (tx) => invitationStore.list(tx, MAX_SHOWN)),

    /** An open invitation of the same address is replaced. The answer does not reveal whether the address is used elsewhere. */
    async create(actor: Actor, { email, profile, queueIds }: Draft, { language }: Pick<RequestInfo, 'language'>) {
      await countOne(actor);
      return db.inCompany(actor.companyId, async (tx) => {
        await companies.assertConfirmed(tx);
        await userStore.lockCompany(tx);
        const entry = await directoryStore.find(tx, 'email', hashKey(email));
        if (entry?.companyId === tx.companyId) refuse('ERR_USER_EMAIL_TAKEN', { field: 'email', rule: 'taken' });
        const uniqueIds = [...new Set(queueIds)];
        if ((await existingQueueIds(tx, uniqueIds)).length < uniqueIds.length)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
        const former = await invitationStore.openOf(tx, email);
        if (former !== undefined) await invitationStore.revoke(tx, former, clock.now());
        const { token, expiresAt } = newToken();
        const id = await invitationStore.insert(tx, {
          email,
          tokenHash: hashKey(token),
          profile,
          queueIds: uniqueIds,
          invitedBy: actor.userId,
          expiresAt,
          now: clock.now(),
        });
        const subject = `invitation ${id}`;
        await audit(tx, { userId: actor.userId, action: 'invitation.created', subject, data: { profile } });
        return send(tx, id, token, language);
      });
    },

    async resend(actor: Actor, id: number, { language }: Pick<RequestInfo, 'language'>) {
      await countOne(actor);
      return db.inCompany(actor.companyId, async (tx) => {
        await companies.assertConfirmed(tx);
        const before = assertStillOpen(await invitationStore.lock(tx, id));
        await directoryStore.remove(tx, 'invitation', before.tokenHash);
        const { token, expiresAt } = newToken();
        await invitationStore.renew(tx, id, hashKey(token), expiresAt, actor.userId);
        return send(tx, id, token, language);
      });
    },

    revoke: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertStillOpen(await invitationStore.lock(tx, id));
        await invitationStore.revoke(tx, id, clock.now());
        await audit(tx, { userId: actor.userId, action: 'invitation.revoked', subject: `invitation ${id}` });
      }),

    /** What the acceptance form shows. */
    async show(token: string, info: Pick<RequestInfo, 'address'>) {
      const { companyId, id } = await find(token, info);
      return db.readCompany(companyId, async (tx) => {
        const company = await assertCompanyTakesUsers(tx);
        const { email, invitedByName } = assertOpen(await invitationStore.byId(tx, id), token);
        if (!(await users.inTx.canAdd(tx))) refuse('ERR_INVITATION_PLAN_FULL');
        return { company: company.name, email, invitedBy: invitedByName };
      });
    },

    /** Creates the user. The limit of the plan is checked under the lock that also serializes user creation. */
    async accept({ token, name, password }: Accepted, info: Pick<RequestInfo, 'address'>) {
      const { companyId, id } = await find(token, info);
      const passwordHash = await hashPassword(password);
      return savingEmail(
        db.inCompany(companyId, async (tx) => {
          await userStore.lockCompany(tx);
          await assertCompanyTakesUsers(tx);
          const { email, profile, queueIds } = assertOpen(await invitationStore.lock(tx, id), token);
          if (!(await users.inTx.canAdd(tx))) refuse('ERR_INVITATION_PLAN_FULL');
          // A queue that was removed since then is left out.
          const existing = await existingQueueIds(tx, queueIds);
          const draft = UserDraft.parse({ name, email, password, profile, queueIds: existing });
          const user = await users.inTx.add(tx, draft, { passwordHash });
          await invitationStore.accept(tx, id, clock.now());
          await audit(tx, {
            userId: user.id,
            action: 'invitation.accepted',
            subject: `invitation ${id}`,
            data: { profile, address: info.address },
          });
          return { email };
        }),
      );
    },

    prune: (companyId: number) => prune(db, companyId, new Date(+clock.now() - RETENTION_AFTER_EXPIRY_MS)),
  };
}
export type Invitations = ReturnType<typeof createInvitations>;

const prune = (db: Db, companyId: number, before: Date): Promise<void> =>
  inPortions((limit) =>
    db.inCompany(companyId, async (tx) => {
      const ids = await invitationStore.prune(tx, before, limit);
      await directoryStore.removeRows(tx, 'invitation', ids.map(String));
      return ids.length;
    }),
  );

function assertStillOpen(invitation: ReadInvitation | undefined): ReadInvitation {
  const found = assertFound(invitation, 'ERR_INVITATION_NOT_FOUND');
  if (found.acceptedAt) refuse('ERR_INVITATION_USED');
  return found.revokedAt ? refuse('ERR_INVITATION_REVOKED') : found;
}

/** YYYY-MM-DD */
const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
