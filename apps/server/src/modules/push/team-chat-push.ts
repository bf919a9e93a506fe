import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { ChatPreview } from './chat-preview.ts';
import { pushStore } from './push.store.ts';
import { presentChatNotification } from './push.wire.ts';

export interface TeamChatPushDeps {
  /** Undefined for a removed message or chat. */
  loadChatMessage(tx: Tx, messageId: number): Promise<ChatPreview | undefined>;
  /** Where numbers are masked, screens that others see show no text. */
  hidesText(tx: Tx): Promise<boolean>;
}
interface Deps extends TeamChatPushDeps {
  db: Db;
  isOnline(companyId: number, userId: number): boolean;
  /** Whether no notification of this conversation was sent to the user just before. */
  isFirst(of: string): Promise<boolean>;
  /** Notifies each browser of the user. */
  notify(companyId: number, userId: number, notification: object, topic: string): Promise<void>;
}
type ChatPushJob = { companyId: number; userId: number; messageId: number };

/** Notifies members of a team chat who have no open screen. */
export function createTeamChatPush(deps: Deps) {
  const { db, isOnline } = deps;

  return {
    /** Job. */
    async findChatRecipients({ companyId, messageId }: { companyId: number; messageId: number }) {
      const recipients = await db.readCompany(companyId, async (tx) => {
        const preview = await deps.loadChatMessage(tx, messageId);
        const subscribers = new Set(await pushStore.subscribers(tx));
        return (preview?.recipientIds ?? []).filter((id) => subscribers.has(id) && !isOnline(companyId, id));
      });
      if (recipients.length === 0) return;
      await db.inCompany(companyId, async (tx) => {
        for (const userId of recipients) await tx.enqueue('team-chat-push.send', { companyId, userId, messageId });
      });
    },
    /** Job. */
    async sendChat({ companyId, userId, messageId }: ChatPushJob) {
      const { preview, hidesText } = await db.readCompany(companyId, async (tx) => ({
        preview: await deps.loadChatMessage(tx, messageId),
        hidesText: await deps.hidesText(tx),
      }));
      if (!preview?.recipientIds.includes(userId) || isOnline(companyId, userId)) return;
      // One for several messages in a row.
      if (!(await deps.isFirst(`${companyId} ${userId} chat ${preview.uuid}`))) return;
      const notification = presentChatNotification(preview, hidesText);
      await deps.notify(companyId, userId, notification, preview.uuid.replaceAll('-', ''));
    },
  };
}
