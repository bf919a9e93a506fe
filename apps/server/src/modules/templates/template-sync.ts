import { errors, type ErrorCode } from '@balcao/contract';
import { NotSent, OutcomeUnknown, Refused, type ChannelEvent } from '../../channels/port.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import { templateStore } from './templates.store.ts';

export interface TemplateSyncDeps {
  db: Db;
  connections: Connections;
  /** Schedules and campaigns forget these templates, at most `limit`; returns how many there were. */
  detachTemplates(tx: Tx, templateIds: number[], limit: number): Promise<number>;
  /** Those of these templates that campaigns still need: they stay, so that the campaigns stop instead of skipping people. */
  neededTemplates(tx: Tx, templateIds: number[]): Promise<Set<number>>;
}
/** Schedules and campaigns that one transaction detaches. */
const DETACHED = 1000;
/** Templates that one transaction deletes. */
const REMOVED = 100;
/** A removal that was interrupted continues with a sync after this long. */
const CONTINUE_MS = 60_000;

/** Copies the templates of a connection from its channel. */
export function createTemplateSync({ db, connections, detachTemplates, neededTemplates }: TemplateSyncDeps) {
  /** Schedules and campaigns forget the templates in portions before, because the deletion clears all that are left. */
  async function removeWithdrawn(companyId: number, ids: number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += REMOVED) {
      const portion = ids.slice(from, from + REMOVED);
      await inPortions(
        (limit) =>
          db.inCompany(companyId, async (tx) => {
            const withdrawn = await templateStore.lockWithdrawn(tx, portion);
            return withdrawn.length === 0 ? 0 : detachTemplates(tx, withdrawn, limit);
          }),
        DETACHED,
      );
      await db.inCompany(companyId, (tx) => templateStore.removeWithdrawn(tx, portion));
    }
  }

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
    const withdrawn = await db.inCompany(companyId, async (tx) => {
      // The connection may have been removed during the call.
      if (!(await connections.inTx.find(tx, connectionId))) return [];
      const missing = await templateStore.replace(tx, connectionId, unique(infos));
      const needed = await neededTemplates(tx, missing);
      const ids = missing.filter((id) => !needed.has(id));
      if (ids.length > 0)
        await tx.enqueue('template.sync', { companyId, connectionId }, { after: new Date(Date.now() + CONTINUE_MS) });
      return ids;
    });
    await removeWithdrawn(companyId, withdrawn);
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
