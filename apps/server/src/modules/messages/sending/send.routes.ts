import type { endpoints } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Admissions, Handlers, SentFile } from '../../../infrastructure/http/handle.ts';
import { requestHash, type Idempotency } from '../../../infrastructure/idempotency/idempotency.ts';
import type { Limits } from '../../../infrastructure/limits/limits.ts';
import type { Sendable } from '../content.ts';
import type { OutgoingMedia } from '../media/outgoing-media.ts';
import type { Messages } from '../messages.ts';
import { parseLocation, parseVCard } from '../messages.wire.ts';
import type { PublicSendApi } from '../public-send-api.ts';
import type { PresentMessages } from '../reading/message-views.ts';

export interface SendingRouteDeps {
  media: OutgoingMedia;
  publicSendApi: PublicSendApi;
  limits: Limits;
  idempotency: Idempotency;
}
type SendingRoute = 'send' | 'sendByToken' | 'edit' | 'remove' | 'resend' | 'forward';

/** Checks the ticket and the limits before the files of a message are written to disk. */
export const sendingAdmissions = (
  messages: Messages,
  { publicSendApi, limits }: SendingRouteDeps,
): Admissions<typeof endpoints.messages> => ({
  async send({ actor, params, hasFiles }) {
    if (!hasFiles) return;
    await messages.assertReadable(actor, params.ticketId);
    await limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
  },
  sendByToken: ({ actor }) => publicSendApi.admit(actor),
});

export const sendingRoutes = (
  messages: Messages,
  present: PresentMessages,
  { media, publicSendApi, idempotency }: SendingRouteDeps,
): Pick<Handlers<typeof endpoints.messages>, SendingRoute> => {
  /** Checks access and voice format before the first file is stored. */
  async function storeAttachments(
    actor: Actor,
    ticketId: number,
    body: { isPrivate: boolean; voice: boolean },
    files: SentFile[],
  ): Promise<Sendable[]> {
    const voice = await messages.getVoiceFormat(actor, ticketId, body.isPrivate);
    const sendables: Sendable[] = [];
    for (const file of files) {
      const isVoice = body.voice || media.isRecorded(file);
      const options = { caption: file.caption, voice: isVoice ? voice : undefined };
      sendables.push(await media.fromUpload(actor, file, options));
    }
    return sendables;
  }

  return {
    send: async ({ actor, params, body, files, info: { idempotencyKey } }) => {
      // Contains the user id: two users may choose the same key.
      const userKey = idempotencyKey && `user ${actor.userId} ${idempotencyKey}`;
      const sendAll = async () => {
        const sendables = files.length === 0 ? [] : await storeAttachments(actor, params.ticketId, body, files);
        if (body.vCard) sendables.push({ content: parseVCard(body.vCard) });
        if (body.location) sendables.push({ content: parseLocation(body.location) });
        if (sendables.length === 0 && body.body !== '') sendables.push({ content: { kind: 'text', text: body.body } });
        return messages.send(actor, params.ticketId, sendables, {
          isPrivate: body.isPrivate,
          mentions: body.mentions,
          reaction: body.reaction ?? undefined,
          quotedId: body.quotedMsg?.id,
          signed: body.signed,
          clientKey: body.clientKey ?? userKey,
        });
      };
      if (idempotencyKey === undefined) return present(actor.companyId, await sendAll());
      const ids = await idempotency.once(
        {
          companyId: actor.companyId,
          key: `user ${actor.userId} ${idempotencyKey}`,
          request: await requestHash([params.ticketId, body], files),
        },
        async () => (await sendAll()).map((row) => row.id),
      );
      return present(actor.companyId, await messages.readAll(actor, ids));
    },
    sendByToken: async ({ actor, body, files, info: { idempotencyKey } }) => {
      const { quotedMsg, userId = null, queueId = null, ...rest } = body;
      const request = { ...rest, userId, queueId, quotedId: quotedMsg?.id };
      return {
        status: 'SUCCESS' as const,
        ...(await publicSendApi.send(actor, request, files, idempotencyKey)),
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
  };
};
