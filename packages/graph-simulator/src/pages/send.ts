import { GraphError } from '../errors.ts';
import { isRecord, recordOf, textOf, type GraphRequest } from '../graph/graph-request.ts';
import type { Done, Host } from '../graph/host.ts';
import { newMid } from '../ids.ts';
import { saveMedia, linkOf } from '../media.ts';
import {
  nowOf,
  type InstagramAccount,
  type AccountCustomer,
  type Message,
  type PageAccount,
  type SimulatorState,
} from '../state.ts';
import { echoOf } from './customer-actions.ts';
import { checkPagesMessage } from './validate.ts';

type Pages = PageAccount | InstagramAccount;
const DAY_MS = 24 * 3_600_000;
const actions = ['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'];

/** One token serves a page and its Instagram account: the recipient decides which of the two sends. */
export function pagesRecipient(
  state: SimulatorState,
  page: PageAccount,
  params: Record<string, unknown>,
): { account: Pages; id: string | undefined } {
  const id = textOf(recordOf(params['recipient'])?.['id']);
  const instagram = page.igId === undefined ? undefined : state.accounts.get(page.igId);
  const isInstagram = id !== undefined && instagram?.kind === 'instagram' && instagram.customers.has(id);
  return { account: isInstagram ? instagram : page, id };
}

/** POST /{page-id}/messages and /me/messages: a message or a sender action. */
export function sendPages(host: Host, page: PageAccount, request: GraphRequest): Done {
  const { state } = host;
  const { account, id } = pagesRecipient(state, page, request.params);
  if (id === undefined) throw new GraphError(100, { title: 'The parameter recipient is required' });
  const to = account.customers.get(id);
  if (!to) throw new GraphError(100, { subcode: 2_018_001, title: 'No matching user found' });
  const action = textOf(request.params['sender_action']);
  if (action !== undefined) return senderAction(state, request, action, id);

  const message = recordOf(request.params['message']);
  if (!message) throw new GraphError(100, { title: 'The parameter message is required' });
  const type = checkPagesMessage(state, account, message, request);
  checkWindow(state, account, to, request.params);

  const atMs = nowOf(state);
  const correlation = textOf(message['metadata']);
  const sentMessage: Message = {
    id: newMid(state.random),
    accountId: account.id,
    profile: to.profile,
    isFromAccount: true,
    atMs,
    correlation,
    type,
  };
  state.messages.set(sentMessage.id, sentMessage);
  const quotes = textOf(recordOf(request.params['reply_to'])?.['mid']);
  state.delivered.push({
    messageId: sentMessage.id,
    at: new Date(atMs).toISOString(),
    accountId: account.id,
    to: id,
    type,
    body: { ...request.params, message },
    ...(correlation !== undefined && { correlation }),
    ...(quotes !== undefined && { quotes }),
  });
  sendEcho(host, account, sentMessage, message, quotes, request);
  sendWatermarks(host, account, sentMessage);
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const isReusable = isRecord(attachment?.['payload']) && attachment['payload']['is_reusable'] === true;
  return {
    reply: {
      recipient_id: id,
      message_id: sentMessage.id,
      ...(isReusable && { attachment_id: saveAttachment(state, type, '') }),
    },
    messageId: sentMessage.id,
    correlation,
  };
}

function senderAction(state: SimulatorState, request: GraphRequest, action: string, id: string): Done {
  if (!actions.includes(action))
    throw new GraphError(100, {
      title: `Param sender_action must be one of {${actions.join(', ').toUpperCase()}} - got "${action}".`,
    });
  const about = textOf(recordOf(request.params['payload'])?.['message_id']);
  if (action.endsWith('react')) {
    if (about === undefined || !state.messages.has(about)) throw new GraphError(100, { title: 'Invalid message_id' });
  }
  return { reply: { recipient_id: id } };
}

function checkWindow(
  state: SimulatorState,
  account: Pages,
  to: AccountCustomer,
  params: Record<string, unknown>,
): void {
  if (!account.hasWindow) return;
  const tag = textOf(params['tag']);
  if (params['messaging_type'] === 'MESSAGE_TAG' && tag === undefined)
    throw new GraphError(100, { title: 'Message tag is required' });
  const days = tag === 'HUMAN_AGENT' ? 7 : 1;
  if (to.wroteAtMs !== null && nowOf(state) - to.wroteAtMs <= days * DAY_MS) return;
  throw new GraphError(10, {
    subcode: 2_018_278,
    title:
      'This message is sent outside of allowed window. Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview',
  });
}

/** Echo of a page's own message, with its metadata. */
function sendEcho(
  host: Host,
  account: Pages,
  sentMessage: Message,
  message: Record<string, unknown>,
  quotes: string | undefined,
  request: GraphRequest,
): void {
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const payload = isRecord(attachment?.['payload']) ? attachment['payload'] : {};
  const file = request.files[0];
  const url =
    textOf(payload['url']) ??
    host.state.attachments.get(String(payload['attachment_id']))?.url ??
    (file && linkOf(host.state, saveFile(host.state, account, file)));
  const isTemplate = attachment?.['type'] === 'template';
  const echoed = {
    mid: sentMessage.id,
    app_id: Number(host.state.app.id) || 1,
    ...(sentMessage.correlation !== undefined && { metadata: sentMessage.correlation }),
    ...(typeof message['text'] === 'string' && { text: message['text'] }),
    ...(attachment && {
      attachments: [isTemplate ? { type: 'template', payload } : { type: attachment['type'], payload: { url } }],
    }),
    ...(quotes !== undefined && { reply_to: { mid: quotes } }),
  };
  host.later(account.receipts.delayMs, () =>
    host.sendWebhook(
      account,
      { messaging: echoOf(account, sentMessage.profile, echoed, sentMessage.atMs) },
      sentMessage.profile.id,
    ),
  );
}

/** Messenger reports a time, Instagram the message that was seen. */
function sendWatermarks(host: Host, account: Pages, { profile, atMs, id }: Message): void {
  const { upTo, delayMs } = account.receipts;
  const frame = { sender: { id: profile.id }, recipient: { id: account.id } };
  const isRead = upTo === 'read' || upTo === 'played';
  host.later(delayMs, () => {
    if (account.kind === 'messenger' && (upTo === 'delivered' || isRead)) {
      host.sendWebhook(account, { messaging: { ...frame, delivery: { mids: [id], watermark: atMs } } }, profile.id);
    }
    if (!isRead) return;
    const read = account.kind === 'messenger' ? { watermark: atMs } : { mid: id };
    host.sendWebhook(account, { messaging: { ...frame, timestamp: atMs, read } }, profile.id);
  });
}

const saveFile = (state: SimulatorState, account: Pages, file: { mime: string; bytes: Buffer; name: string }) =>
  saveMedia(state, { mime: file.mime, bytes: file.bytes, fileName: file.name, accountId: account.id, isPublic: true });

function saveAttachment(state: SimulatorState, type: string, url: string): string {
  const id = state.random.digits(16);
  state.attachments.set(id, { type, url });
  return id;
}

/** POST /{page-id}/message_attachments: uploads a reusable file. */
export function uploadAttachment(
  state: SimulatorState,
  page: PageAccount,
  request: GraphRequest,
): { attachment_id: string } {
  const message = recordOf(request.params['message']);
  const attachment = recordOf(message?.['attachment']);
  const type = textOf(attachment?.['type']);
  if (type === undefined || !['image', 'audio', 'video', 'file'].includes(type))
    throw new GraphError(100, { title: 'Invalid attachment type' });
  const [file] = request.files;
  const url =
    textOf(recordOf(attachment?.['payload'])?.['url']) ?? (file && linkOf(state, saveFile(state, page, file)));
  if (url === undefined) throw new GraphError(100, { subcode: 2_018_047, title: 'Upload attachment failure.' });
  return { attachment_id: saveAttachment(state, type, url) };
}
