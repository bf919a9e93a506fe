import type { ConnectionChange, ConnectionDraft } from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import type { Db } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { LinkStates } from '../../infrastructure/tokens/link-state.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { platformAdminStore, type ConnectionFilter } from './platform-admin.store.ts';

interface Deps {
  db: Db;
  companies: Companies;
  connections: Connections;
  /** Signs who started a session: only that super user gets its QR code. */
  qrAccess: LinkStates;
}
const PAGE = 100;
/** A QR code is scanned within minutes. */
export const QR_ACCESS_MS = 10 * 60_000;

/** Connections of all client companies. Counts come from a reviewed function, rows from inside each company. */
export const createAllConnections = ({ db, companies, connections, qrAccess }: Deps) => {
  /** The super user acts in the company; its log records the super user. */
  const actingIn = (actor: Actor, companyId: number): Actor => ({ ...actor, companyId, queueIds: [] });
  const withoutQr = (connection: FullConnection): FullConnection => ({ ...connection, qrcode: '', pairingCode: '' });
  const companyOf = async (id: number): Promise<number> =>
    assertFound(await db.onPlatform((tx) => platformAdminStore.companyOfConnection(tx, id)), 'ERR_NO_WAPP_FOUND');
  const boundTo = (actor: Actor, id: number) => `${actor.sessionId} ${id}`;
  const ticketFor = (actor: Actor, companyId: number, id: number): string =>
    qrAccess.sign({ companyId, userId: actor.userId, sessionId: boundTo(actor, id) });
  const assertCompany = (companyId: number) => db.readCompany(companyId, companies.inTx.get);

  return {
    /** One page, companies with a problem first, and the totals of all companies; those by channel with the last page. */
    async counts(filter: ConnectionFilter) {
      const { rows, totals, channels } = await db.onPlatform(async (tx) => ({
        rows: await platformAdminStore.connectionCounts(tx, filter, PAGE + 1),
        totals: await platformAdminStore.connectionTotals(tx),
        channels: await platformAdminStore.connectionChannels(tx),
      }));
      const companies = rows.slice(0, PAGE);
      const next = rows.length > PAGE ? companies.at(-1)! : null;
      return { companies, totals, channels: next ? null : channels, next };
    },

    async list(companyId: number): Promise<FullConnection[]> {
      await assertCompany(companyId);
      return (await connections.list(companyId)).map(withoutQr);
    },

    /** The limits and channels of the company's plan apply. */
    async add(actor: Actor, companyId: number, draft: z.output<typeof ConnectionDraft>) {
      await assertCompany(companyId);
      const acting = actingIn(actor, companyId);
      const { connection } = await connections.create(acting, draft);
      await connections.tryOpenSession(acting, connection.id);
      const started = await connections.find(companyId, connection.id);
      return { connection: withoutQr(started ?? connection), qrTicket: ticketFor(actor, companyId, connection.id) };
    },

    async update(actor: Actor, id: number, change: z.output<typeof ConnectionChange>): Promise<FullConnection> {
      return withoutQr(await connections.update(actingIn(actor, await companyOf(id)), id, change));
    },

    async startSession(actor: Actor, id: number): Promise<string> {
      const companyId = await companyOf(id);
      await connections.newSession(actingIn(actor, companyId), id);
      return ticketFor(actor, companyId, id);
    },

    async endSession(actor: Actor, id: number): Promise<void> {
      await connections.endSession(actingIn(actor, await companyOf(id)), id);
    },

    async remove(actor: Actor, id: number): Promise<void> {
      await connections.remove(actingIn(actor, await companyOf(id)), id);
    },

    /** Empty for everyone but the super user who started the session. */
    async qrCode(actor: Actor, id: number, ticket: string) {
      const connection = assertFound(await connections.find(await companyOf(id), id), 'ERR_NO_WAPP_FOUND');
      const claims = qrAccess.verify(ticket);
      const isRequester = claims?.userId === actor.userId && claims.sessionId === boundTo(actor, id);
      return { status: connection.status, qrcode: isRequester ? connection.qrcode : '' };
    },
  };
};
export type AllConnections = ReturnType<typeof createAllConnections>;
