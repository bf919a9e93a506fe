import type { Turn } from '@balcao/domain/ai/prompt';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** What a model is given of a conversation, besides its texts. */
export interface ModelConversation {
  ticketId: number;
  openedAt: Date;
  contactId: number;
  contactName: string;
  queueName: string;
  connectionName: string;
  channel: string;
}

export interface VoiceMessage {
  id: number;
  ticketId: number;
  /** Null until the file has arrived. */
  mediaKey: string | null;
  mediaMime: string | null;
  mediaState: string;
  transcription: string | null;
}

const conversation = {
  name: 'ai-conversations.by-ticket',
  text: `select t.id as "ticketId", t.created_at as "openedAt", t.contact_id as "contactId", c.name as "contactName",
                coalesce(q.name, '') as "queueName", coalesce(n.name, '') as "connectionName", t.channel
           from tickets t
           join contacts c on c.company_id = t.company_id and c.id = t.contact_id
           left join queues q on q.company_id = t.company_id and q.id = t.queue_id
           left join connections n on n.company_id = t.company_id and n.id = t.connection_id
          where t.company_id = $1 and t.id = $2`,
};
const newestTexts = {
  name: 'ai-conversations.newest-texts',
  text: `select from_me as "fromMe", coalesce(transcription, body) as text from messages
          where company_id = $1 and ticket_id = $2 and not is_private and not is_deleted
            and (transcription is not null or media_type in ('conversation', 'extendedTextMessage'))
          order by seq desc limit $3`,
};

const voiceMessage = {
  name: 'ai-conversations.voice-message',
  text: `select id::float8 as id, ticket_id as "ticketId", media_key as "mediaKey", media_mime as "mediaMime",
                media_state as "mediaState", transcription
           from messages
          where company_id = $1 and id = $2 and media_type = 'audio' and not from_me and not is_deleted`,
};

export const conversationStore = {
  /** A voice message of a customer; a deleted one is not found. */
  async voiceMessage(tx: Tx, id: number): Promise<VoiceMessage | undefined> {
    return (await tx.query<VoiceMessage & object>(voiceMessage, [tx.companyId, id]))[0];
  },
  async byTicket(tx: Tx, ticketId: number): Promise<ModelConversation | undefined> {
    return (await tx.query<ModelConversation & object>(conversation, [tx.companyId, ticketId]))[0];
  },
  /** Oldest first. Notes of agents are none. */
  async newestTexts(tx: Tx, ticketId: number, limit: number): Promise<Turn[]> {
    const rows = await tx.query<{ fromMe: boolean; text: string }>(newestTexts, [tx.companyId, ticketId, limit]);
    return rows.reverse().map(({ fromMe, text }) => ({ from: fromMe ? 'bot' : 'customer', text }));
  },
};
