/** WhatsApp over the Cloud API. */
import { z } from 'zod';
import { OutcomeUnknown, Refused, type Account } from '../../port.ts';
import { GraphRefused } from '../graph.ts';
import type { MetaKind, MetaKindNeeds } from '../kind.ts';
import { checkCloud } from './check.ts';
import { createCloudMedia, numberOf } from './media.ts';
import { recipientOf, spelled } from './people.ts';
import { readDelivery } from './reading.ts';
import { listTemplates } from './templates.ts';
import { theirs } from '../words.ts';
import type { Body } from './wording.ts';
import { writeContent, type Parts } from './writing.ts';

const Taken = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });
const Done = z.object({ success: z.boolean() });

export function createCloud({ graph, app, graphUrl, openFile }: MetaKindNeeds): MetaKind {
  const media = createCloudMedia({ graph, graphUrl, openFile });
  const inMessages = (account: Account) => [numberOf(account), 'messages'];
  /** Reading a message reads everything before it; telling that somebody writes tells that it was read as well. */
  const read = (account: Account, wid: string, more: object = {}) =>
    graph.ask(
      account,
      'POST',
      inMessages(account),
      { body: { messaging_product: 'whatsapp', status: 'read', message_id: wid, ...more } },
      Done,
    );

  return {
    read: readDelivery,

    async send(account, { to, content, correlation, quotes: quoted }) {
      const quotes = quoted === undefined ? undefined : theirs(quoted);
      const recipient = recipientOf(to, account);
      if (!recipient)
        throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'this account has no name for the contact' });
      const written = writeContent(await media.uploaded(account, content), correlation);
      if (!written) throw new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: content.kind });
      const post = async (body: Body, mark: string, answered: string | undefined) => {
        const message = {
          messaging_product: 'whatsapp',
          ...recipient,
          ...(answered && { context: { message_id: answered } }),
          // Comes back in each status: what had no answer is settled by it.
          biz_opaque_callback_data: mark,
          ...body,
        };
        const { messages } = await graph.call(account, 'POST', inMessages(account), { body: message }, Taken);
        return { wid: messages[0].id };
      };
      const say = async (parts: Parts) => {
        const last = parts.length - 1;
        for (const [n, part] of parts.slice(0, last).entries())
          await post(part, `${correlation}#${n + 1}`, n === 0 ? quotes : undefined).catch(n === 0 ? refuse : halfSaid);
        // Only the last has our mark alone: what becomes of it became of all.
        const isFirst = last === 0 && content.kind !== 'reaction';
        return post(parts[last]!, correlation, isFirst ? quotes : undefined).catch(last === 0 ? refuse : halfSaid);
      };
      const { parts, plainer } = written;
      if (!plainer) return say(parts);
      return say(parts).catch((fault: unknown) => (isAboutForm(fault) ? say(plainer) : refuse(fault)));
    },

    async markRead(account, _to, wids) {
      const last = wids.findLast((wid) => theirs(wid) === wid);
      if (last !== undefined) await read(account, last);
    },
    async typing(account, _to, wid) {
      const theirName = wid === undefined ? undefined : theirs(wid);
      if (theirName !== undefined) await read(account, theirName, { typing_indicator: { type: 'text' } });
    },
    check: (account) => checkCloud(graph, app, account),
    templates: (account) => listTemplates(graph, account),
    fetchMedia: (account, ref, maxBytes) => media.fetch(account, ref, maxBytes),
    lookUp: async (_account, digits) => spelled(digits),
  };
}

/** Surely not sent, because of the form it was given: the same may be said in a plainer one. */
const isAboutForm = (fault: unknown): boolean =>
  fault instanceof GraphRefused &&
  (fault.fault.code === 'ERR_CHANNEL_REFUSED' || fault.fault.code === 'ERR_CONTENT_UNSUPPORTED');
const refuse = (fault: unknown): never => {
  throw fault;
};
/** «Later» would say the first part a second time. */
const halfSaid = (fault: unknown): never => {
  throw fault instanceof Refused ? fault : new OutcomeUnknown('only a part of it was sent');
};
