import { createHmac, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  type Abilities,
  type Channel,
  type Outgoing,
  type ChannelEvent,
  type TemplateInfo,
} from '../src/channels/port.ts';
import { abilities as sandboxAbilities } from '../src/channels/sandbox/abilities.ts';
import { approvedTemplate } from '../src/channels/sandbox/approved-texts.ts';

/** Outcomes of the next sends, one each; afterwards sends succeed. */
type SendOutcome =
  | 'well'
  | 'not-sent'
  | 'slower'
  | 'refused'
  | 'dead'
  | 'silent-before'
  | 'silent-after'
  /** Refused with this code. */
  | { code: string };

/** A scriptable channel that records everything it receives, so that lost and duplicate messages are found. */
export function createTestChannel(changes: Partial<Abilities> = {}) {
  const sent: Outgoing[] = [];
  const actions: { act: string; wid: string; text?: string }[] = [];
  const moods: SendOutcome[] = [];
  const widByCorrelation = new Map<string, string>();
  const reads: string[][] = [];
  /** The message to which each typing indicator refers. */
  const typings: (string | undefined)[] = [];
  /** Files by media reference; an error is thrown instead of the file, and a list is used up in order. */
  const files = new Map<string, Buffer | Error | (Buffer | Error)[]>();
  /** Approved templates, and the findings of the account check. */
  const approved: TemplateInfo[] = [createTemplate('retomar')];
  const wrong: { field: string; fault: { code: string; detail: string } }[] = [];
  let gate: Promise<void> = Promise.resolve();
  const abilities: Abilities = {
    ...sandboxAbilities.whatsapp,
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'pix', 'template', 'reaction'],
    idempotent: false,
    typing: true,
    ...changes,
  };
  const take = (outgoing: Outgoing) => {
    const wid = widByCorrelation.get(outgoing.correlation) ?? `wid-${randomUUID()}`;
    if (!widByCorrelation.has(outgoing.correlation)) sent.push(outgoing);
    widByCorrelation.set(outgoing.correlation, wid);
    return { wid };
  };
  /** Edits and deletions succeed unless the next outcome is a refusal. */
  const refuseChange = () => {
    if (moods[0] !== 'refused') return;
    moods.shift();
    throw new Refused({ code: 'ERR_CHANNEL_REFUSED', detail: 'too late' });
  };
  const channel: Channel = {
    abilities: () => abilities,
    newSecrets: () => ({ webhookKey: randomUUID(), webhookSecret: randomUUID() }),
    isAuthentic: ({ headers, body }, { secrets }) =>
      headers['x-signature'] === createHmac('sha256', secrets['webhookSecret']!).update(body).digest('hex'),
    parse(body) {
      const events: unknown = JSON.parse(body.toString());
      if (!Array.isArray(events)) throw new Error('not a list of events');
      return events as ChannelEvent[];
    },
    async send(_, outgoing) {
      const mood = moods.shift() ?? 'well';
      await gate;
      if (typeof mood === 'object') throw new Refused({ code: mood.code, detail: '' });
      switch (mood) {
        case 'well':
          return take(outgoing);
        case 'not-sent':
          throw new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'connection refused' }, 10);
        case 'slower':
          throw new NotSent({ code: 'ERR_CHANNEL_RATE', detail: 'too many requests' }, 1500);
        case 'refused':
          throw new Refused({ code: 'ERR_CHANNEL_REFUSED', detail: 'no such number' });
        case 'dead':
          throw new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail: 'token revoked' }, true);
        case 'silent-before':
          throw new OutcomeUnknown();
        case 'silent-after':
          take(outgoing);
          throw new OutcomeUnknown();
      }
    },
    async edit(_, _to, wid, text) {
      refuseChange();
      actions.push({ act: 'edit', wid, text });
    },
    remove: async (_, _to, wid) => {
      refuseChange();
      actions.push({ act: 'remove', wid });
    },
    markRead: async (_, _to, wids) => void reads.push(wids),
    typing: async (_, _to, wid) => void typings.push(wid),
    async fetchMedia(_, { ref }) {
      const entry = files.get(ref);
      const file = Array.isArray(entry) ? entry.shift() : entry;
      if (file === undefined) throw new Refused({ code: 'ERR_FETCH_WAPP_MSG', detail: 'gone' });
      if (file instanceof Error) throw file;
      return Readable.from([file]);
    },
    check: async () => ({ finding: [...wrong], number: '5500991110000' }),
    templates: async () => [...approved],
    findNumber: async (_, digits) => (digits.endsWith('0000') ? null : { number: digits }),
    addressBook: async (_, of) =>
      of === 'contacts'
        ? [
            { name: 'Agenda Um', number: '5500991110001' },
            { name: 'Agenda Dois', number: '5500991110002' },
          ]
        : [{ name: 'Conversa Três', number: '5500991110003' }],
    session: { open: async () => {}, close: async () => {} },
  };
  return {
    channel,
    sent,
    actions,
    moods,
    reads,
    typings,
    abilities,
    approved,
    wrong,
    files,
    /** Sends wait until the returned function is called. */
    close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    texts: () => sent.map(({ content }) => (content.kind === 'text' ? content.text : content.kind)),
  };
}
export const createTemplate = (name: string, more: Partial<TemplateInfo> = {}): TemplateInfo =>
  approvedTemplate(name, { body: 'Olá {{1}}, podemos continuar?' }, { id: name, ...more });
export type TestChannel = ReturnType<typeof createTestChannel>;
