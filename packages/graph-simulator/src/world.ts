import type { NewTemplate, NewUser, NewWhatsApp, Reached, Received, Told, WebhookPlace } from './control.ts';
import type { Person } from './acts.ts';
import { seeded, type Random } from './random.ts';

/** Everything the network knows. One object, so that `reset` is one assignment and nothing is kept elsewhere. */
export interface World {
  readonly app: { id: string; secret: string; verifyToken: string };
  readonly random: Random;
  /** Where we are ourselves; told once the port is known. */
  url: string;
  clockMs: number | null;
  platformWebhook: string | undefined;
  accounts: Map<string, Account>;
  wabas: Map<string, Waba>;
  users: Map<string, NewUser>;
  tokens: Map<string, Token>;
  codes: Map<string, Code>;
  media: Map<string, Media>;
  attachments: Map<string, { type: string; url: string }>;
  messages: Map<string, Message>;
  received: Received[];
  reached: Reached[];
}
interface AnyAccount {
  /** Phone number id, page id or Instagram id. */
  id: string;
  token: string;
  webhook: WebhookPlace | undefined;
  isSubscribed: boolean;
  hasWindow: boolean;
  people: Map<string, Known>;
  telling: { upTo: Told | 'none'; delayMs: number };
}
export interface WhatsAppAccount extends AnyAccount {
  kind: 'whatsapp';
  waba: Waba;
  given: NewWhatsApp;
  /** Moments of the last second's messages. */
  recent: number[];
}
export interface PageAccount extends AnyAccount {
  kind: 'messenger';
  name: string;
  igId: string | undefined;
  subscribedFields: string[];
}
export interface InstagramAccount extends AnyAccount {
  kind: 'instagram';
  pageId: string;
  username: string;
}
export type Account = WhatsAppAccount | PageAccount | InstagramAccount;
export interface Waba {
  id: string;
  templates: (NewTemplate & { id: string })[];
}
/** A person as one account knows them. */
export interface Known {
  person: Person;
  wroteAtMs: number | null;
  /** What may still be sent to them at once, and since when. */
  pair: { left: number; atMs: number };
  edits: number;
}
export interface Token {
  type: 'USER' | 'PAGE' | 'SYSTEM_USER' | 'APP';
  userId?: string;
  pageIds: string[];
  accountIds: string[];
  isRevoked: boolean;
  issuedAtMs: number;
  expiresAtMs: number;
}
export interface Code {
  userId: string;
  pageIds: string[];
  redirectUri: string;
  isUsed: boolean;
  madeAtMs: number;
}
export interface Media {
  id: string;
  mime: string;
  bytes: Buffer;
  fileName: string | undefined;
  accountId: string;
  /** Pages hand out links that need no token. */
  isPublic: boolean;
}
export interface Message {
  id: string;
  accountId: string;
  person: Person;
  isOurs: boolean;
  atMs: number;
  correlation?: string | undefined;
  type: string;
}

export function createWorld(app: World['app'], seed: number): World {
  return {
    app,
    random: seeded(seed),
    url: '',
    clockMs: null,
    platformWebhook: undefined,
    accounts: new Map(),
    wabas: new Map(),
    users: new Map(),
    tokens: new Map(),
    codes: new Map(),
    media: new Map(),
    attachments: new Map(),
    messages: new Map(),
    received: [],
    reached: [],
  };
}

export const nowOf = (world: World): number => world.clockMs ?? Date.now();
export const secondsOf = (ms: number): string => String(Math.floor(ms / 1000));

export function accountOf(world: World, id: string): Account {
  const account = world.accounts.get(id);
  if (!account) throw new Error(`There is no account ${id}.`);
  return account;
}
export function whatsAppOf(world: World, id: string): WhatsAppAccount {
  const account =
    world.accounts.get(id) ?? [...world.accounts.values()].find((one) => one.kind === 'whatsapp' && one.waba.id === id);
  if (account?.kind !== 'whatsapp') throw new Error(`There is no WhatsApp account ${id}.`);
  return account;
}

/** Brazilian numbers are written with and without their ninth digit; the network has one person for both. */
const samePhone = (id: string): string => id.replace(/^(55\d\d)9(\d{8})$/, '$1$2');

/** Remembers whoever appears; what is told of them again is added to what was known. */
export function meet(account: Account, person: Person): Known {
  const key = account.kind === 'whatsapp' ? samePhone(person.id) : person.id;
  let known = account.people.get(key);
  if (!known) {
    known = { person, wroteAtMs: null, pair: { left: PAIR_BURST, atMs: 0 }, edits: 0 };
    account.people.set(key, known);
  }
  known.person = { ...known.person, ...person };
  return known;
}
export const PAIR_BURST = 45;

export function knownTo(account: Account, id: string): Known | undefined {
  const found = account.people.get(account.kind === 'whatsapp' ? samePhone(id) : id);
  if (found || account.kind !== 'whatsapp') return found;
  return [...account.people.values()].find(({ person }) => person.userId === id);
}
