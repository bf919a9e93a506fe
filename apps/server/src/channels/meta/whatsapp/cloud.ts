/** WhatsApp through the Cloud API. */
import { z } from 'zod';
import { OutcomeUnknown, Refused, type Account } from '../../port.ts';
import { GraphRefused } from '../graph.ts';
import type { MetaKind, MetaKindDeps } from '../kind.ts';
import { checkCloud } from './check.ts';
import { createCloudMedia, numberOf } from './media.ts';
import { recipientOf, normalizeNumber } from './identities.ts';
import { parsePayload } from './parse.ts';
import { HELD } from './statuses.ts';
import { listTemplates } from './templates.ts';
import { channelMessageId, optionalText } from '../field-parsers.ts';
import type { Body } from './text-format.ts';
import { serializeContent, type Parts } from './serialize.ts';

const SendResponse = z.object({
  messages: z.tuple([z.object({ id: z.string().min(1), message_status: optionalText })], z.unknown()),
});
const Done = z.object({ success: z.boolean() });

export function createCloud({ graph, app, graphUrl, openFile, uploads }: MetaKindDeps): MetaKind {
  const media = createCloudMedia({ graph, graphUrl, openFile, uploads });
  const inMessages = (account: Account) => [numberOf(account), 'messages'];
  /** Marking a message as read includes all earlier ones; a typing indicator also marks as read. */
  const sendRead = (account: Account, wid: string, more: object = {}) =>
    graph.request(
      account,
      'POST',
      inMessages(account),
      { body: { messaging_product: 'whatsapp', status: 'read', message_id: wid, ...more } },
      Done,
    );

  return {
    parse: parsePayload,

    async send(account, { to, content, correlation, quotes: quoted }) {
      const quotes = quoted === undefined ? undefined : channelMessageId(quoted);
      const recipient = recipientOf(to, account);
      if (!recipient)
        throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'the contact has no identity for this account' });
      const written = serializeContent(await media.uploaded(account, content), correlation);
      if (!written) throw new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: content.kind });
      const post = async (body: Body, callbackData: string, quotedId: string | undefined) => {
        const message = {
          messaging_product: 'whatsapp',
          ...recipient,
          ...(quotedId && { context: { message_id: quotedId } }),
          // Returned in each status, which settles an unknown outcome.
          biz_opaque_callback_data: callbackData,
          ...body,
        };
        const { messages } = await graph.call(account, 'POST', inMessages(account), { body: message }, SendResponse);
        const [{ id, message_status }] = messages;
        return { wid: id, ...(message_status === HELD && { isHeld: true }) };
      };
      const sendParts = async (parts: Parts) => {
        const last = parts.length - 1;
        for (const [n, part] of parts.slice(0, last).entries())
          await post(part, `${correlation}#${n + 1}`, n === 0 ? quotes : undefined).catch(
            n === 0 ? rethrow : throwPartlySent,
          );
        // Only the last part has the bare correlation: its status counts for all parts.
        const isFirst = last === 0 && content.kind !== 'reaction';
        return post(parts[last]!, correlation, isFirst ? quotes : undefined).catch(
          last === 0 ? rethrow : throwPartlySent,
        );
      };
      const { parts, fallback } = written;
      if (!fallback) return sendParts(parts);
      return sendParts(parts).catch((error: unknown) => (isFormRefused(error) ? sendParts(fallback) : rethrow(error)));
    },

    async markRead(account, _to, wids) {
      const last = wids.findLast((wid) => channelMessageId(wid) === wid);
      if (last !== undefined) await sendRead(account, last);
    },
    async typing(account, _to, wid) {
      const messageId = wid === undefined ? undefined : channelMessageId(wid);
      if (messageId !== undefined) await sendRead(account, messageId, { typing_indicator: { type: 'text' } });
    },
    check: (account) => checkCloud(graph, app, account),
    async register(account, pin) {
      const body = { messaging_product: 'whatsapp', pin };
      await graph.request(account, 'POST', [numberOf(account), 'register'], { body }, Done);
    },
    templates: (account) => listTemplates(graph, account),
    fetchMedia: (account, ref, maxBytes) => media.fetch(account, ref, maxBytes),
    findNumber: async (_account, digits) => normalizeNumber(digits),
  };
}

/** Certainly not sent because of its form; the fallback may be sent instead. */
const isFormRefused = (error: unknown): boolean =>
  error instanceof GraphRefused &&
  (error.fault.code === 'ERR_CHANNEL_REFUSED' || error.fault.code === 'ERR_CONTENT_UNSUPPORTED');
const rethrow = (error: unknown): never => {
  throw error;
};
/** A retry would send the first part twice. */
const throwPartlySent = (error: unknown): never => {
  throw error instanceof Refused ? error : new OutcomeUnknown('only a part of it was sent');
};
