import { endpoints } from '@balcao/contract';
import { brCode, parsePixKey } from '@balcao/domain/message/pix';
import { isMasked, maskName } from '@balcao/domain/contact/mask';
import { digitsOf } from '@balcao/domain/contact/phone';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { handle, type SentFile } from '../../infrastructure/http/handle.ts';
import { requestHash, type Idempotency } from '../../infrastructure/idempotency/idempotency.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { unwrap, refuse } from '../../infrastructure/app-error.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { OutgoingContent, Sendable } from './content.ts';
import type { Messages } from './messages.ts';
import { DELETED } from './messages.wire.ts';
import type { FullMessage } from './messages.store.ts';
import type { OutgoingMedia } from './media/outgoing-media.ts';
import { createSearch } from './reading/search.ts';
import type { PublicSendApi } from './public-send-api.ts';
import { maskingRules, presentMessages, loadMessageViews } from './reading/message-views.ts';
import type { Transcribe } from './media/transcription.ts';

interface Deps {
  db: Db;
  settings: Settings;
  contacts: Contacts;
  media: OutgoingMedia;
  publicSendApi: PublicSendApi;
  limits: Limits;
  idempotency: Idempotency;
  transcribe: Transcribe;
  sign(key: string): string;
  loadTicketViews(tx: Tx, rows: FullTicket[], masked: boolean): Promise<Ticket[]>;
}

export const messageRoutes = (messages: Messages, deps: Deps) => {
  const present = presentMessages(deps);
  const presentInTx = loadMessageViews(deps);
  const search = createSearch(deps);
  const sendCard = async (actor: Actor, ticketId: number, content: OutgoingContent, clientKey: string | undefined) => {
    const rows = await messages.send(actor, ticketId, [{ content }], { isPrivate: false, clientKey });
    return { message: 'Message sent', newMsg: (await present(actor.companyId, rows))[0]! };
  };
  /** Asked before a byte is kept: may this person write there, and how does the channel want to hear a voice? */
  async function storeAttachments(
    actor: Actor,
    ticketId: number,
    body: { isPrivate: boolean; voice: boolean },
    files: SentFile[],
  ): Promise<Sendable[]> {
    const voice = await messages.getVoiceFormat(actor, ticketId, body.isPrivate);
    await deps.limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
    const sendables: Sendable[] = [];
    for (const file of files) {
      const isVoice = body.voice || deps.media.isRecorded(file);
      sendables.push(
        await deps.media.fromUpload(actor, file, { caption: file.caption, voice: isVoice ? voice : undefined }),
      );
    }
    return sendables;
  }
  interface ButtonBody {
    title: string;
    description: string;
    buttonText: string;
    copyText: string;
    image: string;
    clientKey?: string | undefined;
  }
  const sendButton = async (
    actor: Actor,
    ticketId: number,
    action: 'url' | 'copy' | 'call',
    body: ButtonBody,
    label: string,
  ) => {
    await messages.getVoiceFormat(actor, ticketId, false);
    const image = action === 'url' && body.image !== '' ? await deps.media.fromBase64(actor, body.image) : undefined;
    const content: OutgoingContent = {
      kind: 'button',
      act: action,
      title: body.title,
      text: body.description,
      button: body.buttonText || label,
      value: body.copyText,
      ...(image && { image }),
    };
    return sendCard(actor, ticketId, content, body.clientKey);
  };

  return handle('messages', endpoints.messages, {
    list: async ({ actor, params, query }) => {
      const cursor =
        query.around !== undefined
          ? { around: query.around }
          : query.before !== undefined
            ? { before: query.before }
            : query.after !== undefined
              ? { after: query.after }
              : { page: query.pageNumber };
      return messages.thread(actor, params.ticketUuid, cursor, query.selectedQueues, async (tx, rows, ticket) => {
        const masking = await maskingRules(tx, deps.settings);
        return {
          messages: await presentInTx(tx, rows, masking),
          ticket: (await deps.loadTicketViews(tx, [ticket], masking.hidesNumbers))[0]!,
        };
      });
    },
    search: ({ actor, query }) =>
      search(actor, {
        text: query.searchParam,
        before: query.before,
        queueIds: query.queueIds,
        tagIds: query.tags,
        userIds: query.users,
        connectionIds: query.whatsapps,
      }),
    transcribe: async ({ actor, params }) => ({ transcribedText: await deps.transcribe(actor, params.file) }),
    send: async ({ actor, params, body, files, info: requestInfo }) => {
      const { idempotencyKey } = requestInfo;
      const sendAll = async () => {
        const sendables = files.length === 0 ? [] : await storeAttachments(actor, params.ticketId, body, files);
        if (body.vCard) sendables.push({ content: vCard(body.vCard) });
        if (body.location) sendables.push({ content: location(body.location) });
        if (sendables.length === 0 && body.body !== '') sendables.push({ content: { kind: 'text', text: body.body } });
        return messages.send(actor, params.ticketId, sendables, {
          isPrivate: body.isPrivate,
          mentions: body.mentions,
          reaction: body.reaction ?? undefined,
          quotedId: body.quotedMsg?.id,
          signed: body.signed,
          // With the caller in it: two people may choose the same key.
          clientKey: body.clientKey ?? (idempotencyKey && `user ${actor.userId} ${idempotencyKey}`),
        });
      };
      if (idempotencyKey === undefined) return present(actor.companyId, await sendAll());
      const ids = await deps.idempotency.once(
        {
          companyId: actor.companyId,
          key: `user ${actor.userId} ${idempotencyKey}`,
          request: await requestHash([params.ticketId, body], files),
        },
        async () => (await sendAll()).map((row) => row.id),
      );
      return present(actor.companyId, await messages.readAll(actor, ids));
    },
    sendByToken: async ({ actor, body, files, info: requestInfo }) => {
      const { quotedMsg, userId = null, queueId = null, ...rest } = body;
      const request = { ...rest, userId, queueId, quotedId: quotedMsg?.id };
      return {
        status: 'SUCCESS' as const,
        ...(await deps.publicSendApi.send(actor, request, files, requestInfo.idempotencyKey)),
      };
    },
    edit: async ({ actor, params, body }) => {
      await messages.edit(actor, params.id, body.body);
      return undefined;
    },
    remove: async ({ actor, params }) => {
      await messages.remove(actor, params.id);
      return undefined;
    },
    resend: async ({ actor, params }) =>
      (await present(actor.companyId, [await messages.resend(actor, params.id)]))[0]!,
    forward: async ({ actor, body }) => {
      await messages.forward(actor, [body.messageId].flat(), body.contactId, body.signMessage);
      return undefined;
    },
    lista: ({ actor, params, body }) =>
      sendCard(
        actor,
        params.ticketId,
        {
          kind: 'list',
          title: body.title,
          text: body.text,
          button: body.buttonText,
          ...(body.footer !== '' && { footer: body.footer }),
          sections: body.sections.map((section, s) => ({
            title: section.title,
            rows: section.rows.map((row, r) => ({
              id: row.rowId ?? row.id ?? `${s + 1}.${r + 1}`,
              title: row.title,
              ...(row.description !== '' && { description: row.description }),
            })),
          })),
        },
        body.clientKey,
      ),
    copy: ({ actor, params, body }) => sendButton(actor, params.ticketId, 'copy', body, 'Copiar'),
    call: ({ actor, params, body }) => sendButton(actor, params.ticketId, 'call', body, 'Ligar'),
    url: ({ actor, params, body }) => {
      if (!URL.canParse(body.copyText) || !/^https?:$/.test(new URL(body.copyText).protocol))
        refuse('ERR_VALIDATION', { field: 'copyText', rule: 'invalid' });
      return sendButton(actor, params.ticketId, 'url', body, 'Abrir');
    },
    pix: ({ actor, params, body }) => {
      const key = unwrap(parsePixKey(body.sendkey_type, body.sendKey));
      const cents = body.sendvalue || null;
      const content: OutgoingContent = {
        kind: 'pix',
        title: body.title,
        keyType: body.sendkey_type,
        key,
        merchantName: body.sendmerchant_name,
        cents,
        brCode: brCode({ key, merchantName: body.sendmerchant_name, cents }),
      };
      return sendCard(actor, params.ticketId, content, body.clientKey);
    },
    counts: async ({ actor, query }) => {
      const days = { from: query.dateStart, to: query.dateEnd };
      return { count: [{ count: String(await messages.count(actor, query.fromMe, days)) }] };
    },
    deliveries: async ({ actor, query }) => {
      const { rows, hasMore, counts } = await messages.listUndelivered(actor, {
        onlyUndelivered: query.state === 'troubled',
        before: query.before,
        connectionId: query.connectionId,
      });
      const { hidesNumbers, hidesDeleted } = await deps.db.readCompany(actor.companyId, (tx) =>
        maskingRules(tx, deps.settings),
      );
      // The same as in the conversation itself.
      const bodyOf = (row: (typeof rows)[number]) =>
        row.is_deleted && hidesDeleted && !row.from_me
          ? DELETED
          : hidesNumbers && row.media_type === 'contactMessage'
            ? maskName(row.body)
            : row.body;
      return {
        messages: rows.map((row) => ({
          id: Number(row.id),
          ticketId: row.ticket_id,
          ticketUuid: row.ticket_uuid,
          contactName: hidesNumbers ? maskName(row.contact_name) : row.contact_name,
          connectionName: row.connection_name ?? '',
          fromMe: row.from_me,
          body: bodyOf(row),
          mediaType: row.media_type,
          delivery: row.delivery as FullMessage['delivery'],
          failure: row.failure_code,
          createdAt: row.created_at.toISOString(),
          tries: row.tries ?? 0,
          mayResend: (row.delivery === 'failed' || row.delivery === 'unknown') && row.ack <= 1,
        })),
        hasMore,
        counts,
      };
    },
    life: async ({ actor, params }) => ({
      steps: (await messages.listReceipts(actor, params.id)).map((step) => ({
        told: step.told,
        detail: step.detail,
        at: step.at.toISOString(),
      })),
    }),
  });
};

function vCard({ name, number }: { name: string; number: string }): OutgoingContent {
  // What is left of a hidden number is somebody else's.
  if (isMasked(number)) refuse('ERR_VALIDATION', { field: 'vCard.number', rule: 'invalid' });
  return { kind: 'contacts', contacts: [{ name, numbers: [digitsOf(number)] }] };
}

function location({
  latitude,
  longitude,
  name,
  address,
}: {
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}): OutgoingContent {
  return { kind: 'location', latitude, longitude, ...(name && { name }), ...(address && { address }) };
}
