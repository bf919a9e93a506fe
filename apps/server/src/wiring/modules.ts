import type { Channels } from '../channels/port.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Db } from '../foundation/db/tx.ts';
import { createIdempotency } from '../foundation/idempotency/idempotency.ts';
import { createLimits } from '../foundation/limits/limits.ts';
import { createFfmpeg } from '../foundation/media/ffmpeg.ts';
import { deriveKey } from '../foundation/secrets/derive-key.ts';
import { createVault, last4 } from '../foundation/secrets/secrets.ts';
import { signMedia } from '../foundation/storage/signed-url.ts';
import type { Storage } from '../foundation/storage/storage.ts';
import { createAccessTokens } from '../foundation/tokens/access-token.ts';
import { createAccess } from '../modules/access/index.ts';
import { createCompanies } from '../modules/companies/index.ts';
import { createConnections } from '../modules/connections/index.ts';
import { createContactPictures, createContacts } from '../modules/contacts/index.ts';
import { createDoors, createInbound, createStreetDoor } from '../modules/inbound/index.ts';
import {
  createDelivery,
  createFetching,
  createIncoming,
  createMessages,
  createOutMedia,
  createReadReceipts,
  createSendApi,
  createSpeaking,
} from '../modules/messages/index.ts';
import { createQueues } from '../modules/queues/index.ts';
import { createSettings, type SettingVault } from '../modules/settings/index.ts';
import { createTags } from '../modules/tags/index.ts';
import { createTickets, type Tickets } from '../modules/tickets/index.ts';
import type { Tx } from '../foundation/db/tx.ts';

export interface Foundations {
  db: Db;
  clock: Clock;
  storage: Storage;
  secrets: { current: string; previous?: string | undefined };
  channels: Channels;
  ffmpegPath?: string | undefined;
  failed(fault: unknown): void;
}
/** A picture's address holds for a day; the signature's end is rounded up, so it can be cached. */
const PICTURE_MS = 24 * 3_600_000;

/** The house, built from the ground up. Read the order: it is the order of the floors. */
export function buildModules({ db, clock, storage, secrets, channels, ffmpegPath, failed }: Foundations) {
  const limits = createLimits({ db });
  const tokens = createAccessTokens({ ...secrets, now: () => +clock.now() });
  const signPicture = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + PICTURE_MS) });

  const settings = createSettings({ db, vault: settingVault(secrets) });
  const companies = createCompanies({ db });
  const tags = createTags({ db });

  const queues = createQueues({ db, companies, settings });
  const access = createAccess({
    db,
    clock,
    tokens,
    limits,
    companies,
    settings,
    storage,
    signPicture,
    refreshSecret: secrets.current,
    knownQueues: queues.known,
    // Higher floors answer through wiring; nobody asks before the house stands.
    knownConnection: async (tx, id) => (await connections.tryWithin(tx, id)) !== undefined,
    handBack: (tx, userId) => tickets.handBack(tx, userId),
  });

  const vault = createVault(secrets);
  const place = (company: number) => ({ company, table: 'connections', field: 'secrets' });
  const connections = createConnections({
    db,
    clock,
    companies,
    settings,
    channels,
    knownQueues: queues.known,
    letGo: (tx, id) => delivery.letGo(tx, id),
    seal: (plain, company) => vault.seal(plain, place(company)),
    unseal: (sealed, company) => vault.open(sealed, place(company)).reveal(),
  });

  const knownUser = async (tx: Tx, id: number) => (await access.users.within(tx, id)) !== undefined;
  const contacts = createContacts({
    db,
    clock,
    settings,
    connections,
    knownTags: tags.known,
    knownQueues: queues.known,
    knownUser,
  });
  const contactPictures = createContactPictures({ db, storage, connections });

  // Tickets decide what must be said, messages say it: the one is built with the other's answer, not with the other.
  const speaking = createSpeaking(
    {
      clock,
      companies,
      settings,
      connections,
      contacts,
      farewellOfUser: async (tx, id) => (await access.users.within(tx, id))?.farewellMessage ?? '',
      nameOfUser: async (tx, id) => (await access.users.within(tx, id))?.name ?? '',
    },
    () => tickets,
  );
  const tickets: Tickets = createTickets({
    db,
    clock,
    settings,
    connections,
    contacts,
    knownQueues: queues.known,
    knownUser,
    connectionOfUser: async (tx, id) => (await access.users.within(tx, id))?.connectionId ?? null,
    perform: speaking.perform,
  });
  const messages = createMessages({ db, clock, companies, connections, contacts, tickets, speaking });
  const delivery = createDelivery({ db, connections, contacts, tickets, failed });
  const readReceipts = createReadReceipts({ db, connections, contacts, tickets, failed });
  const fetching = createFetching({ db, storage, connections, tickets, settings, failed });
  const media = createOutMedia({ db, storage, ffmpeg: createFfmpeg({ path: ffmpegPath }) });
  const idempotency = createIdempotency({ db });
  const sendApi = createSendApi({
    db,
    clock,
    companies,
    settings,
    connections,
    contacts,
    tickets,
    messages,
    media,
    limits,
    idempotency,
    knownQueues: queues.known,
    knownUser,
  });

  const doors = createDoors({ db, connections });
  const inbound = createInbound({
    db,
    doors,
    settings,
    connections,
    contacts,
    tickets,
    incoming: createIncoming({ tickets }),
    pictures: contactPictures,
    answer: speaking.answer,
    failed,
  });
  const streetDoor = createStreetDoor({ db, doors, woken: inbound.wake });

  return {
    settings,
    companies,
    tags,
    queues,
    access,
    connections,
    contacts,
    tickets,
    messages,
    delivery,
    readReceipts,
    fetching,
    media,
    idempotency,
    contactPictures,
    sendApi,
    inbound,
    doors,
    streetDoor,
    limits,
    tokens,
    db,
    storage,
    signFile: signPicture,
  };
}
export type Modules = ReturnType<typeof buildModules>;

export const mediaSecret = (secret: string): string => deriveKey(secret, 'media').toString('base64url');

/** Platform settings belong to no company: 0 stands for the platform. */
function settingVault(secrets: Foundations['secrets']): SettingVault {
  const vault = createVault(secrets);
  const place = (field: string) => ({ company: 0, table: 'platform_settings', field });
  return {
    seal: (plain, key) => vault.seal(plain, place(key)),
    last4: (sealed, key) => last4(vault.open(sealed, place(key)).reveal()),
  };
}
