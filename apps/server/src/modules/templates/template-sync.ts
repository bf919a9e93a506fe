import { errors, type ErrorCode } from '@balcao/contract';
import { NotSent, OutcomeUnknown, Refused, type ChannelEvent } from '../../channels/port.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import { templateStore } from './templates.store.ts';

/** Copies the templates of a connection from its channel. */
export function createTemplateSync({ db, connections }: { db: Db; connections: Connections }) {
  /** Calls the channel outside of a transaction, then replaces the stored templates. Returns their number. */
  async function sync(companyId: number, connectionId: number): Promise<number> {
    const connection = assertFound(await connections.find(companyId, connectionId), 'ERR_NO_WAPP_FOUND');
    const channel = connections.channelOf(connection);
    if (!channel.templates || !connections.canSend(connection, 'template')) refuse('ERR_CONTENT_UNSUPPORTED');
    const infos = await channel.templates(connections.accountOf(connection)).catch(async (error: unknown) => {
      if (error instanceof Refused && error.isAccountDead)
        await db.inCompany(companyId, (tx) => connections.inTx.pause(tx, connectionId, null, error.fault.code));
      throw toAppError(error);
    });
    await db.inCompany(companyId, async (tx) => {
      // The connection may have been removed during the call.
      if (await connections.inTx.find(tx, connectionId)) await templateStore.replace(tx, connectionId, unique(infos));
    });
    return infos.length;
  }

  return {
    sync,
    /** Status change of one template. An unknown template triggers a sync of all. */
    async handleEvent(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'template' }>) {
      if (await templateStore.setStatus(tx, connectionId, event)) return;
      await tx.enqueue('template.sync', { companyId: tx.companyId, connectionId });
    },
    /** Fetches templates that were approved before the account was connected, or while it was disconnected. */
    async onConnected(companyId: number, connectionId: number) {
      const connection = await connections.find(companyId, connectionId);
      if (connection?.status !== 'CONNECTED' || !connections.canSend(connection, 'template')) return;
      // A paused account must not be called more often.
      if (connection.pausedUntil !== null && +connection.pausedUntil > Date.now()) return;
      await sync(companyId, connectionId).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    /** Job. A removed or unusable connection ends the job; only a channel that is down is retried. */
    async runSync({ companyId, connectionId }: { companyId: number; connectionId: number }) {
      await sync(companyId, connectionId).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'ERR_CHANNEL_DOWN') throw error;
      });
    },
  };
}

/** One per name and language: a channel that lists one twice would break the unique key. */
const unique = (infos: (Omit<TemplateRow, 'companyId' | 'connectionId' | 'updatedAt' | 'id'> & { id: string })[]) => [
  ...new Map(infos.map(({ id: _, ...info }) => [`${info.name} ${info.language}`, info])).values(),
];

/** The channel's error as an error for the caller. */
function toAppError(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) return new AppError('ERR_CHANNEL_DOWN');
  if (!(error instanceof NotSent) && !(error instanceof Refused)) return error;
  const { code } = error.fault;
  return new AppError(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'ERR_CHANNEL_REFUSED');
}
