/** Linked devices for tests: the child runs in this process, with the fake library and an inspectable state store. */
import { Readable } from 'node:stream';
import { messageItems } from '@balcao/whatsapp-qr/events';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import { openFakeLibrary, type SimulatedAction, type Mood, type FakeLibrary } from '@balcao/whatsapp-qr/fake-library';
import { createSessions } from '@balcao/whatsapp-qr/sessions';
import type { WireDelivery, WireItem } from '@balcao/whatsapp-qr/wire';
import type { AnyMessageContent, WAMessage, WAMessageContent } from '@balcao/whatsapp-qr/wa-socket';
import { samplePicture } from '../conformance.samples.ts';
import type { Fault, ConformanceSetup } from '../conformance.ts';
import type { Account, Content, StoredMedia } from '../port.ts';
import { createQrChannel, type QrDeps } from './adapter.ts';
import type { ChildProcess } from './child-pool.ts';
import { parsePayload } from './parse.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';
import { fallbackContent } from './serialize.ts';

/** Short waits for tests. */
const options = {
  ackTimeoutMs: 250,
  waits: { reconnectMs: () => 15, restartMs: 15, undecipheredMs: 40 },
};

/** A child without a process of its own; `kill` ends it like a crash. */
export function startInProcess(library: FakeLibrary, more: { maxQueuedCharacters?: number } = {}): ChildProcess {
  let onParentMessage: (text: string) => void = () => {};
  let onChildMessage: (text: string) => void = () => {};
  const listeners: (() => void)[] = [];
  let isOver = false;
  const pass = (listenerOf: () => (text: string) => void) => (text: string) => {
    if (isOver) return false;
    setImmediate(() => !isOver && listenerOf()(text));
    return true;
  };
  const sessions = createSessions(
    library,
    { send: pass(() => onParentMessage), onMessage: (listener) => void (onChildMessage = listener) },
    { ...options, ...more },
  );
  return {
    send: pass(() => onChildMessage),
    onMessage: (listener) => void (onParentMessage = listener),
    onExit: (listener) => void listeners.push(listener),
    kill() {
      if (isOver) return;
      isOver = true;
      void sessions.stop();
      for (const listener of listeners) listener();
    },
  };
}

/** A minimal server: stores deliveries and device state in memory. */
export async function startQrHost({
  maxQueuedCharacters,
  ...more
}: Partial<QrDeps> & { maxQueuedCharacters?: number } = {}) {
  const library = await openFakeLibrary();
  const storedState = new Map<string, string>();
  const entries: { connectionId: number; body: Buffer }[] = [];
  const files = new Map<string, Buffer>();
  const watchers = new Set<() => void>();
  const starts: ChildProcess[] = [];
  let failuresLeft = 0;
  const keyOf = ({ connectionId }: { connectionId: number }, kind: string, name: string) =>
    `${connectionId} ${kind} ${name}`;
  const deps: QrDeps = {
    start() {
      const child = startInProcess(library, maxQueuedCharacters === undefined ? {} : { maxQueuedCharacters });
      starts.push(child);
      return child;
    },
    state: {
      get: async (connection, kind, names) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const value = storedState.get(keyOf(connection, kind, name));
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      async set(connection, entries) {
        for (const { kind, name, value } of entries)
          if (value === null) storedState.delete(keyOf(connection, kind, name));
          else storedState.set(keyOf(connection, kind, name), value);
      },
      all: async ({ connectionId }, kind) =>
        [...storedState].filter(([name]) => name.startsWith(`${connectionId} ${kind} `)).map(([, value]) => value),
      async clear({ connectionId }) {
        for (const name of storedState.keys()) if (name.startsWith(`${connectionId} `)) storedState.delete(name);
      },
    },
    async enqueue(_, connectionId, body) {
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        throw new Error('deliveries are refused');
      }
      entries.push({ connectionId, body });
      for (const check of watchers) check();
    },
    history: async () => undefined,
    isElsewhere: async () => false,
    openFile: async (key) => (files.has(key) ? { stream: Readable.from([files.get(key)!]) } : undefined),
    holdsSessions: true,
    onError: () => {},
    firstWaitMs: 10,
    ...more,
  };
  const qr = createQrChannel(deps);
  let ids = 0;
  const items = (connectionId: number): WireItem[] =>
    entries
      .filter((entry) => entry.connectionId === connectionId)
      .flatMap(({ body }) => (JSON.parse(body.toString()) as WireDelivery).items);
  /** Resolves with the first result of `find`, checked after each delivery. */
  const until = <T>(find: () => T | undefined | false): Promise<T> =>
    new Promise((resolve, failed) => {
      const late = setTimeout(
        () => failed(new Error(`waited in vain: ${JSON.stringify(entries.at(-1)?.body.toString())}`)),
        8000,
      );
      const check = () => {
        const result = find();
        if (result === undefined || result === false) return;
        clearTimeout(late);
        watchers.delete(check);
        resolve(result);
      };
      watchers.add(check);
      check();
    });
  const sessionOf = ({ companyId, connectionId }: Account) => `${companyId}/${connectionId}`;
  const play = (account: Account, action: SimulatedAction) => library.play(sessionOf(account), action);
  const states = ({ connectionId }: Account) =>
    items(connectionId).flatMap((item) => (item.item === 'session' ? [item] : []));

  return {
    ...qr,
    deps,
    library,
    storedState,
    entries,
    items,
    until,
    play,
    /** Like `play`, for a child in another process. */
    playInChild: qr.play,
    states,
    /** Waits until the session is open again; returns the states since the `before`th. */
    async reopened(account: Account, before: number): Promise<string[]> {
      await until(() => states(account).length > before && states(account).at(-1)?.state === 'open');
      return states(account)
        .slice(before)
        .map(({ state }) => state);
    },
    starts,
    files,
    /** Refuses the next `times` deliveries. */
    refuse: (times: number) => void (failuresLeft = times),
    account(): Account {
      ids += 1;
      return { companyId: 1, connectionId: ids, kind: 'whatsapp', number: '', secrets: qr.channel.newSecrets!() };
    },
    async paired(account: Account): Promise<Account> {
      await qr.channel.session!.open(account, false);
      await until(() => states(account).some(({ state }) => state === 'code'));
      await play(account, { type: 'scan' });
      await until(() => states(account).at(-1)?.state === 'open');
      return account;
    },
    /** The delivery that contains this message. */
    deliveryOf: (id: string) => until(() => entries.find(({ body }) => body.includes(`"${id}"`))?.body),
    storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
  };
}
export type TestQrHost = Awaited<ReturnType<typeof startQrHost>>;

const HELENA = '5500911110001';

/** Setup for the conformance suite. */
export async function createConformanceSetup(): Promise<ConformanceSetup> {
  const host = await startQrHost();
  const account = await host.paired(host.account());
  const otherCompanyAccount = host.account();
  let isClosed = false;
  const closedChannel = createQrChannel({ ...host.deps }).channel;
  const isUp = () => host.until(() => host.states(account).at(-1)?.state === 'open');

  return {
    // A fault applies to one call.
    get channel() {
      const now = isClosed ? closedChannel : host.channel;
      isClosed = false;
      return now;
    },
    account,
    otherCompanyAccount,
    customer: { identities: [{ kind: 'phone', value: HELENA }], name: 'Helena Prado', isGroup: false },
    unknownPeer: { identities: [{ kind: 'phone', value: '5500900000000' }], isGroup: false },
    sign: (body, of) => ({ [SIGNATURE_HEADER]: signatureOf(body, of.secrets['deliveryKey']!) }),
    storeFile: host.storeFile,
    fallbackContent: (content) => fallbackContent(content),
    async arrived(correlation) {
      const sent = (await host.play(account, { type: 'arrived' })) as { id: string; message: WAMessage }[];
      const facts = { phoneOf: () => undefined, nameOf: () => undefined };
      return sent
        .filter(({ id }) => id === messageIdOf(correlation))
        .flatMap(({ message }) => {
          const body = Buffer.from(JSON.stringify({ mark: '', items: messageItems(message, facts) }));
          return [...parsePayload(body, { number: '' })].flatMap((event) =>
            event.type === 'message' ? [event.content] : [],
          );
        });
    },
    async customerSends(content) {
      // The channel ignores statuses, and an order message holds one item only.
      if (content.kind === 'story' || (content.kind === 'order' && content.items.length > 1)) return undefined;
      const body = await host.deliveryOf(await deliverFromCustomer(host, account, content));
      return { headers: { [SIGNATURE_HEADER]: signatureOf(body, account.secrets['deliveryKey']!) }, body };
    },
    unrecognizedPayloads: unrecognizedPayloads.map((payload) => Buffer.from(JSON.stringify(payload))),
    async injectFault(fault) {
      await isUp();
      if (fault === 'closed') return void (isClosed = true);
      const mood = moods[fault];
      // A linked device has no reply window.
      if (mood === undefined) return false;
      return void (await host.play(account, { type: 'mood', mood }));
    },
    dispose: host.close,
  };
}
const moods: Partial<Record<Fault, Mood>> = {
  busy: { error: '429', backoff: '3' },
  down: 'down',
  refused: { error: '479' },
  dead: { error: '401' },
  'silent-before': 'silent-before',
  'silent-after': 'silent-after',
  reset: 'reset',
  garbage: 'garbage',
};

/** The customer sends the content; returns the message id. */
async function deliverFromCustomer(host: TestQrHost, account: Account, content: Content): Promise<string> {
  const jid = `${HELENA}@s.whatsapp.net`;
  if (content.kind === 'call') {
    const call = { chatId: jid, from: jid, id: 'K1', date: new Date(), offline: false, isVideo: content.isVideo };
    await host.play(account, { type: 'emit', event: 'call', payload: [{ ...call, status: 'offer' }] });
    await host.play(account, { type: 'emit', event: 'call', payload: [{ ...call, status: 'terminate' }] });
    return 'call.K1';
  }
  const raw = rawOf(content);
  if (raw) {
    const id = `R${(raws += 1)}`;
    const message = { key: { remoteJid: jid, id, fromMe: false }, messageTimestamp: 1, message: raw };
    await host.play(account, {
      type: 'emit',
      event: 'messages.upsert',
      payload: { messages: [message], type: 'notify' },
    });
    return id;
  }
  return (await host.play(account, { type: 'message', content: waContentOf(content) })) as string;
}

let raws = 0;
/** Raw protocol form of content that Baileys cannot build. */
function rawOf(content: Content): WAMessageContent | undefined {
  switch (content.kind) {
    case 'unsupported':
      return { [`${content.what}Message`]: {} };
    case 'choice':
      return { listResponseMessage: { title: content.title, singleSelectReply: { selectedRowId: content.id } } };
    case 'form': {
      const params = Object.fromEntries(content.answers.map(({ label, value }) => [label, value]));
      const nativeFlowResponseMessage = { name: 'flow', paramsJson: JSON.stringify({ ...params, flow_token: 'x' }) };
      return { interactiveResponseMessage: { body: { text: content.title }, nativeFlowResponseMessage } };
    }
    case 'order': {
      const [item] = content.items;
      return {
        orderMessage: {
          message: content.text,
          orderTitle: item?.name ?? '',
          itemCount: item?.quantity ?? 0,
          totalAmount1000: (item?.cents ?? 0) * 10,
          totalCurrencyCode: content.currency,
        },
      };
    }
    case 'share': {
      const url = content.url === undefined ? {} : { url: content.url };
      return { productMessage: { body: content.text, product: { title: content.title, ...url } } };
    }
    default:
      return undefined;
  }
}

function waContentOf(content: Content): AnyMessageContent {
  switch (content.kind) {
    case 'text':
      return { text: content.text, linkPreview: null };
    case 'media': {
      const caption = content.caption === undefined ? {} : { caption: content.caption };
      const once = content.isViewOnce ? { viewOnce: true } : {};
      switch (content.type) {
        case 'image':
          return { image: samplePicture, mimetype: 'image/png', ...caption, ...once };
        case 'video':
          return { video: samplePicture, mimetype: 'video/mp4', ...caption };
        case 'audio':
          return { audio: samplePicture, mimetype: 'audio/ogg', ptt: content.isVoice ?? false };
        case 'sticker':
          return { sticker: samplePicture, mimetype: 'image/webp' };
        case 'document':
          return { document: samplePicture, mimetype: 'application/pdf', fileName: 'a.pdf' };
      }
    }
    // falls through: every file type has returned above
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          ...(content.name !== undefined && { name: content.name }),
          ...(content.address !== undefined && { address: content.address }),
        },
      };
    case 'contacts':
      return {
        contacts: {
          contacts: content.contacts.map(({ name, numbers }) => ({
            displayName: name,
            vcard: [
              'BEGIN:VCARD',
              `FN:${name}`,
              ...numbers.map((number) => `TEL;waid=${number}:+${number}`),
              'END:VCARD',
            ].join('\n'),
          })),
        },
      };
    case 'poll':
      return { poll: { name: content.question, values: content.options, selectableCount: content.isMultiple ? 0 : 1 } };
    case 'event':
      return {
        event: {
          name: content.title,
          startDate: new Date(content.startsAt),
          ...(content.endsAt !== undefined && { endDate: new Date(content.endsAt) }),
          ...(content.place !== undefined && {
            location: { degreesLatitude: 0, degreesLongitude: 0, name: content.place },
          }),
          ...(content.description !== undefined && { description: content.description }),
        },
      };
    case 'ad':
      return {
        text: content.text,
        linkPreview: null,
        contextInfo: {
          externalAdReply: {
            title: content.title,
            body: content.body ?? '',
            sourceUrl: content.url ?? '',
            sourceType: 'ad',
          },
        },
      };
    default:
      throw new Error(`customers do not send ${content.kind}`);
  }
}

const chat = { phone: HELENA };
const unrecognizedPayloads: unknown[] = [
  { mark: 'm', items: [{ item: 'gift', id: 'g1', chat }] },
  {
    mark: 'm',
    items: [{ item: 'message', id: 'm1', chat: {}, fromMe: false, at: 1, content: { kind: 'text', text: 'x' } }],
  },
  { mark: 'm', items: [{ item: 'message', id: 'm2', chat, fromMe: false, at: 1, content: { kind: 'hologram' } }] },
  { mark: 'm', items: [null, 7, 'x', [], {}] },
  { mark: 'm', items: [{ item: 'receipt', chat, status: 'read', at: 1 }] },
  { something: 'else' },
  [],
  null,
  42,
];
