/** Linked devices for a test: a child inside this process, the network pretended, a memory that can be looked into. */
import { Readable } from 'node:stream';
import { messageItems } from '@balcao/whatsapp-qr/events';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import { openPretendLibrary, type Act, type Mood, type Pretend } from '@balcao/whatsapp-qr/pretend-library';
import { createSessions } from '@balcao/whatsapp-qr/sessions';
import type { WireDelivery, WireItem } from '@balcao/whatsapp-qr/wire';
import type { AnyMessageContent, WAMessage, WAMessageContent } from '@balcao/whatsapp-qr/wa-socket';
import { somePicture } from '../conformance.samples.ts';
import type { Mishap, Proving } from '../conformance.ts';
import type { Account, Content, StoredMedia } from '../port.ts';
import { createQrChannel, type QrNeeds } from './adapter.ts';
import type { ChildProcess } from './children.ts';
import { readDelivery } from './reading.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';
import { becomes } from './writing.ts';

/** Short waits: a test has no patience. */
const manner = {
  ackWithinMs: 250,
  waits: { before: () => 15, restartMs: 15, undecipheredMs: 40 },
};

/** A child that is no process; `kill` leaves it as a crash does. */
export function startInside(library: Pretend, more: { mostWaiting?: number } = {}): ChildProcess {
  let heardByHouse: (text: string) => void = () => {};
  let heardByChild: (text: string) => void = () => {};
  const listeners: (() => void)[] = [];
  let isOver = false;
  const pass = (hear: () => (text: string) => void) => (text: string) => {
    if (isOver) return false;
    setImmediate(() => !isOver && hear()(text));
    return true;
  };
  const sessions = createSessions(
    library,
    { say: pass(() => heardByHouse), hear: (listener) => void (heardByChild = listener) },
    { ...manner, ...more },
  );
  return {
    say: pass(() => heardByChild),
    hear: (listener) => void (heardByHouse = listener),
    ended: (listener) => void listeners.push(listener),
    kill() {
      if (isOver) return;
      isOver = true;
      void sessions.stop();
      for (const listener of listeners) listener();
    },
  };
}

/** A house that only takes deliveries and keeps what devices remember. */
export async function aQrHouse({ mostWaiting, ...more }: Partial<QrNeeds> & { mostWaiting?: number } = {}) {
  const library = await openPretendLibrary();
  const kept = new Map<string, string>();
  const laid: { connectionId: number; body: Buffer }[] = [];
  const files = new Map<string, Buffer>();
  const watchers = new Set<() => void>();
  const starts: ChildProcess[] = [];
  let refusals = 0;
  const place = ({ connectionId }: { connectionId: number }, kind: string, name: string) =>
    `${connectionId} ${kind} ${name}`;
  const needs: QrNeeds = {
    start() {
      const child = startInside(library, mostWaiting === undefined ? {} : { mostWaiting });
      starts.push(child);
      return child;
    },
    state: {
      get: async (whose, kind, names) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const value = kept.get(place(whose, kind, name));
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      async set(whose, entries) {
        for (const { kind, name, value } of entries)
          if (value === null) kept.delete(place(whose, kind, name));
          else kept.set(place(whose, kind, name), value);
      },
      all: async ({ connectionId }, kind) =>
        [...kept].filter(([name]) => name.startsWith(`${connectionId} ${kind} `)).map(([, value]) => value),
      async clear({ connectionId }) {
        for (const name of kept.keys()) if (name.startsWith(`${connectionId} `)) kept.delete(name);
      },
    },
    async lay(_, connectionId, body) {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('the house is full');
      }
      laid.push({ connectionId, body });
      for (const look of watchers) look();
    },
    history: async () => undefined,
    isElsewhere: async () => false,
    openFile: async (key) => (files.has(key) ? { stream: Readable.from([files.get(key)!]) } : undefined),
    holds: true,
    failed: () => {},
    firstWaitMs: 10,
    ...more,
  };
  const qr = createQrChannel(needs);
  let ids = 0;
  const items = (connectionId: number): WireItem[] =>
    laid
      .filter((one) => one.connectionId === connectionId)
      .flatMap(({ body }) => (JSON.parse(body.toString()) as WireDelivery).items);
  /** What `find` finds among what was laid, as soon as it does. */
  const until = <T>(find: () => T | undefined | false): Promise<T> =>
    new Promise((resolve, failed) => {
      const late = setTimeout(
        () => failed(new Error(`waited in vain: ${JSON.stringify(laid.at(-1)?.body.toString())}`)),
        8000,
      );
      const look = () => {
        const found = find();
        if (found === undefined || found === false) return;
        clearTimeout(late);
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  const sessionOf = ({ companyId, connectionId }: Account) => `${companyId}/${connectionId}`;
  const play = (account: Account, act: Act) => library.play(sessionOf(account), act);
  const states = ({ connectionId }: Account) =>
    items(connectionId).flatMap((item) => (item.item === 'session' ? [item] : []));

  return {
    ...qr,
    needs,
    library,
    kept,
    laid,
    items,
    until,
    play,
    /** The same to a child that is another process. */
    tell: qr.play,
    states,
    starts,
    files,
    /** So many deliveries are turned away before the next is taken. */
    refuse: (times: number) => void (refusals = times),
    account(): Account {
      ids += 1;
      return { companyId: 1, connectionId: ids, kind: 'whatsapp', number: '', secrets: qr.channel.newSecrets!() };
    },
    async paired(account: Account): Promise<Account> {
      await qr.channel.session!.open(account, false);
      await until(() => states(account).some(({ state }) => state === 'code'));
      await play(account, { act: 'scan' });
      await until(() => states(account).at(-1)?.state === 'open');
      return account;
    },
    /** The delivery that brought this message. */
    deliveryOf: (id: string) => until(() => laid.find(({ body }) => body.includes(`"${id}"`))?.body),
    keep(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
  };
}
export type QrHouseForTests = Awaited<ReturnType<typeof aQrHouse>>;

const HELENA = '5500911110001';

/** As the conformance suite wants to see a channel. */
export async function provingOfQr(): Promise<Proving> {
  const house = await aQrHouse();
  const account = await house.paired(house.account());
  const neighbour = house.account();
  let isClosed = false;
  const nobody = createQrChannel({ ...house.needs }).channel;
  const isUp = () => house.until(() => house.states(account).at(-1)?.state === 'open');

  return {
    // A mishap lasts for one call.
    get channel() {
      const now = isClosed ? nobody : house.channel;
      isClosed = false;
      return now;
    },
    account,
    neighbour,
    customer: { identities: [{ kind: 'phone', value: HELENA }], name: 'Helena Prado', isGroup: false },
    stranger: { identities: [{ kind: 'phone', value: '5500900000000' }], isGroup: false },
    sign: (body, of) => ({ [SIGNATURE_HEADER]: signatureOf(body, of.secrets['deliveryKey']!) }),
    keep: house.keep,
    becomes: (content) => becomes(content),
    async arrived(correlation) {
      const sent = (await house.play(account, { act: 'arrived' })) as { id: string; message: WAMessage }[];
      const facts = { phoneOf: () => undefined, nameOf: () => undefined };
      return sent
        .filter(({ id }) => id === messageIdOf(correlation))
        .flatMap(({ message }) => {
          const body = Buffer.from(JSON.stringify({ mark: '', items: messageItems(message, facts) }));
          return readDelivery(body, account).flatMap((signal) => (signal.is === 'message' ? [signal.content] : []));
        });
    },
    async hear(content) {
      // Statuses are not listened to here, and nobody fills in several things at once into an order.
      if (content.kind === 'story' || (content.kind === 'order' && content.items.length > 1)) return undefined;
      const body = await house.deliveryOf(await heard(house, account, content));
      return { headers: { [SIGNATURE_HEADER]: signatureOf(body, account.secrets['deliveryKey']!) }, body };
    },
    puzzles: puzzles.map((told) => Buffer.from(JSON.stringify(told))),
    async mishap(mishap) {
      await isUp();
      if (mishap === 'closed') return void (isClosed = true);
      const mood = moods[mishap];
      // A linked device may write at any hour.
      if (mood === undefined) return false;
      return void (await house.play(account, { act: 'mood', mood }));
    },
    dispose: house.close,
  };
}
const moods: Partial<Record<Mishap, Mood>> = {
  busy: { error: '429', backoff: '3' },
  down: 'down',
  refused: { error: '479' },
  dead: { error: '401' },
  'silent-before': 'silent-before',
  'silent-after': 'silent-after',
  reset: 'reset',
  garbage: 'garbage',
};

/** The customer says it; the id under which it comes. */
async function heard(house: QrHouseForTests, account: Account, content: Content): Promise<string> {
  const jid = `${HELENA}@s.whatsapp.net`;
  if (content.kind === 'call') {
    const call = { chatId: jid, from: jid, id: 'K1', date: new Date(), offline: false, isVideo: content.isVideo };
    await house.play(account, { act: 'emit', event: 'call', told: [{ ...call, status: 'offer' }] });
    await house.play(account, { act: 'emit', event: 'call', told: [{ ...call, status: 'terminate' }] });
    return 'call.K1';
  }
  const raw = rawOf(content);
  if (raw) {
    const id = `R${(raws += 1)}`;
    const message = { key: { remoteJid: jid, id, fromMe: false }, messageTimestamp: 1, message: raw };
    await house.play(account, { act: 'emit', event: 'messages.upsert', told: { messages: [message], type: 'notify' } });
    return id;
  }
  return (await house.play(account, { act: 'hear', content: sayingOf(content) })) as string;
}

let raws = 0;
/** What only businesses and newer phones can make: as it comes over the line. */
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

function sayingOf(content: Content): AnyMessageContent {
  switch (content.kind) {
    case 'text':
      return { text: content.text, linkPreview: null };
    case 'media': {
      const caption = content.caption === undefined ? {} : { caption: content.caption };
      const once = content.isViewOnce ? { viewOnce: true } : {};
      switch (content.type) {
        case 'image':
          return { image: somePicture, mimetype: 'image/png', ...caption, ...once };
        case 'video':
          return { video: somePicture, mimetype: 'video/mp4', ...caption };
        case 'audio':
          return { audio: somePicture, mimetype: 'audio/ogg', ptt: content.isVoice ?? false };
        case 'sticker':
          return { sticker: somePicture, mimetype: 'image/webp' };
        case 'document':
          return { document: somePicture, mimetype: 'application/pdf', fileName: 'a.pdf' };
      }
    }
    // falls through: every type of file has answered above
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
      throw new Error(`customers do not say ${content.kind}`);
  }
}

const chat = { phone: HELENA };
const puzzles: unknown[] = [
  { mark: 'm', items: [{ item: 'gift', id: 'g1', chat }] },
  {
    mark: 'm',
    items: [{ item: 'message', id: 'm1', chat: {}, mine: false, at: 1, said: { kind: 'text', text: 'x' } }],
  },
  { mark: 'm', items: [{ item: 'message', id: 'm2', chat, mine: false, at: 1, said: { kind: 'hologram' } }] },
  { mark: 'm', items: [null, 7, 'x', [], {}] },
  { mark: 'm', items: [{ item: 'receipt', chat, told: 'read', at: 1 }] },
  { something: 'else' },
  [],
  null,
  42,
];
