import type { Tx } from '../../../infrastructure/db/tx.ts';

export interface VoiceMessage {
  id: number;
  ticketId: number;
  mediaKey: string;
  mediaMime: string | null;
  transcription: string | null;
}

export const transcriptionStore = {
  /** A received voice message by its file; deleted messages are not found. */
  async byFile(tx: Tx, mediaKey: string): Promise<VoiceMessage | undefined> {
    const [row] = await tx.query<VoiceMessage>(byFile, [tx.companyId, mediaKey]);
    return row;
  },
  async save(tx: Tx, id: number, text: string) {
    await tx.query(save, [tx.companyId, id, text]);
  },
};

const byFile = {
  name: 'transcription.by-file',
  text: `select id::float8 as id, ticket_id as "ticketId", media_key as "mediaKey", media_mime as "mediaMime", transcription
           from messages
          where company_id = $1 and media_key = $2 and media_type = 'audio' and not from_me and not is_deleted
          order by messages.id limit 1`,
};
const save = {
  name: 'transcription.save',
  text: 'update messages set transcription = $3 where company_id = $1 and id = $2',
};
