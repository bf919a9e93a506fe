/** Conformance setup of a page and its Instagram account on the Graph simulator. */
import { startGraphSimulator, type CustomerAction, type Fault as GraphFault } from '@balcao/graph-simulator/simulator';
import { createSafeFetch, type SafeFetch } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Fault, ConformanceSetup } from '../../conformance.ts';
import type { Account, Content, MediaType, StoredMedia } from '../../port.ts';
import { openBytes, startWebhookServer } from '../../sandbox/conformance.fixture.ts';
import { createMetaChannel } from '../adapter.ts';
import { SIGNATURE_HEADER, signatureOf } from '../signature.ts';

const app = { id: '900100', secret: 'the-platform-app-secret', verifyToken: 'verify-the-platform' };

/** Graph simulator, webhook server and channel. */
export async function startMeta() {
  const webhookServer = await startWebhookServer();
  const meta = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: app.verifyToken });
  const files = new Map<string, Buffer>();
  const safeFetch = createSafeFetch({ allowLoopback: true });
  const channelWith = (more: { timeoutMs?: number; graphUrl?: string; safeFetch?: SafeFetch }) =>
    createMetaChannel({
      safeFetch,
      graphUrl: meta.url,
      version: 'v24.0',
      app,
      openFile: async (key) => openBytes(files.get(key)),
      ...more,
    });
  return {
    webhookServer,
    meta,
    app,
    safeFetch,
    channelWith,
    async close() {
      await meta.close();
      await webhookServer.close();
    },
    /** Adds a page with its Instagram account; `appSecret` is that of the company's own app or the platform's. */
    async page(kind: 'facebook' | 'instagram', n: number, appSecret = `own-app-secret-${n}`): Promise<Account> {
      const ids = { pageId: `10${n}`, igId: `1784140000${n}` };
      const accessToken = `EAApage-token-of-${n}-0123456789`;
      const webhook = { url: `${webhookServer.url}/${n}`, appSecret };
      await meta.control.addPage({ ...ids, name: `Loja ${n}`, igUsername: `loja${n}`, token: accessToken, webhook });
      return { companyId: n, connectionId: n, kind, number: '', secrets: { ...ids, accessToken, appSecret } };
    },
    storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
  };
}

export async function createConformanceSetup(kind: 'facebook' | 'instagram'): Promise<ConformanceSetup> {
  const fixture = await startMeta();
  const { control } = fixture.meta;
  const account = await fixture.page(kind, 1);
  const otherCompanyAccount = await fixture.page(kind, 2);
  const ownId = account.secrets[kind === 'instagram' ? 'igId' : 'pageId']!;
  const idKind = kind === 'instagram' ? 'igsid' : 'psid';
  const helena = { id: '24390120', name: 'Helena Prado', username: 'helena.prado' };
  const customer = control.customer(kind === 'instagram' ? 'instagram' : 'messenger', ownId, helena);
  const { id: receivedMessageId } = await customer.sendText('Oi');
  const peer = (id: string) => ({ identities: [{ kind: idKind, value: id, scope: ownId } as const], isGroup: false });
  const defaultChannel = fixture.channelWith({});
  let channel = defaultChannel;
  const deliveryOf = (part: string) =>
    fixture.webhookServer.until((all) => all.find(({ body }) => body.includes(part)));

  /** URL at which a sent file was delivered to the customer. */
  async function addressOf(messageId: string): Promise<string> {
    const { body } = await deliveryOf(messageId);
    const { entry } = JSON.parse(body.toString()) as { entry: { messaging: Echo[] }[] };
    const echo = entry.flatMap(({ messaging }) => messaging).find(({ message }) => message?.mid === messageId);
    return echo!.message!.attachments![0]!.payload.url;
  }

  return {
    // A fault of the channel (unreachable, short timeout) applies to one call.
    get channel() {
      const now = channel;
      channel = defaultChannel;
      return now;
    },
    account,
    otherCompanyAccount,
    customer: peer(helena.id),
    receivedMessageId,
    unknownPeer: peer('404'),
    sign: (body, of) => ({ [SIGNATURE_HEADER]: signatureOf(body, of.secrets['appSecret']!) }),
    storeFile: fixture.storeFile,
    fallbackContent: (content) => fallbackContent(content, kind),
    async arrived(correlation) {
      const receivedMessages = (await control.inbox(ownId, helena.id)).filter(
        (message) => message.correlation === correlation || message.correlation?.startsWith(`${correlation}#`),
      );
      if (receivedMessages.length === 0) return [];
      const parts = receivedMessages.map(({ messageId, body }) => ({ messageId, message: body['message'] as Sent }));
      const file = parts.find(({ message }) => message.attachment && message.attachment.type !== 'template');
      const ref = file && (await addressOf(file.messageId));
      return [
        toContent(
          parts.map(({ message }) => message),
          ref,
        ),
      ];
    },
    async customerSends(content) {
      const action = actionFor(content, kind);
      if (action) {
        const { id } = await customer.perform(action);
        return deliveryOf(id);
      }
      const item = rawFor(content);
      if (!item) return undefined;
      const around = { sender: { id: helena.id }, recipient: { id: ownId }, timestamp: 1_760_000_000_000 };
      await control.raw(ownId, { ...around, ...item });
      return deliveryOf(item.message.mid);
    },
    unrecognizedPayloads: unrecognizedPayloads(ownId, kind === 'instagram' ? 'instagram' : 'page'),
    async injectFault(fault) {
      if (fault === 'closed') {
        channel = fixture.channelWith({ graphUrl: 'http://127.0.0.1:1' });
        return;
      }
      if (fault === 'silent-before' || fault === 'silent-after') channel = fixture.channelWith({ timeoutMs: 600 });
      await control.injectFault({ call: 'messages' }, graphFaults[fault], { times: 1 });
    },
    dispose: fixture.close,
  };
}

interface Echo {
  message?: { mid: string; attachments?: { payload: { url: string } }[] };
}
interface Sent {
  text?: string;
  quick_replies?: { title: string; payload: string }[];
  attachment?: { type: string; payload: Template };
}
interface Template {
  template_type?: string;
  text?: string;
  buttons?: Button[];
  elements?: { title: string; subtitle?: string; buttons: Button[] }[];
}
interface Button {
  type: string;
  title: string;
  url?: string;
  payload?: string;
}

const graphFaults: Record<Exclude<Fault, 'closed'>, GraphFault> = {
  busy: { status: 429, retryAfterSeconds: 3 },
  down: { status: 503 },
  window: { code: 10, subcode: 2_018_278 },
  refused: { code: 100 },
  dead: { code: 190 },
  'silent-before': 'silent-before',
  'silent-after': 'silent-after',
  reset: 'reset-after',
  garbage: 'garbage',
};

/** What the customer received, all parts of one send together. */
function toContent(sent: Sent[], ref: string | undefined): Content {
  const text = sent.map((part) => part.text ?? '').join('');
  const template = sent.find((part) => part.attachment?.type === 'template')?.attachment?.payload;
  if (template) {
    const [card] = template.elements ?? [];
    const [button] = template.buttons ?? card!.buttons;
    const act = button!.type === 'phone_number' ? 'call' : 'url';
    const value = button!.url ?? button!.payload ?? '';
    const buttonText = template.text ?? [card!.title, card!.subtitle].filter((line) => line).join('\n');
    return { kind: 'button', act, title: '', text: buttonText, button: button!.title, value };
  }
  const file = sent.find((part) => part.attachment)?.attachment;
  if (file && ref !== undefined) {
    const type = ({ file: 'document' } as Record<string, MediaType>)[file.type] ?? (file.type as MediaType);
    const sound = type === 'audio' && { isVoice: true };
    return { kind: 'media', type, media: { mime: '', ref }, ...(text !== '' && { caption: text }), ...sound };
  }
  const replies = sent.at(-1)?.quick_replies;
  if (!replies) return { kind: 'text', text };
  return { kind: 'buttons', title: '', text, choices: replies.map(({ title, payload }) => ({ id: payload, title })) };
}

/** What these channels send instead of content that they do not have. */
function fallbackContent(content: Content, kind: 'facebook' | 'instagram'): Content {
  const text = (...lines: string[]): Content => ({ kind: 'text', text: lines.join('\n') });
  switch (content.kind) {
    case 'media': {
      const { isViewOnce: _, ...seen } = content;
      return seen.type === 'sticker' ? { ...seen, type: 'image' } : seen;
    }
    case 'location':
      return content.name
        ? text('Loja', 'Av. Paulista, 1', 'https://www.google.com/maps/search/?api=1&query=-23.5614,-46.6559')
        : text('https://www.google.com/maps/search/?api=1&query=0,0');
    case 'contacts':
      return text('Marta', '5511990000120', '551133334444');
    case 'list':
      return {
        kind: 'buttons',
        title: '',
        text: 'Menu\n\nCom quem você quer falar?\n\nÓtica\n\n• Vendas: óculos\n• Suporte',
        choices: [
          { id: '1', title: 'Vendas' },
          { id: '2', title: 'Suporte' },
        ],
      };
    case 'buttons':
      return {
        kind: 'buttons',
        title: '',
        text: 'Entrega\n\nQuando podemos levar?\n\nÓtica',
        choices: content.choices,
      };
    case 'button': {
      if (content.act === 'url') return { ...content, title: '', text: 'Site\nVeja' };
      if (content.act === 'copy') return text('Cupom', 'Copiar: DEZ');
      return kind === 'instagram'
        ? text('Loja', 'Ligar: 551133334444')
        : { ...content, title: '', text: 'Loja', value: '+551133334444' };
    }
    case 'pix':
      return text('Óculos', 'R$ 123,45', 'Ótica', 'PIX EMAIL: loja@example.com', '000201');
    default:
      return content;
  }
}

function actionFor(content: Content, kind: 'facebook' | 'instagram'): CustomerAction | undefined {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.text };
    case 'media': {
      const { type, caption, isVoice, isViewOnce } = content;
      if (isViewOnce) return undefined;
      return { kind: 'media', type, ...(caption && { caption }), ...(isVoice && { isVoice }) };
    }
    case 'location': {
      // Messenger locations have no address; Instagram has no locations.
      const { latitude, longitude, address } = content;
      return kind === 'instagram' || address ? undefined : { kind: 'location', latitude, longitude };
    }
    default:
      return undefined;
  }
}
function rawFor(content: Content): { message: { mid: string; attachments?: unknown[] } } | undefined {
  if (content.kind === 'unsupported')
    return { message: { mid: 'm_unknown', attachments: [{ type: content.what, payload: { depth: 3 } }] } };
  if (content.kind !== 'ad') return undefined;
  const { text, title, body, url } = content;
  const ads_context_data = { ad_title: title, post_id: '1' };
  const referral = { ref: body, ad_id: '7', source: 'ADS', type: 'OPEN_THREAD', referer_uri: url, ads_context_data };
  const message = { mid: 'm_from-an-ad', text, referral };
  return { message };
}

const unrecognizedPayloads = (id: string, object: string) =>
  [
    { object, entry: [{ id, time: 1, messaging: [{ sender: { id: '7' }, recipient: { id }, gift: {} }] }] },
    { object, entry: [{ id, time: 1, messaging: [{ sender: { id: '7' }, message: { text: 'no id' } }] }] },
    { object, entry: [{ id, time: 1, messaging: [null, 7, 'x', [], {}] }] },
    { object, entry: [{ id, time: 1 }] },
    { object, entry: [{ id, time: 1, changes: [{ field: 'gift', value: {} }] }] },
    { something: 'else' },
    [],
    null,
    42,
  ].map((payload) => Buffer.from(JSON.stringify(payload)));
